import { type DealNumber, startGame, VARIANT_IDS, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import type { Verdict } from '@speedcell/shared/solver'
import type { DealBook } from './deal-book.ts'
import type { VerdictDesk } from './verdict-desk.ts'

/** In which variants a deal can be won: from the book where it tells, else as the solver finds out, one after the other. */
export class DealVerdicts {
  /** What is known so far of the deal asked about last; what is missing is being looked into. */
  known: Readonly<Partial<Record<VariantId, Verdict['verdict']>>> = $state.raw({})

  readonly #book: DealBook
  readonly #desk: VerdictDesk
  #asked = 0

  constructor(book: DealBook, desk: VerdictDesk) {
    this.#book = book
    this.#desk = desk
  }

  /** Asks about a deal, about the `first` variant first; without a deal the last question is void and nothing is known. */
  async ask(deal: DealNumber | undefined, first: VariantId): Promise<void> {
    const asked = ++this.#asked
    this.#desk.drop()
    this.known = {}
    if (deal === undefined) return
    const open: VariantId[] = []
    await Promise.all(
      VARIANT_IDS.map(async (variant) => {
        const proof = await this.#book.proofOf({ deal, variant })
        if (asked !== this.#asked) return
        if (proof === undefined) open.push(variant)
        else this.#note(variant, proof)
      }),
    )
    for (const variant of open.sort((a, b) => Number(b === first) - Number(a === first))) {
      if (asked !== this.#asked) return
      // Autoplay loses no win: how a deal is played does not change whether it can be won.
      const { position, setup } = startGame({ deal, variant, autoplay: VARIANTS[variant].autoplay })
      const judgement = await this.#desk.ask({ position, rules: setup })
      if (asked === this.#asked) this.#note(variant, judgement?.verdict ?? 'unknown')
    }
  }

  #note(variant: VariantId, verdict: Verdict['verdict']): void {
    this.known = { ...this.known, [variant]: verdict }
  }
}
