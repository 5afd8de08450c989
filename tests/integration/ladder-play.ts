import { contracts, type Ladder, type StageResult, type StageView } from '@speedcell/shared/contracts'
import { solutionOf } from '../support/solution.ts'
import type { Answer, TestApi } from './api-client.ts'
import { type Events, GAP_MS, RatedPlayer, timed } from './rated-player.ts'

/** The events by which our solver wins a stage. */
export const winOf = (stage: StageView, start = GAP_MS, gap = GAP_MS): Events => timed(solutionOf(stage), start, gap)

/** A player at a browser of their own who climbs the ladder. */
export class LadderPlayer extends RatedPlayer {
  /** Asks for a stage of the run that is played here, if there is one. */
  async revealed(number: number, run: string | null = this.stage?.run ?? null): Promise<Answer<StageView>> {
    const body = { run, stage: number, locale: 'de' as const }
    return this.keep(await this.browser.call(contracts.ladder.reveal, { body }))
  }

  /** Wins the stage in play by our solver's line, with the clock going along. */
  win(start = GAP_MS, gap = GAP_MS): Promise<StageResult> {
    return this.finishInTime(winOf(this.stage, start, gap))
  }

  /** Climbs from where the player stands until a stage is revealed, `gap` ms a move. */
  async climbTo(number: number, gap = GAP_MS): Promise<StageView> {
    for (let next = (this.stage?.number ?? 0) + 1; next <= number; next++) {
      if (this.stage) await this.win(gap, gap)
      const { status, body } = await this.revealed(next)
      if (status !== 201) throw new Error(JSON.stringify(body))
    }
    return this.stage
  }

  async ladder(): Promise<Ladder> {
    return (await this.browser.call(contracts.ladder.get)).body
  }
}

/** A new player who has revealed a stage of a ladder run, those before it won by moves `gap` ms apart. */
export async function givenClimber(api: TestApi, number = 1, gap = GAP_MS): Promise<LadderPlayer> {
  const player = new LadderPlayer(api)
  await player.climbTo(number, gap)
  return player
}
