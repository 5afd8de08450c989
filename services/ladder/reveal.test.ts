import { expect, test } from 'vitest'
import { decideReveal, type Standing } from './reveal.ts'

/** A run of which so many stages have been revealed, the last one in play or not. */
const run = (revealed: number, { playing = false, ended = false } = {}): Standing => ({
  ended,
  stages: Array.from({ length: revealed }, (_, index) => ({
    id: `stage ${index + 1}`,
    number: index + 1,
    ended: !playing || index < revealed - 1,
  })),
})

test.each<[what: string, run: Standing | null, number: number, answer: object]>([
  ['the first of a new run', null, 1, { first: true }],
  ['the second of no run', null, 2, { refused: 'stage-out-of-order' }],
  ['the last of no run', null, 5, { refused: 'stage-out-of-order' }],
  ['the one in play', run(1, { playing: true }), 1, { known: 'stage 1' }],
  ['the one in play, further up', run(4, { playing: true }), 4, { known: 'stage 4' }],
  ['one that is won', run(3), 2, { known: 'stage 2' }],
  ['the one after the one in play', run(2, { playing: true }), 3, { refused: 'stage-out-of-order' }],
  ['the one after a won one', run(2), 3, { further: 3 }],
  ['the last, after four', run(4), 5, { further: 5 }],
  ['the one after the next', run(2), 4, { refused: 'stage-out-of-order' }],
  ['one of an ended run', run(2, { ended: true }), 2, { known: 'stage 2' }],
  ['the next of an ended run', run(2, { ended: true }), 3, { refused: 'run-over' }],
  ['a far one of an ended run', run(2, { ended: true }), 5, { refused: 'run-over' }],
])('%s', (_what, standing, number, answer) => {
  expect(decideReveal(standing, number)).toEqual(answer)
})
