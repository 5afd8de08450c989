import {
  type DealNumber,
  type Log,
  type LogEvent,
  legalMoves,
  makeMove,
  parseLogText,
  playEvent,
  replay,
  type Summary,
  startGame,
  summary,
  VARIANT_IDS,
  VARIANTS,
  type VariantId,
} from '@speedcell/shared/engine'
import { createDraw, type Draw, logsOf } from './samples.ts'

// Many short rounds in processor time, so that what else the machine does counts little.
const ROUNDS = 100
const ROUND_MS = 50
const LENGTH = 100
const GENERATED = 200

/** Replays logs one after another on one core: the replay alone, and all that is done between a log's JSON and what it comes to. */
export function run(): void {
  const corpora: [string, readonly Log[]][] = [
    ['wins.jsonl', logsOf('wins.jsonl')],
    ['games.jsonl, those that replay', logsOf('games.jsonl').filter((log) => replay(log).ok)],
    [`random walks of ${LENGTH} moves`, randomWalks()],
  ]
  for (const [name, logs] of corpora) {
    const texts = logs.map((log) => JSON.stringify(log))
    measure(`replay, ${name}`, logs, () => {
      for (const log of logs) replay(log)
    })
    measure(`JSON to summary, ${name}`, logs, () => {
      for (const text of texts) summaryOf(text)
    })
  }
}

function summaryOf(text: string): Summary | undefined {
  const log = parseLogText(text)
  const result = log.ok ? replay(log.value) : log
  return result.ok ? summary(result.game) : undefined
}

/** Logs of exactly `LENGTH` moves, each drawn from the legal ones by a fixed generator; deals that end earlier are passed over. */
function randomWalks(): Log[] {
  const logs: Log[] = []
  const draw = createDraw()
  for (let deal = 1; logs.length < GENERATED; deal++) {
    const log = randomWalk(deal as DealNumber, VARIANT_IDS[deal % VARIANT_IDS.length] as VariantId, draw)
    if (log.events.length === LENGTH) logs.push(log)
  }
  return logs
}

function randomWalk(deal: DealNumber, variant: VariantId, draw: Draw): Log {
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

/** Prints how many logs of a hundred moves a core replays in a second, in terms of events, when `work` replays the logs once. */
function measure(name: string, logs: readonly Log[], work: () => void): void {
  const hundreds = logs.reduce((sum, { events }) => sum + events.length, 0) / LENGTH
  const rates = Array.from({ length: ROUNDS }, () => hundreds * timesPerSecond(work)).sort((a, b) => a - b)
  const [median, best] = [rates[ROUNDS >> 1], rates.at(-1)].map((rate) => Math.round(rate ?? 0))
  console.log(`${name}: median ${median}, best ${best} logs of ${LENGTH} moves a second`)
}

function timesPerSecond(work: () => void): number {
  const start = cpuMs()
  let times = 0
  let ms = 0
  while (ms < ROUND_MS) {
    work()
    times++
    ms = cpuMs() - start
  }
  return (times * 1000) / ms
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
