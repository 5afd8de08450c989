// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import type { Autoplay, Position, Variant } from '../engine/index.ts'
import { CELL, type Fits, FLOOR, fitsOf, isFit, KEYS, NO_CARD, ROW } from './tables.ts'
import type { Weights } from './weights.ts'

export const COLUMNS = 8
/** The most cards that a column of a game can hold: seven as dealt, of which the last is a king, and all that is built on it. */
const LONGEST = 7 + 12
/** Distance, as a shift, of two columns in the arrays indexed `column << LANE | height`. */
export const LANE = 5
export const HEIGHT_MASK = (1 << LANE) - 1

/**
 * Where a card is, as a byte: `column << LANE | height` in the columns. No column is so long that a card's height could be
 * `HEIGHT_MASK`; that height stands for the cells (`cell << LANE | HEIGHT_MASK`) and for home.
 */
const inCell = (cell: number): number => (cell << LANE) | HEIGHT_MASK
const AT_HOME = inCell(4)

/** Words of a packed position: where each of the 52 cards is, four in a word. */
export const PACKED = 13

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

  /** Where each card is, and `NO_CARD` at home; the same as words. */
  readonly #place = new Uint8Array(56).fill(AT_HOME)
  readonly #placeWords = new Int32Array(this.#place.buffer)
  /** While a position is unpacked: from which height on each column has got other cards. */
  readonly #changedFrom = new Uint8Array(COLUMNS).fill(HEIGHT_MASK)
  /** The card of each suit that flies home as soon as it lies free, or `NO_CARD`. */
  readonly #flyer = new Uint8Array(4)
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
    if (position.columns.length !== COLUMNS || longest > LONGEST || inCells.length > this.cellLimit) {
      throw new RangeError('not a position of this variant')
    }
    this.flights = 0
    this.hashLow = 0
    this.hashHigh = 0
    this.#place.fill(AT_HOME)
    this.cellCount = 0
    for (const card of inCells) {
      this.#putIntoCell(this.cellCount, card)
      this.#toggle(card, CELL)
    }
    this.home.set(position.foundations)
    this.homeCount = position.foundations.reduce((sum, count) => sum + count, 0)
    this.#setFlightLimits()
    for (const [column, cards] of position.columns.entries()) {
      this.cards.set(cards, column << LANE)
      this.length[column] = cards.length
      this.#derive(column, 0)
      for (const [height, card] of cards.entries()) this.#toggle(card, cards[height - 1] ?? FLOOR)
    }
    const inColumns = position.columns.reduce((sum, cards) => sum + cards.length, 0)
    if (inColumns + this.cellCount + this.homeCount !== 52 || !this.#holdsEachCard()) {
      throw new RangeError('not a position of this variant')
    }
  }

  /** Whether every card that is not home is somewhere else. With one that is there twice the search would never end. */
  #holdsEachCard(): boolean {
    return this.#place.subarray(0, 52).every((at, card) => (at === AT_HOME) === card >> 2 < this.home[card & 3]!)
  }

  /** Writes the position, without its hash, to `to[offset …]`. */
  pack(to: Int32Array, offset: number): void {
    const words = this.#placeWords
    for (let i = 0; i < PACKED; i++) to[offset + i] = words[i]!
  }

  /**
   * Takes back what `pack` wrote after the same `load`; the caller has kept the hash. Mostly the search goes to a position near by, so
   * only what differs is touched.
   */
  unpack(from: Int32Array, offset: number, hashLow: number, hashHigh: number): void {
    const { cards, length, cells, home } = this
    const words = this.#placeWords
    const place = this.#place
    const changedFrom = this.#changedFrom
    let cellCount = this.cellCount
    for (let i = 0; i < PACKED; i++) {
      const word = from[offset + i]!
      const changed = word ^ words[i]!
      if (changed === 0) continue
      for (let suit = 0; suit < 4; suit++) {
        if (((changed >> (suit * 8)) & 255) === 0) continue
        const card = (i << 2) | suit
        const before = place[card]!
        const after = (word >> (suit * 8)) & 255
        place[card] = after
        if ((before & HEIGHT_MASK) !== HEIGHT_MASK) {
          length[before >> LANE]!--
        } else if (before === AT_HOME) {
          home[suit]!--
          this.homeCount--
        } else cellCount--
        if ((after & HEIGHT_MASK) !== HEIGHT_MASK) {
          const column = after >> LANE
          cards[after] = card
          length[column]!++
          if ((after & HEIGHT_MASK) < changedFrom[column]!) changedFrom[column] = after & HEIGHT_MASK
        } else if (after === AT_HOME) {
          home[suit]!++
          this.homeCount++
        } else {
          cells[after >> LANE] = card
          cellCount++
        }
      }
    }
    for (let column = 0; column < COLUMNS; column++) {
      const height = changedFrom[column]!
      if (height === HEIGHT_MASK) continue
      changedFrom[column] = HEIGHT_MASK
      this.#derive(column, height)
    }
    this.cellCount = cellCount
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
      head = this.#takeFromCell(from - COLUMNS)
    }
    this.#toggle(head, under)
    if (to === TO_CELL) {
      cells[this.cellCount] = head
      this.#place[head] = inCell(this.cellCount++)
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
    const { length } = this
    const flyer = this.#flyer
    let before: number
    do {
      before = this.flights
      for (let suit = 0; suit < 4; suit++) {
        for (let card = flyer[suit]!; card !== NO_CARD; card = flyer[suit]!) {
          const at = this.#place[card]!
          const height = at & HEIGHT_MASK
          if (height === HEIGHT_MASK) this.#flyFromCell(at >> LANE)
          else if (height === length[at >> LANE]! - 1) this.#flyFromColumn(at >> LANE)
          else break
        }
      }
    } while (this.flights > before)
  }

  /** A source's free card: the end card of a column, or a cell's. */
  endOf(from: number): number {
    return from < COLUMNS ? this.cards[((from << LANE) | this.length[from]!) - 1]! : this.cells[from - COLUMNS]!
  }

  /** The source, as in a move word, where a card lies that is free. */
  whereIs(card: number): number {
    const at = this.#place[card]!
    return (at & HEIGHT_MASK) === HEIGHT_MASK ? COLUMNS + (at >> LANE) : at >> LANE
  }

  /** Whether this card goes home by itself as soon as it lies free. */
  flies(card: number): boolean {
    return this.#flyer[card & 3] === card
  }

  /** Where in the columns a card lies, `column << LANE | height`; -1 where it is in a cell, or home, or `NO_CARD`. */
  placeOf(card: number): number {
    const at = this.#place[card]!
    return (at & HEIGHT_MASK) === HEIGHT_MASK ? -1 : at
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
    this.#goHome(this.#takeFromCell(cell), CELL, COLUMNS + cell)
  }

  #goHome(card: number, under: number, from: number): void {
    this.#toggle(card, under)
    this.#place[card] = AT_HOME
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

  /** Takes a cell's card out; the last cell's goes there, so that there is no gap. */
  #takeFromCell(cell: number): number {
    const card = this.cells[cell]!
    const last = this.cells[--this.cellCount]!
    this.cells[cell] = last
    this.#place[last] = inCell(cell)
    return card
  }

  /** Puts a card back into the cell that it left. */
  #putIntoCell(cell: number, card: number): void {
    const last = this.cellCount++
    if (cell < last) {
      const moved = this.cells[cell]!
      this.cells[last] = moved
      this.#place[moved] = inCell(last)
    }
    this.cells[cell] = card
    this.#place[card] = inCell(cell)
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
    const { home } = this
    if (rule === 'all' || rule === 'off') limit.fill(rule === 'all' ? 12 : -1)
    else this.#setAlternatingLimits()
    const flyer = this.#flyer
    for (let suit = 0; suit < 4; suit++) {
      const rank = home[suit]!
      flyer[suit] = rank <= limit[suit]! && rank < 13 ? (rank << 2) | suit : NO_CARD
    }
  }

  #setAlternatingLimits(): void {
    const limit = this.#flightLimit
    const { home } = this
    const black = Math.min(home[0]!, home[3]!)
    const red = Math.min(home[1]!, home[2]!)
    if (this.#flightRule === 'safe') {
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
