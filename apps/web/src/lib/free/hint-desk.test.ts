import type { HintQuestion } from '@speedcell/shared/solver'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HintDesk } from './hint-desk.ts'

const QUESTION = {} as HintQuestion
const HINT = { kind: 'move', move: '6a', takeBack: null } as const

const workers: FakeWorker[] = []
class FakeWorker extends EventTarget {
  running = true
  constructor() {
    super()
    workers.push(this)
  }
  postMessage() {}
  terminate() {
    this.running = false
  }
  answer(id: number) {
    this.dispatchEvent(new MessageEvent('message', { data: { id, hint: HINT } }))
  }
}

beforeEach(() => {
  workers.length = 0
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => vi.unstubAllGlobals())

test('one question at a time counts', async () => {
  const desk = new HintDesk()
  const [older, newer] = [desk.ask(QUESTION), desk.ask(QUESTION)]
  workers[0]?.answer(1)
  workers[0]?.answer(2)
  expect(await Promise.all([older, newer])).toEqual([undefined, HINT])
  expect(workers).toHaveLength(1)
})

test.each<[what: string, end: (desk: HintDesk) => void]>([
  ['the desk is closed', (desk) => desk.close()],
  ['the worker fails', () => workers[0]?.dispatchEvent(new Event('error'))],
])('whatever is open has no answer once %s, and the next question has a new worker', async (_, end) => {
  const desk = new HintDesk()
  const open = [desk.ask(QUESTION), desk.ask(QUESTION)]
  end(desk)
  expect(await Promise.all(open)).toEqual([undefined, undefined])
  expect(workers[0]?.running).toBe(false)
  const next = desk.ask(QUESTION)
  workers[1]?.answer(3)
  expect(await next).toEqual(HINT)
})
