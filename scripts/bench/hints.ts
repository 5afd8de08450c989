import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@speedcell/prisma/migrate'
import { createDatabase, createLogger, type Database, systemClock } from '@speedcell/services/core'
import { dailyRules } from '@speedcell/services/daily'
import { createSolverThreads, type SolverThreads } from '@speedcell/services/hints'
import { ladderRules } from '@speedcell/services/ladder'
import { createPublisher } from '@speedcell/services/realtime'
import { createRuns } from '@speedcell/services/runs'
import {
  type Game,
  type LogEvent,
  legalMoves,
  makeMove,
  playEvent,
  replay,
  type Setup,
  VARIANT_IDS,
  VARIANTS,
} from '@speedcell/shared/engine'
import { startEmbeddedPostgres } from '../../apps/standalone/embedded-postgres.ts'
import { freePort } from '../../apps/standalone/processes.ts'
import type { LoopDelay } from './loop-delay.ts'
import { createDraw, type Draw, logsOf } from './samples.ts'

/** Hints asked one after another, of each variant. */
const QUESTIONS = 200
const PLAYERS = 200
const ZONE = 'Europe/Berlin'
/** How often another client asks for something while hints are thought about, in milliseconds. */
const PROBE_MS = 20

/** What hints cost: one after another, over positions of the fixtures' games; and when two hundred players ask one API at once. */
export async function run(): Promise<void> {
  const draw = createDraw()
  const solver = createSolverThreads({ ahead: 1 })
  try {
    await measureOneByOne(solver, draw)
  } finally {
    await solver.close()
  }
  await measureAtOnce(draw)
}

async function measureOneByOne(solver: SolverThreads, draw: Draw): Promise<void> {
  const logs = ['wins.jsonl', 'games.jsonl'].flatMap(logsOf).filter((log) => log.events.length > 0 && replay(log).ok)
  console.log('hints, one after another     asked   lost  guess   ms: p50      p95      p99      max')
  for (const variant of VARIANT_IDS) {
    const games = logs.filter((log) => log.variant === variant)
    const times: number[] = []
    const kinds: string[] = []
    while (times.length < QUESTIONS) {
      const log = games[draw(games.length)]
      if (log === undefined) throw new Error(`no game of ${variant} among the fixtures`)
      const events = log.events.slice(0, draw(log.events.length))
      const start = performance.now()
      const answer = await solver.hint({ setup: log, events, lines: [] })
      times.push(performance.now() - start)
      kinds.push(answer?.hint.kind ?? 'none')
    }
    const count = (kind: string): string => String(kinds.filter((it) => it === kind).length).padStart(6)
    console.log(variant.padEnd(24), String(QUESTIONS).padStart(9), count('lost'), count('guess'), '  ', figures(times))
  }
}

async function measureAtOnce(draw: Draw): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-bench-'))
  const postgres = await startEmbeddedPostgres({ folder, database: 'bench' })
  const database = createDatabase(postgres.url)
  let api: ChildProcess | undefined
  try {
    await migrate(postgres.url)
    const port = await freePort()
    api = startApi({ DATABASE_URL: postgres.url, DATA_DIR: folder, PORT: String(port), SITE_TIMEZONE: ZONE })
    await once(api, 'message')
    const origin = `http://127.0.0.1:${port}`
    const players = await seatPlayers(origin, database, draw)
    await loopDelayOf(api)
    const idle = await whileProbing(origin, () => new Promise((resolve) => setTimeout(resolve, 2_000)))
    console.log('                                ms: p50      p95      p99      max')
    print('idle', idle.latencies, await loopDelayOf(api))
    await askAll(api, origin, players)
  } finally {
    api?.kill()
    if (api && api.exitCode === null) await once(api, 'exit')
    await database.$disconnect()
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The API's own program, which tells how late its event loop is. */
function startApi(settings: Record<string, string>): ChildProcess {
  return fork(path.resolve(import.meta.dirname, '../../apps/api/main.ts'), {
    execArgv: ['--import', new URL('./loop-delay.ts', import.meta.url).href],
    env: { ...process.env, LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: '', SECRET: '', ...settings },
  })
}

async function loopDelayOf(api: ChildProcess): Promise<LoopDelay> {
  api.send('loop-delay')
  const [{ loopDelay }] = (await once(api, 'message')) as [{ loopDelay: LoopDelay }]
  return loopDelay
}

interface Player {
  readonly headers: Readonly<Record<string, string>>
  readonly stage: string
  readonly claim: string
  readonly length: number
}

/** Players who have revealed the daily, each some way into a game of their own: along a win, or some moves off it. */
async function seatPlayers(origin: string, database: Database, draw: Draw): Promise<Player[]> {
  const logger = createLogger('api', 'warn')
  const publisher = createPublisher({ database, logger })
  const runs = createRuns({
    ...{ database, clock: systemClock, publisher, logger, zone: ZONE },
    rules: { daily: dailyRules(ZONE), ladder: ladderRules(ZONE) },
  })
  const { today } = await getJson(`${origin}/api/daily`)
  const players: Player[] = []
  for (let index = 0; index < PLAYERS; index++) {
    // An address for each, as if they came from different homes.
    const address = { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` }
    const answer = await fetch(`${origin}/api/daily/${today.day}/attempts`, {
      method: 'POST',
      headers: { ...address, 'content-type': 'application/json' },
      body: JSON.stringify({ attempt: 1, locale: 'de' }),
    })
    const { id: stage, claim, deal, variant, autoplay } = await answer.json()
    const headers = {
      ...address,
      cookie: answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    }
    const { me } = await getJson(`${origin}/api/me`, headers)
    const { solution } = await database.daily.findUniqueOrThrow({ where: { day: today.day } })
    const events = someWayIn({ deal, variant, autoplay }, solution.split(' '), draw)
    await runs.append({ userId: me.id, stage, claim }, 0, events)
    players.push({ headers, stage, claim, length: events.length })
  }
  return players
}

/** Along a win for some moves, then up to eight others. */
function someWayIn(setup: Setup, win: readonly string[], draw: Draw): LogEvent[] {
  const events = win.slice(0, draw(win.length - 1)).map((move): LogEvent => [0, move])
  const result = replay({ v: 1, ...setup, events })
  let game = (result.ok && result.game) as Game
  for (let more = draw(9); more > 0; more--) {
    const moves = legalMoves(game.position, VARIANTS[setup.variant])
    const move = moves[draw(moves.length)]
    if (move === undefined) break
    const event: LogEvent = [0, makeMove(game.position, move)]
    const next = playEvent(game, event)
    if (!next.ok || next.value.won) break
    events.push(event)
    game = next.value
  }
  return events
}

/** All players ask in the same moment; others go on asking for other things until the last hint is there. */
async function askAll(api: ChildProcess, origin: string, players: readonly Player[]): Promise<void> {
  // Everybody's connection is there before, as it is where somebody plays.
  await Promise.all(players.map(({ headers }) => getJson(`${origin}/api/me`, headers)))
  await loopDelayOf(api)
  const start = performance.now()
  const { result: answers, latencies } = await whileProbing(origin, () =>
    Promise.all(
      players.map(async ({ headers, stage, claim, length }) => {
        const answer = await fetch(`${origin}/api/stages/${stage}/hint`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ claim, length }),
        })
        const { hint, code } = await answer.json()
        return { said: hint?.kind ?? code, ms: performance.now() - start }
      }),
    ),
  )
  print(`${players.length} at once`, latencies, await loopDelayOf(api))
  const said = Map.groupBy(answers, (answer) => answer.said)
  console.log('  answers:', [...said].map(([what, { length }]) => `${length} ${what}`).join(', '))
  console.log('  hints took, in ms:            ', figures(answers.map(({ ms }) => ms)))
  const order = answers.map(({ ms }, index) => ({ ms, index })).sort((a, b) => a.ms - b.ms)
  console.log('  places from asked to answered:', figures(order.map(({ index }, place) => Math.abs(place - index))))
}

/** Does something, and meanwhile asks steadily for the day and for whether the server is well. */
async function whileProbing<Result>(
  origin: string,
  act: () => Promise<Result>,
): Promise<{ result: Result; latencies: number[] }> {
  const latencies: number[] = []
  const underWay: Promise<void>[] = []
  let asked = 0
  const timer = setInterval(() => {
    const path = ['health', 'daily'][asked & 1]
    const headers = { 'x-forwarded-for': `10.1.0.${asked++ & 255}` }
    const start = performance.now()
    underWay.push(getJson(`${origin}/api/${path}`, headers).then(() => void latencies.push(performance.now() - start)))
  }, PROBE_MS)
  const result = await act()
  clearInterval(timer)
  await Promise.all(underWay)
  return { result, latencies }
}

async function getJson(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.json()
}

function print(what: string, latencies: readonly number[], { p50, p99, max, used }: LoopDelay): void {
  const [a, b, c] = [p50, p99, max].map((ms) => ms.toFixed(1))
  console.log(`${what}: event loop delay p50 ${a}, p99 ${b}, max ${c} ms; its thread used ${used.toFixed(0)} ms`)
  console.log(`  ${latencies.length} other answers, in ms:`.padEnd(32), figures(latencies))
}

/** Median, and what 5 % and 1 % exceed, and the most. */
function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return [0.5, 0.95, 0.99, 1].map((share) => quantile(share).toFixed(1).padStart(8)).join(' ')
}
