import { contracts, type StageResult, type StageView } from '@speedcell/shared/contracts'
import type { Services } from '../../apps/api/dependencies.ts'
import type { Answer, Browser, TestApi } from './api-client.ts'
import { type Events, GAP_MS, RatedPlayer, timed } from './rated-player.ts'

export { type Events, logOf, timed } from './rated-player.ts'

/** The events that solve a day's deal, by the solution that the server keeps. */
export async function winningEvents(
  { database }: Pick<Services, 'database'>,
  day: string,
  start = GAP_MS,
  gap = GAP_MS,
): Promise<Events> {
  const { solution } = await database.daily.findUniqueOrThrow({ where: { day } })
  return timed(solution.split(' '), start, gap)
}

/** A player at a browser of their own who plays a daily. */
export class DailyPlayer extends RatedPlayer {
  readonly day: string

  constructor(api: TestApi, day: string, browser?: Browser) {
    super(api, browser)
    this.day = day
  }

  async revealed(attempt = 1): Promise<Answer<StageView>> {
    return this.keep(
      await this.browser.call(contracts.daily.reveal, { params: { day: this.day }, body: { attempt, locale: 'de' } }),
    )
  }

  /** Solves the day with the clock going along, and gives the result. */
  async solve(gap = GAP_MS): Promise<StageResult> {
    return this.finishInTime(await winningEvents(this.api.services, this.day, gap, gap))
  }
}

/** A new player who has revealed a day's deal. */
export async function givenPlayer(api: TestApi, day: string, browser?: Browser): Promise<DailyPlayer> {
  const player = new DailyPlayer(api, day, browser)
  const { status, body } = await player.revealed()
  if (status !== 201) throw new Error(JSON.stringify(body))
  return player
}
