/**
 * The rules once more, written from their description alone and in the slowest and plainest way: cards are texts, every position is a deep
 * copy, every move is tried. It shares nothing with the engine and exists to be compared with it.
 */
export interface NaiveRules {
  readonly sameSuit: boolean
  readonly autoplay: 'safe' | 'all' | 'off'
}

export interface NaiveTable {
  /** `--` where empty. */
  cells: string[]
  /** The last card's rank, by suit. */
  home: Record<string, number>
  columns: string[][]
}

const rank = (card: string) => ' A23456789TJQK'.indexOf(card.charAt(0))
const suit = (card: string) => card.charAt(1)
const red = (card: string) => suit(card) === 'D' || suit(card) === 'H'
const last = (cards: string[]) => cards[cards.length - 1]

function fits(card: string, onto: string, rules: NaiveRules): boolean {
  if (rank(card) !== rank(onto) - 1) return false
  return rules.sameSuit ? suit(card) === suit(onto) : red(card) !== red(onto)
}

const fitsHome = (card: string, table: NaiveTable) => rank(card) === (table.home[suit(card)] ?? 0) + 1

function mayFly(card: string, table: NaiveTable, rules: NaiveRules): boolean {
  if (rules.autoplay === 'off' || !fitsHome(card, table)) return false
  if (rules.autoplay === 'all' || rank(card) <= 2) return true
  const others = red(card) ? ['C', 'S'] : ['D', 'H']
  return others.every((other) => (table.home[other] ?? 0) >= rank(card) - 1)
}

const copyOf = ({ cells, home, columns }: NaiveTable): NaiveTable => ({
  cells: [...cells],
  home: { ...home },
  columns: columns.map((column) => [...column]),
})

/** The table after all flights. */
export function settle(table: NaiveTable, rules: NaiveRules): NaiveTable {
  const after = copyOf(table)
  for (let flying = true; flying; ) {
    flying = false
    for (const [index, card] of after.cells.entries()) {
      if (card === '--' || !mayFly(card, after, rules)) continue
      after.cells[index] = '--'
      after.home[suit(card)] = rank(card)
      flying = true
    }
    for (const column of after.columns) {
      const card = last(column)
      if (card === undefined || !mayFly(card, after, rules)) continue
      column.pop()
      after.home[suit(card)] = rank(card)
      flying = true
    }
  }
  return after
}

/** The tables after each legal move and its flights, by the move's text; a count is written only into an empty column. */
export function children(table: NaiveTable, rules: NaiveRules): Map<string, NaiveTable> {
  const found = new Map<string, NaiveTable>()
  const add = (text: string, change: (copy: NaiveTable) => void) => {
    const copy = copyOf(table)
    change(copy)
    found.set(text, settle(copy, rules))
  }
  const free = table.cells.filter((card) => card === '--').length
  const empty = table.columns.filter((column) => column.length === 0).length
  const letter = (cell: number) => 'abcd'.charAt(cell)

  for (const [cell, card] of table.cells.entries()) {
    if (card === '--') continue
    if (fitsHome(card, table)) {
      add(`${letter(cell)}h`, (copy) => {
        copy.cells[cell] = '--'
        copy.home[suit(card)] = rank(card)
      })
    }
    for (const [to, column] of table.columns.entries()) {
      const onto = last(column)
      if (onto !== undefined && !fits(card, onto, rules)) continue
      add(`${letter(cell)}${to + 1}${onto === undefined ? 'x1' : ''}`, (copy) => {
        copy.cells[cell] = '--'
        copy.columns[to]?.push(card)
      })
    }
  }

  for (const [from, column] of table.columns.entries()) {
    const card = last(column)
    if (card === undefined) continue
    if (fitsHome(card, table)) {
      add(`${from + 1}h`, (copy) => {
        copy.columns[from]?.pop()
        copy.home[suit(card)] = rank(card)
      })
    }
    for (const [cell, taken] of table.cells.entries()) {
      if (taken !== '--') continue
      add(`${from + 1}${letter(cell)}`, (copy) => {
        copy.columns[from]?.pop()
        copy.cells[cell] = card
      })
    }
    for (let count = 1; count <= column.length; count++) {
      const run = column.slice(column.length - count)
      if (!run.every((each, index) => index === 0 || fits(each, run[index - 1] as string, rules))) break
      for (const [to, target] of table.columns.entries()) {
        if (to === from) continue
        const onto = last(target)
        const room = (free + 1) * 2 ** (onto === undefined ? empty - 1 : empty)
        if (count > room || (onto !== undefined && !fits(run[0] as string, onto, rules))) continue
        add(`${from + 1}${to + 1}${onto === undefined ? `x${count}` : ''}`, (copy) => {
          copy.columns[from]?.splice(column.length - count, count)
          copy.columns[to]?.push(...run)
        })
      }
    }
  }
  return found
}
