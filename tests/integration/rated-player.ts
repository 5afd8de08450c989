import { contracts, type StageResult, type StageView } from '@speedcell/shared/contracts'
import type { LogEvent } from '@speedcell/shared/engine'
import type { Answer, Browser, TestApi } from './api-client.ts'

/** How far apart the moves of these tests are, in ms. */
export const GAP_MS = 1_000

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

/** A player at a browser of their own, and the rated stage that they play there. */
export class RatedPlayer {
  readonly api: TestApi
  readonly browser: Browser
  /** The stage as the last reveal or claim answered it. */
  stage!: StageView

  constructor(api: TestApi, browser: Browser = api.browser()) {
    this.api = api
    this.browser = browser
  }

  /** Keeps the stage of a good answer. */
  keep(answer: Answer<StageView>): Answer<StageView> {
    if (answer.status < 300) this.stage = answer.body
    return answer
  }

  async claimed(): Promise<Answer<StageView>> {
    return this.keep(await this.browser.call(contracts.stages.claim, { params: { stage: this.stage.id } }))
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
    return this.api.services.runs.append(await this.tab(), from, events)
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

  /** Finishes with the clock going along to the last event, and gives the result. */
  async finishInTime(events: Events): Promise<StageResult> {
    this.api.clock.advance(events.at(-1)?.[0] ?? 0)
    const answer = await this.finish(events)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }

  hint(length: number, claim = this.stage.claim ?? 'no claim at all') {
    return this.browser.call(contracts.stages.hint, { params: { stage: this.stage.id }, body: { claim, length } })
  }

  look(): Promise<Answer<StageView>> {
    return this.browser.call(contracts.stages.get, { params: { stage: this.stage.id } })
  }
}
