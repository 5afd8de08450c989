import type { CountedGame } from '@speedcell/shared/contracts'
import { type Log, parseLog } from '@speedcell/shared/engine'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CountDesk } from './count-desk.svelte.ts'
import { endedGames, MOST_ENDED } from './ended-games.ts'

const IMKE = 'imke'
let items: Record<string, string>
let full = false
/** What the server says to the next games, and what it was sent. */
let answers: (Response | 'offline')[]
let sent: { id: string; player: string; log: Log }[]

const log = (deal: number): Log => {
  const parsed = parseLog({ v: 1, deal, variant: 'freecell-4', autoplay: 'safe', events: [[100, '6a']] })
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}
const game = (id: string, player = IMKE) => ({ id, player, log: log(617) })
const counted = (badges: CountedGame['badges'] = []) => Response.json({ counted: true, won: true, badges })
const refused = (code: string, status: number) => Response.json({ code, status }, { status })
const waiting = (player = IMKE) => endedGames(player).map(({ id }) => id)

beforeEach(() => {
  items = {}
  full = false
  answers = []
  sent = []
  let now = 1_000
  vi.spyOn(Date, 'now').mockImplementation(() => now++)
  vi.stubGlobal(
    'localStorage',
    new Proxy(items, {
      get(target, key) {
        if (key === 'getItem') return (name: string) => target[name] ?? null
        if (key === 'removeItem') return (name: string) => Reflect.deleteProperty(target, name)
        if (key !== 'setItem') return Reflect.get(target, key)
        return (name: string, value: string) => {
          if (full) throw new DOMException('no', 'QuotaExceededError')
          target[name] = value
        }
      },
    }),
  )
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const answer = answers.shift() ?? counted()
    if (answer === 'offline') throw new TypeError('offline')
    return answer
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a game is sent as it ended, and forgotten once it has been counted, with its badges', async () => {
  const desk = new CountDesk()
  answers = [counted(['first-flight'])]
  await desk.handIn(game('one'))
  expect(sent).toEqual([game('one')])
  expect(waiting()).toEqual([])
  expect([...desk.badges]).toEqual([['one', ['first-flight']]])
})

test.each([
  ['offline', 'offline' as const],
  ['busy', refused('busy', 503)],
  ['rate-limited', refused('rate-limited', 429)],
  ['not-signed-in', refused('not-signed-in', 401)],
])('%s: it waits, and is sent once, before what ended later, by whichever page comes next', async (_, answer) => {
  answers = [answer, 'offline']
  const desk = new CountDesk()
  await desk.handIn(game('one'))
  await desk.handIn(game('two'))
  expect(sent.map(({ id }) => id)).toEqual(['one', 'one'])
  expect(waiting()).toEqual(['one', 'two'])
  const next = new CountDesk()
  await next.send(IMKE)
  expect(sent.slice(2)).toEqual([game('one'), game('two')])
  await next.send(IMKE)
  expect([sent.length, waiting()]).toEqual([4, []])
})

test.each(['not-a-log', 'illegal-move', 'bad-request', 'too-large'])(
  '%s: it never will be counted, and is forgotten',
  async (code) => {
    answers = [refused(code, 422)]
    await new CountDesk().handIn(game('one'))
    expect(waiting()).toEqual([])
  },
)

test('what the server trips over does not keep the others', async () => {
  answers = ['offline', refused('internal', 500)]
  const desk = new CountDesk()
  await desk.handIn(game('one'))
  await desk.handIn(game('two'))
  expect(sent.map(({ id }) => id)).toEqual(['one', 'one', 'two'])
  expect(waiting()).toEqual(['one'])
})

test('a game counts for nobody but who was signed in then', async () => {
  answers = ['offline']
  const desk = new CountDesk()
  await desk.handIn(game('one'))
  await desk.send('other')
  expect([sent.length, waiting()]).toEqual([1, ['one']])
})

test('what the device cannot keep waits on the page', async () => {
  full = true
  answers = ['offline']
  const desk = new CountDesk()
  await desk.handIn(game('one'))
  expect(waiting()).toEqual([])
  await desk.send(IMKE)
  await desk.send(IMKE)
  expect(sent).toEqual([game('one'), game('one')])
})

test('so many wait at most, and those that wait are safe', async () => {
  const desk = new CountDesk()
  for (let index = 0; index <= MOST_ENDED; index++) {
    answers = ['offline']
    await desk.handIn(game(`game-${index}`))
  }
  expect([waiting().length, waiting()[0]]).toEqual([MOST_ENDED, 'game-0'])
})

test('what cannot be read is forgotten, and other keys are left alone', () => {
  items['speedcell:ended:bad'] = '{'
  items['speedcell:free'] = '{'
  expect(waiting()).toEqual([])
  expect(Object.keys(items)).toEqual(['speedcell:free'])
})

test('no two windows send at once', async () => {
  const held: string[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, work: () => Promise<void>) => {
        held.push(name)
        await work()
        held.pop()
      },
    },
  })
  const holds: number[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
    holds.push(held.length)
    return fetch(...call)
  })
  await new CountDesk().handIn(game('one'))
  expect(holds).toEqual([1])
})

test('a browser that gives no lock just now does not end the sending for good', async () => {
  let refuses = true
  const request = async (_name: string, work: () => Promise<void>) => {
    if (refuses) throw new DOMException('not now', 'InvalidStateError')
    await work()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const desk = new CountDesk()
  await desk.handIn(game('one'))
  expect(waiting()).toEqual(['one'])
  refuses = false
  await desk.send(IMKE)
  expect(sent).toEqual([game('one')])
})
