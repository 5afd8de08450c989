/**
 * A second replay of a game with one to four cells, written from the rules alone and as plainly as possible, to hold the engine
 * against. It shares nothing with it.
 */

const RANKS = 'A23456789TJQK'
const SUITS = 'CDHS'

/** What the referee says of a log. */
export type Ruling =
  | { ok: true; won: boolean; home: number; moves: number; undos: number; hints: number; points: number; lastT: number }
  | { ok: false; index: number; reason: string }

interface Table {
  columns: string[][]
  cells: string[]
  home: Record<string, number>
}

const rank = (card: string): number => RANKS.indexOf(card.charAt(0)) + 1
const suit = (card: string): string => card.charAt(1)
const red = (card: string): boolean => suit(card) === 'D' || suit(card) === 'H'
const fits = (card: string, onto: string): boolean => rank(card) === rank(onto) - 1 && red(card) !== red(onto)
const homeCount = ({ home }: Table): number => Object.values(home).reduce((sum, count) => sum + count, 0)
const copy = (table: Table): Table => structuredClone(table)

/** Microsoft's deal of that number, on a table with so many cells. */
function deal(number: number, cells: number): Table {
  const deck = [...RANKS].flatMap((r) => [...SUITS].map((s) => r + s))
  const columns: string[][] = [[], [], [], [], [], [], [], []]
  let state = BigInt(number)
  for (let dealt = 0; deck.length > 0; dealt++) {
    state = (state * 214_013n + 2_531_011n) % 2n ** 31n
    const at = Number(state >> 16n) % deck.length
    const card = deck[at] ?? ''
    deck[at] = deck.at(-1) ?? ''
    deck.pop()
    columns[dealt % 8]?.push(card)
  }
  return { columns, cells: Array.from({ length: cells }, () => ''), home: { C: 0, D: 0, H: 0, S: 0 } }
}

const goesHome = (table: Table, card: string): boolean => card !== '' && table.home[suit(card)] === rank(card) - 1

function isSafe(table: Table, card: string): boolean {
  const others = red(card) ? ['C', 'S'] : ['D', 'H']
  return goesHome(table, card) && (rank(card) <= 2 || others.every((other) => (table.home[other] ?? 0) >= rank(card) - 1))
}

/** Sends home whatever may go, until nothing more may. */
function fly(table: Table, may: (table: Table, card: string) => boolean): void {
  for (let moved = true; moved; ) {
    moved = false
    for (const column of table.columns) {
      const card = column.at(-1) ?? ''
      if (!may(table, card)) continue
      column.pop()
      table.home[suit(card)] = rank(card)
      moved = true
    }
    for (const [index, card] of table.cells.entries()) {
      if (!may(table, card)) continue
      table.cells[index] = ''
      table.home[suit(card)] = rank(card)
      moved = true
    }
  }
}

/** The table after a move, before any flight; undefined if the text names no legal one. */
function moved(before: Table, text: string): Table | undefined {
  const parts = /^([1-8a-d])([1-8a-dh])(x([1-9][0-9]?))?$/.exec(text)
  if (!parts) return undefined
  const [, from = '', to = '', , written] = parts
  const table = copy(before)
  const source = table.columns[Number(from) - 1]
  const cell = 'abcd'.indexOf(from)
  const count = written === undefined ? undefined : Number(written)
  const one = source ? (source.at(-1) ?? '') : (table.cells[cell] ?? '')
  if (one === '') return undefined
  const takeOne = (): void => {
    if (source) source.pop()
    else table.cells[cell] = ''
  }

  if (to === 'h') {
    if ((count ?? 1) !== 1 || !goesHome(table, one)) return undefined
    takeOne()
    table.home[suit(one)] = rank(one)
    return table
  }
  if ('abcd'.includes(to)) {
    const free = 'abcd'.indexOf(to)
    if (!source || (count ?? 1) !== 1 || table.cells[free] !== '') return undefined
    takeOne()
    table.cells[free] = one
    return table
  }
  const target = table.columns[Number(to) - 1]
  if (!target || target === source) return undefined
  let run = 1
  if (source) {
    while (run < source.length && fits(source.at(-run) ?? '', source.at(-run - 1) ?? '')) run++
  }
  const emptyColumns = table.columns.filter((column) => column.length === 0 && column !== target).length
  const most = (table.cells.filter((card) => card === '').length + 1) * 2 ** emptyColumns
  let length: number
  if (target.length === 0) {
    length = count ?? Math.min(run, most)
  } else {
    length = rank(target.at(-1) ?? '') - rank(one)
    if (count !== undefined && count !== length) return undefined
  }
  if (length < 1 || length > run || length > most) return undefined
  const cards = source ? source.splice(-length) : [one]
  if (!source) table.cells[cell] = ''
  const onto = target.at(-1)
  if (onto !== undefined && !fits(cards[0] ?? '', onto)) return undefined
  target.push(...cards)
  return table
}

/** Rules on a game with safe autoplay, of four cells unless given; `latest` is the latest t that is believed of each event. */
export function rule(
  number: number,
  events: readonly (readonly [number, string])[],
  latest: (index: number) => number,
  cells = 4,
): Ruling {
  let table = deal(number, cells)
  fly(table, isSafe)
  const past: Table[] = []
  let [moves, undos, hints, lastT] = [0, 0, 0, 0]
  for (const [index, [t, e]] of events.entries()) {
    const refuse = (reason: string): Ruling => ({ ok: false, index, reason })
    if (t < lastT) return refuse('time-falls')
    if (t > latest(index)) return refuse('time-ahead')
    if (homeCount(table) === 52) return refuse('after-end')
    lastT = t
    if (e === 'undo') {
      const earlier = past.pop()
      if (!earlier) return refuse('nothing-to-undo')
      table = earlier
      undos++
    } else if (e === 'hint') {
      hints++
    } else if (e === 'finish') {
      const finished = copy(table)
      fly(finished, goesHome)
      if (homeCount(finished) !== 52) return refuse('cannot-finish')
      table = finished
    } else {
      const next = moved(table, e)
      if (!next) return refuse('illegal-move')
      past.push(copy(table))
      fly(next, isSafe)
      table = next
      moves++
    }
  }
  const home = homeCount(table)
  const won = home === 52
  const points = Math.max(0, 10 * home + (won ? 500 : 0) - moves - 5 * undos - 10 * hints)
  return { ok: true, won, home, moves, undos, hints, points, lastT }
}
