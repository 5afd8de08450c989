import { HintGiver, type HintQuestion } from './hint.ts'

// Answers questions one by one, off the page's own thread: { id, question } in, { id, hint } out; a hint that is null is none.
const giver = new HintGiver()
addEventListener('message', ({ data }: MessageEvent<{ id: number; question: HintQuestion }>) => {
  postMessage({ id: data.id, hint: giver.hint(data.question) ?? null })
})
