import { findHint, type Hint, type HintQuestion, judgeWithin, type Line } from '@speedcell/shared/solver'

/** What this worker is asked, and the answer it gives to each kind of question; `id` tells which answer is whose. */
export interface WorkerQuestion {
  readonly id: number
  readonly kind: 'hint'
  readonly question: HintQuestion
}
export interface WorkerAnswer {
  readonly id: number
  readonly kind: 'hint'
  /** Null: there is none. */
  readonly answer: Hint | null
}

/** The most that a hint may take, in positions looked at; and in ms. */
const HINT_POSITIONS = { positions: 800_000, shorter: 100_000 }
const HINT_MS = 2_000

/** The lines of the last hints. Those of other games are on no way of this one. */
let lines: readonly Line[] = []

addEventListener('message', ({ data: { id, kind, question } }: MessageEvent<WorkerQuestion>) => {
  postMessage({ id, kind, answer: hint(question) ?? null } satisfies WorkerAnswer)
})

function hint(question: HintQuestion): Hint | undefined {
  const until = performance.now() + HINT_MS
  const budget = { ...HINT_POSITIONS, interrupted: () => performance.now() > until }
  const advice = findHint(question, lines, judgeWithin(question.rules, budget))
  if (advice) lines = advice.lines
  return advice?.hint
}
