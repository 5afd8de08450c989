import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Judgement, Standing } from './verdict.ts'
import { VerdictDesk } from './verdict-desk.ts'

const STANDING = {} as Standing
const WON: Judgement = { verdict: 'solved', positions: 80 }

const workers: FakeWorker[] = []
class FakeWorker {
  onmessage: ((event: { data: Judgement }) => void) | undefined
  onerror: (() => void) | undefined
  running = true
  asked = 0
  constructor() {
    workers.push(this)
  }
  postMessage() {
    this.asked++
  }
  terminate() {
    this.running = false
  }
}

beforeEach(() => {
  workers.length = 0
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => vi.unstubAllGlobals())

test('one worker answers question after question', async () => {
  const desk = new VerdictDesk()
  for (let question = 1; question <= 3; question++) {
    const asked = desk.ask(STANDING)
    workers[0]?.onmessage?.({ data: WON })
    expect(await asked).toEqual(WON)
  }
  desk.drop()
  expect(workers.map(({ running, asked }) => ({ running, asked }))).toEqual([{ running: true, asked: 3 }])
  desk.close()
  expect(workers[0]?.running).toBe(false)
})

test('a question that is void, or asked anew, ends its worker', async () => {
  const desk = new VerdictDesk()
  const first = desk.ask(STANDING)
  const second = desk.ask(STANDING)
  expect(await first).toBeUndefined()
  desk.drop()
  expect(await second).toBeUndefined()
  const third = desk.ask(STANDING)
  workers[2]?.onmessage?.({ data: WON })
  expect(await third).toEqual(WON)
  expect(workers.map(({ running }) => running)).toEqual([false, false, true])
})

test('where a worker fails, or there are none, there is no answer', async () => {
  const desk = new VerdictDesk()
  const asked = desk.ask(STANDING)
  workers[0]?.onerror?.()
  expect(await asked).toBeUndefined()
  vi.stubGlobal('Worker', undefined)
  expect(await desk.ask(STANDING)).toBeUndefined()
})
