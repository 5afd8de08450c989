import { readFileSync } from 'node:fs'
import {
  type DealNumber,
  type Log,
  type LogEvent,
  legalMoves,
  makeMove,
  parseLog,
  playEvent,
  replay,
  startGame,
  summary,
  VARIANT_IDS,
  VARIANTS,
  type VariantId,
} from '@speedcell/shared/engine'

const ROUNDS = 5
const ROUND_MS = 1000
const LENGTH = 100
const GENERATED = 200

/** Replays logs one after another on one core, and says how many hundred-move logs a second that is, in processor time and by the clock. */
export function run(): void {
  const corpora: [string, readonly Log[]][] = [
    ['wins.jsonl', logsOf('wins.jsonl')],
    ['games.jsonl, those that replay', logsOf('games.jsonl').filter((log) => replay(log).ok)],
    [`random walks of ${LENGTH} moves`, randomWalks()],
  ]
  for (const [name, logs] of corpora) {
    measure(`replay, ${name}`, logs, (log) => replay(log))
    measure(
      `JSON text to summary, ${name}`,
      logs.map((log) => JSON.stringify(log)),
      (text) => {
        const log = parseLog(JSON.parse(text))
        const result = log.ok && replay(log.value)
        return result && result.ok ? summary(result.game) : undefined
      },
      eventsOf(logs),
    )
  }
}

const eventsOf = (logs: readonly Log[]): number => logs.reduce((sum, { events }) => sum + events.length, 0)

function logsOf(file: string): Log[] {
  const lines = readFileSync(new URL(`../../tests/fixtures/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.flatMap((line) => {
    const value = JSON.parse(line)
    const log = parseLog(value.log ?? value)
    return log.ok ? [log.value] : []
  })
}

/** Logs of exactly `LENGTH` moves, each drawn from the legal ones by a fixed generator; deals that end earlier are passed over. */
function randomWalks(): Log[] {
  const logs: Log[] = []
  let state = 1
  const draw = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  for (let deal = 1; logs.length < GENERATED; deal++) {
    const log = randomWalk(deal as DealNumber, VARIANT_IDS[deal % VARIANT_IDS.length] as VariantId, draw)
    if (log.events.length === LENGTH) logs.push(log)
  }
  return logs
}

function randomWalk(deal: DealNumber, variant: VariantId, draw: (limit: number) => number): Log {
  const setup = { deal, variant, autoplay: VARIANTS[variant].autoplay }
  const events: LogEvent[] = []
  let game = startGame(setup)
  while (events.length < LENGTH) {
    const moves = legalMoves(game.position, VARIANTS[variant])
    const move = moves[draw(moves.length)]
    if (move === undefined) break
    const event: LogEvent = [events.length * 1000, makeMove(game.position, move)]
    const next = playEvent(game, event)
    if (!next.ok) throw new Error(`deal ${deal}: ${event[1]} is legal and was refused`)
    events.push(event)
    game = next.value
  }
  return { v: 1, ...setup, events }
}

function measure(name: string, logs: readonly Log[], work: (log: Log) => unknown): void
function measure<T>(name: string, items: readonly T[], work: (item: T) => unknown, events: number): void
function measure<T>(name: string, items: readonly T[], work: (item: T) => unknown, events?: number): void {
  const eventsInAll = events ?? eventsOf(items as readonly Log[])
  const rounds = Array.from({ length: ROUNDS }, () => round(items, work, eventsInAll))
  const best = (key: 'cpu' | 'clock') => Math.round(Math.max(...rounds.map((each) => each[key])) / LENGTH)
  console.log(
    `${name}: ${best('cpu')} logs of ${LENGTH} moves a processor second, ${best('clock')} a second by the clock (best of ${ROUNDS})`,
  )
}

/** Events a second. */
function round<T>(items: readonly T[], work: (item: T) => unknown, events: number): { cpu: number; clock: number } {
  const cpu = process.cpuUsage()
  const start = performance.now()
  let done = 0
  while (performance.now() - start < ROUND_MS) {
    for (const item of items) work(item)
    done += events
  }
  const clock = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: done / ((user + system) / 1e6), clock: done / (clock / 1e3) }
}
