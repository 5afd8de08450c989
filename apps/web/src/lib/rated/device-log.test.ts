import { type DealNumber, type Log, parseLog } from '@speedcell/shared/engine'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetLog, keepLog, keptLog, keptLogs } from './device-log.ts'
import { hasKept, KEPT_PREFIX } from './kept-key.ts'

const log: Log = {
  v: 1,
  deal: 617 as DealNumber,
  variant: 'freecell-4',
  autoplay: 'safe',
  events: [
    [100, '64'],
    [250, 'hint'],
    [900, 'undo'],
  ],
}
const kept = { stage: 'a-stage', claim: 'a-claim', log, givenUp: false }

let storage: Record<string, string>
/** As much of localStorage as there has to be: its keys are its own properties. */
function storageOf(items: Record<string, string>): Storage {
  return new Proxy(items, {
    get(target, key) {
      if (key === 'getItem') return (name: string) => target[name] ?? null
      if (key === 'setItem') return (name: string, value: string) => Reflect.set(target, name, value)
      if (key === 'removeItem') return (name: string) => Reflect.deleteProperty(target, name)
      return Reflect.get(target, key)
    },
  }) as unknown as Storage
}

beforeEach(() => {
  storage = { 'speedcell:table': '{}' }
  vi.stubGlobal('localStorage', storageOf(storage))
  vi.useFakeTimers({ now: Date.parse('2026-11-30T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a log that is kept is the same log again, until it is forgotten', () => {
  expect(hasKept(KEPT_PREFIX)).toBe(false)
  keepLog(kept)
  expect(hasKept(KEPT_PREFIX)).toBe(true)
  expect(keptLog('a-stage')).toEqual(kept)
  expect(parseLog(JSON.parse(JSON.stringify(keptLog('a-stage')?.log)))).toEqual({ ok: true, value: log })
  keepLog({ ...kept, stage: 'another', givenUp: true })
  expect(keptLogs().map(({ stage, givenUp }) => [stage, givenUp])).toEqual([
    ['a-stage', false],
    ['another', true],
  ])
  forgetLog('a-stage')
  expect(keptLog('a-stage')).toBeUndefined()
  expect(keptLogs()).toHaveLength(1)
})

test.each<[what: string, text: string]>([
  ['no JSON', 'x'],
  ['no object', 'null'],
  ['another version', '{"v":2,"claim":"c","log":"1 617 freecell-4 safe ","givenUp":false,"keptAt":1796040000000}'],
  ['no log', '{"v":1,"claim":"c","log":"617","givenUp":false,"keptAt":1796040000000}'],
  ['no claim', '{"v":1,"log":"1 617 freecell-4 safe ","givenUp":false,"keptAt":1796040000000}'],
  ['no time', '{"v":1,"claim":"c","log":"1 617 freecell-4 safe ","givenUp":false}'],
])('what cannot be read is forgotten: %s', (_what, text) => {
  storage[`${KEPT_PREFIX}a-stage`] = text
  expect(keptLog('a-stage')).toBeUndefined()
  expect(keptLogs()).toEqual([])
  expect(hasKept(KEPT_PREFIX)).toBe(false)
})

test('a log that nobody takes any more is forgotten', () => {
  keepLog(kept)
  vi.advanceTimersByTime(6 * 86_400_000)
  expect(keptLogs()).toHaveLength(1)
  vi.advanceTimersByTime(86_400_000)
  expect(keptLogs()).toEqual([])
  expect(Object.keys(storage)).toEqual(['speedcell:table'])
})

test('a device that keeps nothing is no trouble', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepLog(kept)
  forgetLog('a-stage')
  expect(keptLog('a-stage')).toBeUndefined()
  expect(keptLogs()).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  expect(hasKept(KEPT_PREFIX)).toBe(false)
  expect(keptLogs()).toEqual([])
})
