// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import type { Autoplay, Position, Variant } from '../engine/index.ts'
import { CELL, FLOOR, fitsOf, KEYS, ROW } from './tables.ts'
import type { Weights } from './weights.ts'

export const COLUMNS = 8
/** Distance of two columns in the arrays indexed `column << LANE | height`. No reachable column is longer than 19 cards. */
export const LANE = 5
const HEIGHT = 1 << LANE

/** Bytes of a packed position: eight lengths, three of home and cells, at most 52 cards. */
export const PACKED = 64
const PACKED_HOME = COLUMNS
const PACKED_CELLS = PACKED_HOME + 2
const PACKED_CARDS = PACKED_CELLS + 1

/**
 * A move is a word `from | to << 4 | count << 8`. Columns are 0..7; as a source 8..11 are the cells, as a target 8 is any empty
 * cell and 9 the foundation. Occupied cells are kept without gaps, so the numbers of cells hold for one position only.
 */
export const TO_CELL = 8
export const HOME = 9
export const moveWord = (from: number, to: number, count: number): number => from | (to << 4) | (count << 8)

/**
 * The position that the search stands on. Cards are 0..51 as in the engine, ranks are indices 0..12.
 *
 * Per card of a column, what the search asks again and again is kept as prefix values over the cards from the floor up to it: the
 * lowest rank, the length of the ordered run that ends there, the column's cost so far. A card that leaves a column leaves these values
 * valid for the cards beneath, and is itself still in the array; taking a move back is therefore little more than putting back lengths.
 */
export class Board {
  readonly cards = new Uint8Array(COLUMNS << LANE)
  readonly lowest = new Uint8Array(COLUMNS << LANE)
  readonly run = new Uint8Array(COLUMNS << LANE)
  readonly cost = new Int32Array(COLUMNS << LANE)
  readonly length = new Uint8Array(COLUMNS)
  readonly cells = new Uint8Array(4)
  /** Cards home, by suit; so also the rank index of the suit's next card. */
  readonly home = new Uint8Array(4)
  /** Up to which rank index a suit's next card flies home by autoplay. */
  readonly flightLimit = new Uint8Array(4)
  /** Where a card in a column lies, `column << LANE | height`; of cards elsewhere it says nothing. */
  readonly place = new Uint8Array(52)
  cellCount = 0
  cellLimit = 4
  homeCount = 0
  hashLow = 0
  hashHigh = 0

  /** What the last `play` or `fly` sent home, in order: the source as in a move word, and the card. */
  readonly flightFrom = new Uint8Array(52)
  readonly flightCard = new Uint8Array(52)
  flights = 0

  fits: Uint8Array = new Uint8Array(0)
  #flyAll = false
  #weights: Weights

  constructor(weights: Weights) {
    this.#weights = weights
  }

  /** The rules of the next `load`; `autoplay` says what flies. */
  setRules(variant: Variant, autoplay: Autoplay): void {
    this.fits = fitsOf(variant)
    this.cellLimit = variant.cells
    this.#flyAll = autoplay === 'all'
  }

  /** The weights of the column costs, for positions loaded or unpacked from now on. */
  setWeights(weights: Weights): void {
    this.#weights = weights
  }

  /** Takes over a position as it is; throws RangeError for what no game can reach. */
  load(position: Position): void {
    const inCells = position.cells.filter((card) => card !== null)
    const longest = Math.max(...position.columns.map((column) => column.length))
    if (position.columns.length !== COLUMNS || longest >= HEIGHT || inCells.length > this.cellLimit) {
      throw new RangeError('not a position of this variant')
    }
    this.cells.set(inCells)
    this.cellCount = inCells.length
    this.home.set(position.foundations)
    for (const [column, cards] of position.columns.entries()) {
      this.cards.set(cards, column << LANE)
      this.length[column] = cards.length
    }
    this.#deriveAll()
    this.hashLow = 0
    this.hashHigh = 0
    for (let column = 0; column < COLUMNS; column++) {
      const base = column << LANE
      for (let i = base; i < base + this.length[column]!; i++)
        this.#toggle(this.cards[i]!, i === base ? FLOOR : this.cards[i - 1]!)
    }
    for (let i = 0; i < this.cellCount; i++) this.#toggle(this.cells[i]!, CELL)
  }

  /** Writes the position, without its hash, to `to[offset …]`. */
  pack(to: Uint8Array, offset: number): void {
    const { cards, length, cells, home } = this
    let at = offset + PACKED_CARDS
    for (let column = 0; column < COLUMNS; column++) {
      const base = column << LANE
      const end = base + length[column]!
      to[offset + column] = end - base
      for (let i = base; i < end; i++) to[at++] = cards[i]!
    }
    for (let i = 0; i < this.cellCount; i++) to[at++] = cells[i]!
    to[offset + PACKED_HOME] = home[0]! | (home[1]! << 4)
    to[offset + PACKED_HOME + 1] = home[2]! | (home[3]! << 4)
    to[offset + PACKED_CELLS] = this.cellCount
  }

  /** Takes back what `pack` wrote; the caller keeps the hash. */
  unpack(from: Uint8Array, offset: number, hashLow: number, hashHigh: number): void {
    const { cards, length, cells, home } = this
    let at = offset + PACKED_CARDS
    for (let column = 0; column < COLUMNS; column++) {
      const base = column << LANE
      const end = base + from[offset + column]!
      length[column] = end - base
      for (let i = base; i < end; i++) cards[i] = from[at++]!
    }
    this.cellCount = from[offset + PACKED_CELLS]!
    for (let i = 0; i < this.cellCount; i++) cells[i] = from[at++]!
    const blackAndDiamonds = from[offset + PACKED_HOME]!
    const heartsAndSpades = from[offset + PACKED_HOME + 1]!
    home[0] = blackAndDiamonds & 15
    home[1] = blackAndDiamonds >> 4
    home[2] = heartsAndSpades & 15
    home[3] = heartsAndSpades >> 4
    this.hashLow = hashLow
    this.hashHigh = hashHigh
    this.#deriveAll()
  }

  /** Plays a legal move and lets fly what autoplay then sends home; a home move is noted as the first flight. */
  play(move: number): void {
    const from = move & 15
    const to = (move >> 4) & 15
    const count = move >> 8
    const { cards, length, cells } = this
    this.flights = 0
    if (to === HOME) {
      if (from < COLUMNS) this.#flyFromColumn(from)
      else this.#flyFromCell(from - COLUMNS)
    } else {
      let source = 0
      let head: number
      let under = CELL
      if (from < COLUMNS) {
        const left = length[from]! - count
        source = (from << LANE) | left
        head = cards[source]!
        under = left > 0 ? cards[source - 1]! : FLOOR
        length[from] = left
      } else {
        head = cells[from - COLUMNS]!
        cells[from - COLUMNS] = cells[--this.cellCount]!
      }
      this.#toggle(head, under)
      if (to === TO_CELL) {
        cells[this.cellCount++] = head
        this.#toggle(head, CELL)
      } else {
        const height = length[to]!
        const target = (to << LANE) | height
        this.#toggle(head, height > 0 ? cards[target - 1]! : FLOOR)
        cards[target] = head
        for (let i = 1; i < count; i++) cards[target + i] = cards[source + i]!
        length[to] = height + count
        this.#derive(to, height)
      }
    }
    this.fly()
  }

  /** Takes back the last `play`, or what `fly` did; the caller gives back the hash from before. */
  takeBack(move: number, hashLow: number, hashHigh: number): void {
    const { cards, length, cells, place } = this
    while (this.flights > 0) this.#unfly()
    this.#setFlightLimits()
    this.hashLow = hashLow
    this.hashHigh = hashHigh
    const from = move & 15
    const to = (move >> 4) & 15
    const count = move >> 8
    if (to === HOME) return
    let head: number
    if (to === TO_CELL) head = cells[--this.cellCount]!
    else {
      const left = length[to]! - count
      head = cards[(to << LANE) | left]!
      length[to] = left
    }
    if (from < COLUMNS) {
      const left = length[from]!
      length[from] = left + count
      for (let i = (from << LANE) | left; i < ((from << LANE) | (left + count)); i++) place[cards[i]!] = i
    } else this.#intoCell(from - COLUMNS, head)
  }

  /** Sends home what autoplay sends, until nothing more flies. */
  fly(): void {
    const { cards, length, cells } = this
    let before: number
    do {
      before = this.flights
      for (let column = 0; column < COLUMNS; column++) {
        while (length[column]! > 0 && this.flies(cards[((column << LANE) | length[column]!) - 1]!)) this.#flyFromColumn(column)
      }
      for (let i = this.cellCount - 1; i >= 0; i--) if (this.flies(cells[i]!)) this.#flyFromCell(i)
    } while (this.flights > before)
  }

  /** The card that a move from this source takes last: a column's end card, or a cell's. */
  end(from: number): number {
    return from < COLUMNS ? this.cards[((from << LANE) | this.length[from]!) - 1]! : this.cells[from - COLUMNS]!
  }

  /** Whether autoplay sends this card home as soon as it lies free. */
  flies(card: number): boolean {
    const suit = card & 3
    return card >> 2 === this.home[suit]! && card >> 2 <= this.flightLimit[suit]!
  }

  /** How many cards lie above a suit's next card; 0 where that is in a cell, or none. */
  aboveNext(suit: number): number {
    const at = this.placeOfNext(suit)
    return at < 0 ? 0 : this.length[at >> LANE]! - 1 - (at & (HEIGHT - 1))
  }

  /** Where in the columns a suit's next card lies, `column << LANE | height`; -1 where it is in a cell, or none. */
  placeOfNext(suit: number): number {
    const rank = this.home[suit]!
    if (rank === 13) return -1
    const card = (rank << 2) | suit
    const at = this.place[card]!
    // The place of a card that went to a cell is stale, but then something else lies there or nothing.
    return this.cards[at]! === card && (at & (HEIGHT - 1)) < this.length[at >> LANE]! ? at : -1
  }

  #flyFromColumn(column: number): void {
    const left = this.length[column]! - 1
    const at = (column << LANE) | left
    this.length[column] = left
    this.#goHome(this.cards[at]!, left > 0 ? this.cards[at - 1]! : FLOOR, column)
  }

  #flyFromCell(cell: number): void {
    const card = this.cells[cell]!
    this.cells[cell] = this.cells[--this.cellCount]!
    this.#goHome(card, CELL, COLUMNS + cell)
  }

  #goHome(card: number, under: number, from: number): void {
    this.#toggle(card, under)
    this.home[card & 3]!++
    this.homeCount++
    this.#setFlightLimits()
    this.flightFrom[this.flights] = from
    this.flightCard[this.flights++] = card
  }

  #unfly(): void {
    const from = this.flightFrom[--this.flights]!
    const card = this.flightCard[this.flights]!
    this.home[card & 3]!--
    this.homeCount--
    if (from < COLUMNS) this.length[from]!++
    else this.#intoCell(from - COLUMNS, card)
  }

  /** Puts a card back into the cell that it left. */
  #intoCell(cell: number, card: number): void {
    this.cells[this.cellCount++] = this.cells[cell]!
    this.cells[cell] = card
  }

  #toggle(card: number, under: number): void {
    const key = ((card << ROW) | under) << 1
    this.hashLow ^= KEYS[key]!
    this.hashHigh ^= KEYS[key + 1]!
  }

  /** The prefix values and places of a column's cards from a height on. */
  #derive(column: number, height: number): void {
    const { cards, lowest, run, cost, place, fits } = this
    const weights = this.#weights
    const base = column << LANE
    const end = base + this.length[column]!
    let i = base + height
    if (height === 0 && i < end) {
      lowest[i] = cards[i]! >> 2
      run[i] = 1
      cost[i] = 0
      place[cards[i]!] = i
      i++
    }
    for (; i < end; i++) {
      const card = cards[i]!
      const under = cards[i - 1]!
      const rank = card >> 2
      const floor = lowest[i - 1]!
      let sum = cost[i - 1]!
      if (fits[(card << ROW) | under]!) run[i] = run[i - 1]! + 1
      else {
        run[i] = 1
        sum += weights.break
        if (rank > under >> 2) sum += weights.inversion
      }
      if (floor < rank) {
        sum += weights.aboveLower
        lowest[i] = floor
      } else lowest[i] = rank
      cost[i] = sum
      place[card] = i
    }
  }

  #deriveAll(): void {
    for (let column = 0; column < COLUMNS; column++) this.#derive(column, 0)
    this.homeCount = this.home[0]! + this.home[1]! + this.home[2]! + this.home[3]!
    this.#setFlightLimits()
  }

  #setFlightLimits(): void {
    const { home, flightLimit } = this
    if (this.#flyAll) {
      flightLimit.fill(12)
      return
    }
    // Nothing can want to lie on a card whose lower neighbours of the other colour are both home; on a two, only aces, which fly.
    const black = Math.max(1, Math.min(home[0]!, home[3]!))
    const red = Math.max(1, Math.min(home[1]!, home[2]!))
    flightLimit[0] = flightLimit[3] = red
    flightLimit[1] = flightLimit[2] = black
  }
}
