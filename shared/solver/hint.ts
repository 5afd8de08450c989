import {
  autoplay,
  canFinish,
  cardsHome,
  earlierPositions,
  emptyCells,
  emptyColumns,
  type Game,
  isWon,
  legalMoves,
  makeMove,
  type Position,
  parseMove,
  playMove,
  rankOf,
  runLength,
  suitIndex,
  VARIANTS,
  type Variant,
} from '../engine/index.ts'
import { shortest } from './shortest.ts'
import { type Budget, type Rules, solve, type Verdict } from './solve.ts'

/** What a player is told. */
export interface Hint {
  /** `move`: it keeps to a win. `guess`: it may. `lost`: that there is no win is proven. */
  readonly kind: 'move' | 'guess' | 'lost'
  /** In a log's notation; null where the position is lost. */
  readonly move: string | null
  /** Where it is lost: how many moves to take back to stand in a winnable position; null where none was found. */
  readonly takeBack: number | null
}

/** Moves that win from a position, which need not be the one that the game stands in. */
export interface Line {
  readonly from: Position
  readonly moves: readonly string[]
}

export interface HintQuestion {
  readonly position: Position
  readonly rules: Rules
  /** The positions that undos lead to, the nearest first. */
  readonly earlier: readonly Position[]
}

export interface Advice {
  readonly hint: Hint
  /** The lines for the next question: those that were known, after the one that the hint follows. */
  readonly lines: readonly Line[]
}

/** `line`: a short way to win is wanted. `proof`: whether there is any. `look`, `glance`: if that is not hard, or plain, to see. */
type Effort = 'line' | 'proof' | 'look' | 'glance'

/** Judges positions of one game's rules. */
export type Judge = (position: Position, effort: Effort) => Verdict

/** How many lines are remembered: enough for who leaves one and comes back to it. */
const MOST_LINES = 4
/** Positions that a look and a glance may take. */
const LOOK = 50_000
const GLANCE = 2_000
/** The share of the budget that the search for a line may use up; the rest is for the way back, or for a good guess. */
const LINE_SHARE = 0.75

/** What is asked about a game as it stands. */
export const hintQuestion = (game: Game): HintQuestion => ({
  position: game.position,
  rules: game.setup,
  earlier: earlierPositions(game),
})

/** How much a hint may take: positions looked at, over all questions, and how many of them go into a shorter line once one is found. */
export interface HintBudget extends Pick<Budget, 'positions' | 'interrupted'> {
  readonly shorter: number
}

/** The solver as a judge, within one budget for all that is asked about a hint. */
export function judgeWithin(rules: Rules, { positions, shorter, interrupted = () => false }: HintBudget): Judge {
  let left = positions
  const most: Record<Effort, number> = { line: positions * LINE_SHARE, proof: positions, look: LOOK, glance: GLANCE }
  return (position, effort) => {
    const budget = { positions: Math.min(left, most[effort]), interrupted }
    const verdict = effort === 'line' ? lineWithin(position, rules, { ...budget, shorter }) : solve(position, rules, budget)
    left -= verdict.positions
    return verdict
  }
}

function lineWithin(position: Position, rules: Rules, { positions, shorter, interrupted }: Required<HintBudget>): Verdict {
  let spent = 0
  let enough = Number.POSITIVE_INFINITY
  return shortest(position, rules, 'player', {
    positions,
    interrupted: () => spent > enough || interrupted(),
    progress: (soFar) => {
      spent = soFar
    },
    found: () => {
      enough = Math.min(enough, spent + shorter)
    },
  })
}

/**
 * Advises on the next move. Whoever follows hint after hint wins: a line is kept to until the game leaves it, and taken up again where
 * it comes back. Of the lines known to win this game, the first one counts on which it stands; off them the judge is asked.
 * Undefined where there is nothing to say: the game is won, or nothing can be moved and nothing is proven.
 */
export function findHint(question: HintQuestion, lines: readonly Line[], judge: Judge): Advice | undefined {
  const { position, rules } = question
  if (isWon(position)) return undefined
  if (canFinish(position)) return { hint: moveHint(homeMove(position, rules)), lines }
  const known = lines.map((line) => standsOf(line, rules))
  const followed = moveOnLine(position, lines, known)
  if (followed) return { hint: moveHint(followed.move), lines: withFirst(followed.line, lines) }
  const verdict = judge(position, 'line')
  const answer = verdict.verdict === 'unknown' ? lookAhead(question, judge) : verdict
  switch (answer?.verdict) {
    case 'solved': {
      const [move = ''] = answer.moves
      return { hint: moveHint(move), lines: withFirst({ from: position, moves: answer.moves }, lines) }
    }
    case 'unsolvable':
      return { hint: { kind: 'lost', move: null, takeBack: wayBack(question, known, judge) }, lines }
    case 'guess':
      return { hint: { kind: 'guess', move: answer.move, takeBack: null }, lines }
  }
  return undefined
}

const moveHint = (move: string): Hint => ({ kind: 'move', move, takeBack: null })

const withFirst = (line: Line, lines: readonly Line[]): readonly Line[] =>
  [line, ...lines.filter((other) => other !== line)].slice(0, MOST_LINES)

/** Where home moves alone clear the table, any of them does, and no search is needed. */
function homeMove(position: Position, rules: Rules): string {
  const move = legalMoves(position, VARIANTS[rules.variant]).find(({ to }) => to.kind === 'foundation')
  if (!move) throw new RangeError('nothing goes home')
  return makeMove(position, move)
}

/**
 * A position as the rules see it, to whom the order of columns and of cells does not matter: what lies in them, sorted; and what the
 * places are called in which it lies, in the same order.
 */
function arrangementOf({ columns, cells }: Position): { readonly key: string; readonly places: string } {
  const sorted = [
    ...columns.map((cards, index) => `${cards.join()} ${'12345678'.charAt(index)}`).sort(),
    ...cells.map((card, index) => `${card} ${'abcd'.charAt(index)}`).sort(),
  ]
  return { key: sorted.map((item) => item.slice(0, -1)).join(''), places: sorted.map((item) => item.slice(-1)).join('') }
}

/** By position, wherever a line makes a move: the move, and what the places are called there. */
type Stands = ReadonlyMap<string, { readonly places: string; readonly move: string }>

/** Empty for a line that does not win, which no hint follows. */
function standsOf({ from, moves }: Line, rules: Rules): Stands {
  const stands = new Map<string, { places: string; move: string }>()
  let position = from
  for (const move of moves) {
    const { key, places } = arrangementOf(position)
    // Of a place that a line comes to twice the last time counts, so that nobody is led in a circle.
    stands.set(key, { places, move })
    const next = positionAfter(position, rules, move)
    if (!next) break
    position = next
  }
  return isWon(position) ? stands : new Map()
}

function positionAfter(position: Position, rules: Rules, text: string): Position | undefined {
  const variant = VARIANTS[rules.variant]
  const move = parseMove(position, variant, text)
  return move.ok ? autoplay(playMove(position, variant, move.value), rules.autoplay).position : undefined
}

/** The move from a position that lies on a line, be it with columns or cells in another order, and the first such line. */
function moveOnLine(
  position: Position,
  lines: readonly Line[],
  known: readonly Stands[],
): { readonly move: string; readonly line: Line } | undefined {
  const { key, places } = arrangementOf(position)
  for (const [index, line] of lines.entries()) {
    const stand = known[index]?.get(key)
    if (!stand) continue
    // Both places, as they are called here; what follows is the count.
    const move = stand.move.replace(/^../, (names) =>
      names.replace(/[1-8a-d]/g, (name) => places.charAt(stand.places.indexOf(name))),
    )
    return { move, line }
  }
  return undefined
}

/**
 * How many moves to take back to stand in a winnable position; null if none was found. From a winnable position one has come to each
 * later one, so that whatever is before a winnable one is winnable too. Halving finds about where the turn is; from there it is
 * followed up to a proof that all is lost. What is not decided counts neither as winnable nor as such a proof.
 */
function wayBack({ earlier }: HintQuestion, known: readonly Stands[], judge: Judge): number | null {
  const onLine = earlier.findIndex((position) => {
    const { key } = arrangementOf(position)
    return known.some((stands) => stands.has(key))
  })
  const verdictOf = (index: number, effort: Effort) => judge(earlier[index] as Position, effort).verdict
  let won = onLine < 0 ? earlier.length : onLine
  let lost = -1
  for (let low = 0; low < won; ) {
    const middle = (low + won) >> 1
    const verdict = verdictOf(middle, 'look')
    if (verdict === 'solved') won = middle
    else low = middle + 1
    if (verdict === 'unsolvable') lost = middle
  }
  for (let index = won - 1; index > lost; index--) {
    const verdict = verdictOf(index, 'proof')
    if (verdict === 'unsolvable') break
    if (verdict === 'solved') won = index
  }
  return won < earlier.length ? won + 1 : null
}

/**
 * What a glance at each next position tells where the position itself was not decided: a win through one of them, a loss if all are
 * lost, else the one to guess. Undefined where nothing can be moved.
 */
function lookAhead({ position, rules, earlier }: HintQuestion, judge: Judge) {
  const variant = VARIANTS[rules.variant]
  const seen = new Set([position, ...earlier].map((before) => arrangementOf(before).key))
  const choices = new Map<string, { move: string; next: Position; worth: number }>()
  for (const move of legalMoves(position, variant)) {
    const next = autoplay(playMove(position, variant, move), rules.autoplay).position
    const { key } = arrangementOf(next)
    if (choices.has(key)) continue
    // Rather not back to where the game was.
    choices.set(key, { move: makeMove(position, move), next, worth: tidiness(next, variant) - (seen.has(key) ? 1_000 : 0) })
  }
  let guess: string | undefined
  for (const { move, next } of [...choices.values()].sort((a, b) => b.worth - a.worth)) {
    const verdict = judge(next, 'glance')
    if (verdict.verdict === 'solved') return { verdict: 'solved', moves: [move, ...verdict.moves] } as const
    if (verdict.verdict === 'unknown') guess ??= move
  }
  if (guess !== undefined) return { verdict: 'guess', move: guess } as const
  return choices.size > 0 ? ({ verdict: 'unsolvable' } as const) : undefined
}

/** How promising a table looks: cards home, room, ordered runs, and little on the cards that go home soon. */
function tidiness(position: Position, variant: Variant): number {
  let worth = cardsHome(position) * 5 + emptyCells(position) * 4 + emptyColumns(position) * 6
  for (const [index, column] of position.columns.entries()) {
    worth += runLength(position, index, variant)
    for (const [depth, card] of column.entries()) {
      // The sooner a card can go home, the more it weighs what lies on it.
      const wait = rankOf(card) - 1 - (position.foundations[suitIndex(card)] ?? 0)
      if (wait < 3) worth -= (column.length - 1 - depth) * (3 - wait) * 0.5
    }
  }
  return worth
}
