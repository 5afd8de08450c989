// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import type { Autoplay, Position, Variant } from '../engine/index.ts'
import { CELL, type Fits, FLOOR, fitsOf, isFit, KEYS, NO_CARD, ROW } from './tables.ts'
import type { Weights } from './weights.ts'

export const COLUMNS = 8
/** Distance, as a shift, of two columns in the arrays indexed `column << LANE | height`: no reachable column is longer than 19 cards. */
export const LANE = 5
export const HEIGHT_MASK = (1 << LANE) - 1

/** Bytes of a packed position: eight lengths, two of home, the number of cells in use, at most 52 cards. */
export const PACKED = 64
const PACKED_HOME = COLUMNS
const PACKED_CELLS = PACKED_HOME + 2
const PACKED_CARDS = PACKED_CELLS + 1

/**
 * A move is a word `from | to << 4 | count << 8`. Columns are 0..7; as a source 8..11 are the cells, as a target 8 is any empty
 * cell and 9 the foundation. Occupied cells are kept without gaps, so the numbers of cells hold for one position only.
 */
export const TO_CELL = 8
export const TO_HOME = 9
export const moveWord = (from: number, to: number, count: number): number => from | (to << 4) | (count << 8)

/** A prefix word: the lowest rank index up to the card, the length of the ordered run that ends with it, the cost of the column so far. */
const LOWEST_MASK = 15
const RUN_SHIFT = 4
const RUN_MASK = 31 << RUN_SHIFT
const COST_SHIFT = 9
const ONE_IN_RUN = 1 << RUN_SHIFT
const NO_PREFIX = 13
export const lowestOf = (prefix: number): number => prefix & LOWEST_MASK
export const runOf = (prefix: number): number => (prefix & RUN_MASK) >> RUN_SHIFT
export const costOf = (prefix: number): number => prefix >> COST_SHIFT

/**
 * Which cards go home by themselves: as the game's autoplay has it, or as Horne's rule (T. Horne, in M. Keller's FreeCell FAQ) has it
 * for columns of alternating colours. A card may go as soon as nothing needs it to lie on: `safe` asks that both cards that fit on it
 * are home; Horne, that they could go home whenever they lie free, and that of what fits on them in turn the card of its own colour's
 * other suit could so too. Whatever a win puts on the card or on these, it may send home instead. So no win is missed,
 * and a search that plays these moves at once runs dry in fewer positions.
 */
export type FlightRule = Autoplay | 'horne'

/**
 * The position that the search stands on. Cards are 0..51 as in the engine, ranks are indices 0..12.
 *
 * What the search asks of a column again and again is kept for each of its cards, over the cards from the floor up to it (`prefix`). A
 * card that leaves a column leaves these words valid for the cards beneath.
 */
export class Board {
  readonly cards = new Uint8Array(COLUMNS << LANE)
  readonly prefix = new Int32Array(COLUMNS << LANE)
  readonly length = new Uint8Array(COLUMNS)
  /** The occupied cells' cards come first, without gaps. */
  readonly cells = new Uint8Array(4)
  cellCount = 0
  cellLimit = 0
  /** Cards home, by suit; so also the rank index of the suit's next card. */
  readonly home = new Uint8Array(4)
  homeCount = 0
  hashLow = 0
  hashHigh = 0
  fits: Fits | undefined

  /** What was sent home since `load` or `unpack`, in order: the source as in a move word, and the card. */
  readonly flightFrom = new Uint8Array(52)
  readonly flightCard = new Uint8Array(52)
  flights = 0

  /** Where a card was last put in a column, `column << LANE | height`; only `placeOf` knows if it is still there. */
  readonly #place = new Uint8Array(53)
  /** Up to which rank index a suit's next card flies home. */
  readonly #flightLimit = new Int8Array(4)
  #flightRule: FlightRule = 'safe'
  /** What a card adds to the prefix word by what it lies on, at `card << ROW | under`; 0 where it goes on with a run. */
  readonly #steps = new Int32Array(52 << ROW)
  #weights: Weights | undefined
  #lowerCost = 0

  /** The rules of the game, and the weights of the costs, for what is loaded or unpacked from now on. */
  prepare(variant: Variant, flightRule: FlightRule, weights: Weights): void {
    const fits = fitsOf(variant)
    this.cellLimit = variant.cells
    this.#flightRule = flightRule
    if (this.fits === fits && this.#weights === weights) return
    this.fits = fits
    this.#weights = weights
    this.#lowerCost = weights.aboveLower << COST_SHIFT
    for (let card = 0; card < 52; card++) {
      this.#steps[(card << ROW) | FLOOR] = ONE_IN_RUN
      for (let under = 0; under < 52; under++) {
        const cost = weights.break + (card >> 2 > under >> 2 ? weights.inversion : 0)
        this.#steps[(card << ROW) | under] = isFit(fits, card, under) ? 0 : ONE_IN_RUN | (cost << COST_SHIFT)
      }
    }
  }

  /** Takes over a position as it is. Throws RangeError for what no game of the variant can reach. */
  load(position: Position): void {
    const inCells = position.cells.filter((card) => card !== null)
    const longest = Math.max(...position.columns.map((column) => column.length))
    if (position.columns.length !== COLUMNS || longest > HEIGHT_MASK || inCells.length > this.cellLimit) {
      throw new RangeError('not a position of this variant')
    }
    this.flights = 0
    this.hashLow = 0
    this.hashHigh = 0
    this.cells.set(inCells)
    this.cellCount = inCells.length
    for (const card of inCells) this.#toggle(card, CELL)
    this.home.set(position.foundations)
    this.homeCount = position.foundations.reduce((sum, count) => sum + count, 0)
    this.#setFlightLimits()
    for (const [column, cards] of position.columns.entries()) {
      this.cards.set(cards, column << LANE)
      this.length[column] = cards.length
      this.#derive(column, 0)
      for (const [height, card] of cards.entries()) this.#toggle(card, cards[height - 1] ?? FLOOR)
    }
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

  /** Takes back what `pack` wrote; the caller has kept the hash. */
  unpack(from: Uint8Array, offset: number, hashLow: number, hashHigh: number): void {
    const { cards, prefix, length, cells, home } = this
    const place = this.#place
    const steps = this.#steps
    const lowerCost = this.#lowerCost
    let at = offset + PACKED_CARDS
    for (let column = 0; column < COLUMNS; column++) {
      const height = from[offset + column]!
      length[column] = height
      const base = column << LANE
      let word = NO_PREFIX
      let under = FLOOR
      // As in `#derive`; written out here because this is where a third of the time goes.
      for (let i = base; i < base + height; i++) {
        const card = from[at++]!
        const rank = card >> 2
        const step = steps[(card << ROW) | under]!
        word = step === 0 ? word + ONE_IN_RUN : (word & ~RUN_MASK) + step
        word = (word & LOWEST_MASK) < rank ? word + lowerCost : (word & ~LOWEST_MASK) | rank
        cards[i] = card
        prefix[i] = word
        place[card] = i
        under = card
      }
    }
    this.cellCount = from[offset + PACKED_CELLS]!
    for (let i = 0; i < this.cellCount; i++) cells[i] = from[at++]!
    const clubsDiamonds = from[offset + PACKED_HOME]!
    const heartsSpades = from[offset + PACKED_HOME + 1]!
    home[0] = clubsDiamonds & 15
    home[1] = clubsDiamonds >> 4
    home[2] = heartsSpades & 15
    home[3] = heartsSpades >> 4
    this.homeCount = home[0]! + home[1]! + home[2]! + home[3]!
    this.flights = 0
    this.#setFlightLimits()
    this.hashLow = hashLow
    this.hashHigh = hashHigh
  }

  /** Plays a legal move and lets fly what then flies; a home move is noted as the first flight. */
  play(move: number): void {
    const from = move & 15
    const to = (move >> 4) & 15
    const count = move >> 8
    const { cards, length, cells } = this
    if (to === TO_HOME) {
      if (from < COLUMNS) this.#flyFromColumn(from)
      else this.#flyFromCell(from - COLUMNS)
      this.fly()
      return
    }
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
    // Before the move nothing could fly, so only what it laid open can start a flight.
    if (under < FLOOR && this.flies(under)) this.fly()
  }

  /** Takes back the last `play` that is not taken back; the caller has kept the hash and the number of flights from before. */
  takeBack(move: number, hashLow: number, hashHigh: number, flights: number): void {
    if (this.flights > flights) {
      while (this.flights > flights) this.#takeBackFlight()
      this.#setFlightLimits()
    }
    this.hashLow = hashLow
    this.hashHigh = hashHigh
    const from = move & 15
    const to = (move >> 4) & 15
    const count = move >> 8
    if (to === TO_HOME) return
    const { cards, length, cells } = this
    if (to !== TO_CELL) length[to]! -= count
    const target = (to << LANE) | length[to]!
    if (from >= COLUMNS) {
      this.#putIntoCell(from - COLUMNS, cards[target]!)
      return
    }
    const left = length[from]!
    const source = (from << LANE) | left
    if (to === TO_CELL) cards[source] = cells[--this.cellCount]!
    else for (let i = 0; i < count; i++) cards[source + i] = cards[target + i]!
    length[from] = left + count
    this.#derive(from, left)
  }

  /** Sends home what flies, until nothing more does. */
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

  /** A source's free card: the end card of a column, or a cell's. */
  endOf(from: number): number {
    return from < COLUMNS ? this.cards[((from << LANE) | this.length[from]!) - 1]! : this.cells[from - COLUMNS]!
  }

  /** The source, as in a move word, where a card lies that is free. */
  whereIs(card: number): number {
    for (let cell = 0; cell < this.cellCount; cell++) if (this.cells[cell] === card) return COLUMNS + cell
    return this.placeOf(card) >> LANE
  }

  /** Whether this card goes home by itself as soon as it lies free. */
  flies(card: number): boolean {
    const suit = card & 3
    return card >> 2 === this.home[suit]! && card >> 2 <= this.#flightLimit[suit]!
  }

  /** Where in the columns a card lies, `column << LANE | height`; -1 where it is in a cell, or home, or `NO_CARD`. */
  placeOf(card: number): number {
    const at = this.#place[card]!
    // The place of a card that has left the columns is stale, but by now nothing lies there or another card.
    return this.cards[at]! === card && (at & HEIGHT_MASK) < this.length[at >> LANE]! ? at : -1
  }

  /** Where in the columns a suit's next card lies, as `placeOf`. */
  placeOfNext(suit: number): number {
    const rank = this.home[suit]!
    return this.placeOf(rank < 13 ? (rank << 2) | suit : NO_CARD)
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

  #takeBackFlight(): void {
    const from = this.flightFrom[--this.flights]!
    const card = this.flightCard[this.flights]!
    this.home[card & 3]!--
    this.homeCount--
    if (from >= COLUMNS) {
      this.#putIntoCell(from - COLUMNS, card)
      return
    }
    const height = this.length[from]!++
    this.cards[(from << LANE) | height] = card
    this.#derive(from, height)
  }

  /** Puts a card back into the cell that it left. */
  #putIntoCell(cell: number, card: number): void {
    this.cells[this.cellCount++] = this.cells[cell]!
    this.cells[cell] = card
  }

  #toggle(card: number, under: number): void {
    const key = ((card << ROW) | under) << 1
    this.hashLow ^= KEYS[key]!
    this.hashHigh ^= KEYS[key + 1]!
  }

  /** The prefix words and places of a column's cards from a height on. */
  #derive(column: number, height: number): void {
    const { cards, prefix } = this
    const base = column << LANE
    const end = base + this.length[column]!
    let i = base + height
    let word = height > 0 ? prefix[i - 1]! : NO_PREFIX
    let under = height > 0 ? cards[i - 1]! : FLOOR
    for (; i < end; i++) {
      const card = cards[i]!
      const rank = card >> 2
      const step = this.#steps[(card << ROW) | under]!
      word = step === 0 ? word + ONE_IN_RUN : (word & ~RUN_MASK) + step
      word = (word & LOWEST_MASK) < rank ? word + this.#lowerCost : (word & ~LOWEST_MASK) | rank
      prefix[i] = word
      this.#place[card] = i
      under = card
    }
  }

  #setFlightLimits(): void {
    const limit = this.#flightLimit
    const rule = this.#flightRule
    if (rule === 'all' || rule === 'off') {
      limit.fill(rule === 'all' ? 12 : -1)
      return
    }
    const { home } = this
    const black = Math.min(home[0]!, home[3]!)
    const red = Math.min(home[1]!, home[2]!)
    if (rule === 'safe') {
      // On an ace nothing can lie, on a two only aces, on a higher card only what is home already.
      limit[0] = limit[3] = Math.max(1, red)
      limit[1] = limit[2] = Math.max(1, black)
      return
    }
    limit[0] = Math.max(red, Math.min(red + 1, home[3]! + 2))
    limit[1] = Math.max(black, Math.min(black + 1, home[2]! + 2))
    limit[2] = Math.max(black, Math.min(black + 1, home[1]! + 2))
    limit[3] = Math.max(red, Math.min(red + 1, home[0]! + 2))
  }
}
