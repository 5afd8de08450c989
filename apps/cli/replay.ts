import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type Limits, parseLog, type Reason, replay as replayLog, type Summary, summary } from '@speedcell/shared/engine'
import { parseWhole } from './arguments.ts'
import { BAD_INPUT, BadInput, type Command, print } from './command.ts'
import { bytesOf, jsonFrom, linesOf, MAX_BYTES } from './lines.ts'

type Answer =
  | ({ readonly ok: true } & Summary)
  | { readonly ok: false; readonly index: number; readonly reason: Reason }
  | { readonly ok: false; readonly reason: 'not-a-log' }

const NOT_A_LOG = { ok: false, reason: 'not-a-log' } as const

export const replay: Command = {
  name: 'replay',
  summary: 'what a log comes to',
  usage: `[FILE|-] [--undo-limit N] [--lines]

Reads a log from FILE or standard input and prints what it comes to: {"ok":true,"won":…,"points":…,…}, or, with the index of the first
event that cannot be played, {"ok":false,"index":…,"reason":…}. What is no log is {"ok":false,"reason":"not-a-log"} and exit code 2.

  --undo-limit N  refuse more than N undos
  --lines         read a log, or {"log":…,"undoLimit":…}, a line, and print an answer a line; never exit code 2 for what is read`,

  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { lines: { type: 'boolean', default: false }, 'undo-limit': { type: 'string' } },
    })
    const [file = '-', ...more] = positionals
    if (more.length > 0) throw new BadInput('give one file, or none for standard input')
    const undoLimit = values['undo-limit']
    const limits = undoLimit === undefined ? {} : { undoLimit: parseWhole(undoLimit, '--undo-limit') }
    const source: Readable = file === '-' ? process.stdin : createReadStream(file)
    await (values.lines ? replayLines(source, limits) : replayOne(source, limits))
  },
}

async function replayOne(source: Readable, limits: Limits): Promise<void> {
  const answer = answerTo(jsonFrom(await bytesOf(source, MAX_BYTES)), limits)
  await print(answer)
  if (answer === NOT_A_LOG) process.exitCode = BAD_INPUT
}

async function replayLines(source: Readable, limits: Limits): Promise<void> {
  const answers = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const line of linesOf(chunks, MAX_BYTES)) yield `${JSON.stringify(answerToLine(jsonFrom(line), limits))}\n`
  }
  await pipeline(source, answers, process.stdout, { end: false })
}

/** A line is a log or holds one, with its own undo limit if it says so. */
function answerToLine(value: unknown, limits: Limits): Answer {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'log')) return answerTo(value, limits)
  const { log, undoLimit } = value as { log: unknown; undoLimit?: unknown }
  if (undoLimit === undefined || undoLimit === null) return answerTo(log, limits)
  return isUndoLimit(undoLimit) ? answerTo(log, { undoLimit }) : NOT_A_LOG
}

const isUndoLimit = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function answerTo(value: unknown, limits: Limits): Answer {
  const log = parseLog(value)
  if (!log.ok) return NOT_A_LOG
  const result = replayLog(log.value, limits)
  return result.ok ? { ok: true, ...summary(result.game) } : result
}
