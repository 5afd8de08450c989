import { findHint, type Hint, type HintQuestion, judgeWithin, type Line } from '@speedcell/shared/solver'

/** What this worker is asked, and what it answers; the id tells which answer is whose. */
export interface HintAsked {
  readonly id: number
  readonly question: HintQuestion
}
export interface HintAnswered {
  readonly id: number
  /** Null: there is none. */
  readonly hint: Hint | null
}

/** The most that a hint may take, in positions looked at; and in ms. */
const HINT_POSITIONS = { positions: 800_000, shorter: 100_000 }
const HINT_MS = 2_000

/** The lines of the last hints. Those of other games are on no way of this one. */
let lines: readonly Line[] = []

addEventListener('message', ({ data: { id, question } }: MessageEvent<HintAsked>) => {
  postMessage({ id, hint: answer(question) ?? null } satisfies HintAnswered)
})

function answer(question: HintQuestion): Hint | undefined {
  const until = performance.now() + HINT_MS
  const budget = { ...HINT_POSITIONS, interrupted: () => performance.now() > until }
  const advice = findHint(question, lines, judgeWithin(question.rules, budget))
  if (advice) lines = advice.lines
  return advice?.hint
}
