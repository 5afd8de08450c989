import {
  AUTOPLAYS,
  type Autoplay,
  DECK,
  type DealNumber,
  type Game,
  type LogEvent,
  legalMoves,
  MAX_DEAL,
  MAX_T,
  makeMove,
  type Position,
  playEvent,
  type Setup,
  startGame,
  VARIANT_IDS,
  VARIANTS,
} from '@speedcell/shared/engine'
import fc from 'fast-check'

/** A game that a log can be of. */
export const setups: fc.Arbitrary<Setup> = fc
  .record({
    deal: fc.integer({ min: 1, max: MAX_DEAL }).map((number) => number as DealNumber),
    variant: fc.constantFrom(...VARIANT_IDS),
    off: fc.boolean(),
  })
  .map(({ deal, variant, off }) => ({ deal, variant, autoplay: off ? 'off' : VARIANTS[variant].autoplay }))

/** Any rule of autoplay. */
export const autoplays: fc.Arbitrary<Autoplay> = fc.constantFrom(...AUTOPLAYS)

/** A game as it went: each game on the way, and the events between them. */
export interface Walk {
  readonly setup: Setup
  readonly games: readonly Game[]
  readonly events: readonly LogEvent[]
}

/** A game in which most events are legal moves, some are undos and hints, and finish is tried now and then. */
export const walks: fc.Arbitrary<Walk> = fc
  .record({ setup: setups, choices: fc.array(fc.tuple(fc.nat(60_000), fc.nat(19), fc.nat(999)), { maxLength: 80 }) })
  .map(({ setup, choices }) => {
    const games = [startGame(setup)]
    const events: LogEvent[] = []
    let t = 0
    for (const [wait, kind, choice] of choices) {
      const game = games.at(-1) as Game
      t += wait
      const event: LogEvent = [t, textOf(game, kind, choice)]
      const next = playEvent(game, event)
      if (!next.ok) continue
      events.push(event)
      games.push(next.value)
    }
    return { setup, games, events }
  })

function textOf(game: Game, kind: number, choice: number): string {
  if (kind === 0) return 'hint'
  if (kind === 1) return 'finish'
  if (kind <= 3) return 'undo'
  const moves = legalMoves(game.position, VARIANTS[game.setup.variant])
  const move = moves[choice % Math.max(1, moves.length)]
  return move === undefined ? 'undo' : makeMove(game.position, move)
}

/**
 * Positions with few cards left, so that columns and cells are empty, runs are long and cards fly: foundations at random heights, the rest
 * of the deck anywhere.
 */
export const positions: fc.Arbitrary<{ setup: Setup; position: Position }> = fc
  .record({
    setup: setups,
    home: fc.tuple(fc.nat(13), fc.nat(13), fc.nat(13), fc.nat(13)),
    order: fc.shuffledSubarray(DECK.slice(), { minLength: 52, maxLength: 52 }),
    cells: fc.nat(4),
    sorted: fc.boolean(),
    places: fc.array(fc.nat(7), { minLength: 52, maxLength: 52 }),
  })
  .map(({ setup, home, order, cells, sorted, places }) => {
    const left = order.filter((card) => card >> 2 >= (home[card & 3] as number))
    if (sorted) left.sort((a, b) => b - a)
    const inCells = left.splice(0, Math.min(cells, VARIANTS[setup.variant].cells))
    const columns: (typeof left)[] = Array.from({ length: 8 }, () => [])
    for (const [index, card] of left.entries()) columns[places[index] as number]?.push(card)
    const position = {
      cells: Array.from({ length: VARIANTS[setup.variant].cells }, (_, index) => inCells[index] ?? null),
      foundations: home,
      columns,
    }
    return { setup, position }
  })

/** Any text, lone surrogates too. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('undo', 'hint', 'finish', 'u', 'h', 'f', '', ' ', ':', '"', '\\', '__proto__', '18x3', 'a1', 'abx99', '1h'),
  fc.stringMatching(/^[1-8a-d][1-8a-dh](x[1-9][0-9]?)?$/),
)

/** Well-formed events that need not be playable. */
export const events: fc.Arbitrary<LogEvent[]> = fc.array(fc.tuple(fc.integer({ min: 0, max: MAX_T }), texts), { maxLength: 40 })
