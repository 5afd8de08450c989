/** A player without a browser: who fills lists, and plays while a page looks on. */
import { contracts, type Me, type StageResult, type StageView, type Today } from '@speedcell/shared/contracts'
import { parseDealNumber, startGame } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'

const solutions = new Map<number, readonly string[]>()

/** The moves that win a deal as the daily has it; worked out once. */
function solutionOf({ deal, variant, autoplay }: StageView): readonly string[] {
  const known = solutions.get(deal)
  if (known) return known
  const number = parseDealNumber(deal)
  if (!number.ok) throw new Error(number.error)
  const found = solve(
    startGame({ deal: number.value, variant, autoplay }).position,
    { variant, autoplay },
    { positions: 2_000_000 },
  )
  if (found.verdict !== 'solved') throw new Error(`deal ${deal}: ${found.verdict}`)
  solutions.set(deal, found.moves)
  return found.moves
}

export class HttpPlayer {
  readonly #url: string
  /** The session's cookie, `name=value`. */
  cookie = ''

  constructor(url: string) {
    this.#url = url
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { origin: this.#url, cookie: this.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const line of response.headers.getSetCookie()) this.cookie = line.split(';')[0] ?? ''
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  async me(): Promise<Me | null> {
    return ((await this.#call('GET', contracts.accounts.me.path)) as { me: Me | null }).me
  }

  async today(): Promise<Today> {
    return (await this.#call('GET', contracts.daily.today.path)) as Today
  }

  /** Reveals an attempt at today's deal. */
  async reveal(attempt = 1): Promise<StageView> {
    const { today } = await this.today()
    return (await this.#call('POST', `/daily/${today.day}/attempts`, { attempt, locale: 'de' })) as StageView
  }

  /** Reveals the first stage of a ladder run, or the next one of a run. */
  async climb(run: string | null = null, stage = 1): Promise<StageView> {
    return (await this.#call('POST', contracts.ladder.reveal.path, { run, stage, locale: 'de' })) as StageView
  }

  /** Ends a stage: wins it, or gives it up, at most so many moves from its start, `gap` ms apart. */
  async finish(stage: StageView, { win = true, moves = Number.POSITIVE_INFINITY, gap = 0 } = {}): Promise<StageResult> {
    const played = win ? solutionOf(stage) : solutionOf(stage).slice(0, moves)
    const { deal, variant, autoplay, claim } = stage
    const log = { v: 1, deal, variant, autoplay, events: played.map((move, index) => [index * gap, move]) }
    return (await this.#call('POST', `/stages/${stage.id}/finish`, { claim, log, givenUp: !win })) as StageResult
  }

  /** Plays today's daily once. */
  async play(options?: { win?: boolean; moves?: number }): Promise<StageResult> {
    return this.finish(await this.reveal(), options)
  }
}
