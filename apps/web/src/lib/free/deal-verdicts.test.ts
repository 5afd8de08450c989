import type { DealNumber, VariantId } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import type { DealBook, Proof } from './deal-book.ts'
import { DealVerdicts } from './deal-verdicts.svelte.ts'
import type { Judgement, Standing } from './verdict.ts'
import type { VerdictDesk } from './verdict-desk.ts'

const LOW = 617 as DealNumber
const HIGH = 100_000 as DealNumber

/** A book that tells of low numbers only, and a solver that answers when it is told to. */
function given(proofs: Partial<Record<VariantId, Proof>> = {}) {
  const questions: { variant: VariantId; answer: (judgement?: Judgement) => void }[] = []
  const book = {
    proofOf: async ({ deal, variant }: { deal: number; variant: VariantId }) => (deal === LOW ? proofs[variant] : undefined),
  } as unknown as DealBook
  const desk = {
    ask: ({ rules }: Standing) =>
      new Promise<Judgement | undefined>((answer) => questions.push({ variant: rules.variant, answer })),
    drop: () => questions.splice(0).forEach(({ answer }) => void answer()),
  } as unknown as VerdictDesk
  const verdicts = new DealVerdicts(book, desk)
  /** Answers the next question, and says about which variant it was. */
  const answer = async (verdict: Judgement['verdict']) => {
    await expect.poll(() => questions.length).toBe(1)
    const question = questions.shift()
    question?.answer({ verdict, positions: 1 })
    return question?.variant
  }
  return { verdicts, questions, answer }
}

describe('in which variants a deal can be won', () => {
  test('is read from the book', async () => {
    const all = {
      'freecell-4': 'solved',
      'freecell-3': 'solved',
      'freecell-2': 'unsolvable',
      'freecell-1': 'unsolvable',
      'bakers-game': 'solved',
    } as const
    const { verdicts, questions } = given(all)
    await verdicts.ask(LOW, 'freecell-4')
    expect(verdicts.known).toEqual(all)
    expect(questions).toEqual([])
  })

  test('is solved where the book is silent, the chosen variant first, each told as soon as it is known', async () => {
    const { verdicts, answer } = given()
    const asked = verdicts.ask(HIGH, 'bakers-game')
    expect(await answer('solved')).toBe('bakers-game')
    await expect.poll(() => verdicts.known).toEqual({ 'bakers-game': 'solved' })
    expect(await answer('solved')).toBe('freecell-4')
    expect(await answer('unsolvable')).toBe('freecell-3')
    expect(await answer('unknown')).toBe('freecell-2')
    expect(await answer('unsolvable')).toBe('freecell-1')
    await asked
    expect(verdicts.known).toEqual({
      'freecell-4': 'solved',
      'freecell-3': 'unsolvable',
      'freecell-2': 'unknown',
      'freecell-1': 'unsolvable',
      'bakers-game': 'solved',
    })
  })

  test('is not told of a number that has been typed over', async () => {
    const { verdicts, questions, answer } = given({ 'freecell-4': 'solved' })
    const first = verdicts.ask(HIGH, 'freecell-4')
    await answer('unsolvable')
    await expect.poll(() => questions.length).toBe(1)
    const second = verdicts.ask(LOW, 'freecell-4')
    expect(verdicts.known).toEqual({})
    await first
    await expect.poll(() => verdicts.known).toEqual({ 'freecell-4': 'solved' })
    await verdicts.ask(undefined, 'freecell-4')
    await second
    expect([verdicts.known, questions]).toEqual([{}, []])
  })
})
