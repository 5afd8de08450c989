import { contracts, type StageResult, type StageView } from '@speedcell/shared/contracts'
import type { LogEvent } from '@speedcell/shared/engine'
import type { Services } from '../../apps/api/dependencies.ts'
import type { Answer, Browser, TestApi } from './api-client.ts'

/** How far apart the moves of these tests are, in ms. */
const GAP_MS = 1_000

/** The event lists of these tests, as JSON has them. */
export type Events = [t: number, e: string][]

/** A log of a stage with certain events. */
export const logOf = ({ deal, variant, autoplay }: StageView, events: readonly LogEvent[]) => ({
  v: 1,
  deal,
  variant,
  autoplay,
  events: events.map(([t, e]) => [t, e]),
})

/** Moves as events, the first at `start` and the others after it, `gap` ms apart. */
export const timed = (moves: readonly string[], start = GAP_MS, gap = GAP_MS): Events =>
  moves.map((move, index) => [start + index * gap, move])

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
export class DailyPlayer {
  readonly #api: TestApi
  readonly browser: Browser
  readonly day: string
  /** The stage as the last reveal or claim answered it. */
  stage!: StageView

  constructor(api: TestApi, day: string, browser?: Browser) {
    this.#api = api
    this.day = day
    this.browser = browser ?? api.browser()
  }

  async revealed(attempt = 1): Promise<Answer<StageView>> {
    const answer = await this.browser.call(contracts.daily.reveal, { params: { day: this.day }, body: { attempt, locale: 'de' } })
    if (answer.status === 201) this.stage = answer.body
    return answer
  }

  async claimed(): Promise<Answer<StageView>> {
    const answer = await this.browser.call(contracts.stages.claim, { params: { stage: this.stage.id } })
    if (answer.status === 200) this.stage = answer.body
    return answer
  }

  /** Who plays, once something was revealed. */
  async id(): Promise<string> {
    const me = await this.browser.me()
    if (!me) throw new Error('nobody plays')
    return me.id
  }

  /** The tab that plays, as the services know it. */
  async tab() {
    return { userId: await this.id(), stage: this.stage.id, claim: this.stage.claim ?? 'no claim at all' }
  }

  async append(from: number, events: Events) {
    return this.#api.services.runs.append(await this.tab(), from, events)
  }

  finish(
    events: readonly LogEvent[],
    {
      givenUp = false,
      log = logOf(this.stage, events),
      claim = this.stage.claim,
    }: { givenUp?: boolean; log?: object; claim?: string | null } = {},
  ): Promise<Answer<StageResult>> {
    const body = { claim: claim ?? 'no claim at all', log, givenUp }
    return this.browser.call(contracts.stages.finish, { params: { stage: this.stage.id }, body: body as never })
  }

  hint(length: number, claim = this.stage.claim ?? 'no claim at all') {
    return this.browser.call(contracts.stages.hint, { params: { stage: this.stage.id }, body: { claim, length } })
  }

  look(): Promise<Answer<StageView>> {
    return this.browser.call(contracts.stages.get, { params: { stage: this.stage.id } })
  }

  /** Solves the day with the clock going along, and gives the result. */
  async solve(gap = GAP_MS): Promise<StageResult> {
    const events = await winningEvents(this.#api.services, this.day, gap, gap)
    this.#api.clock.advance(gap * events.length)
    const answer = await this.finish(events)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
}

/** A new player who has revealed a day's deal. */
export async function givenPlayer(api: TestApi, day: string, browser?: Browser): Promise<DailyPlayer> {
  const player = new DailyPlayer(api, day, browser)
  const { status, body } = await player.revealed()
  if (status !== 201) throw new Error(JSON.stringify(body))
  return player
}
