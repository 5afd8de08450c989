import { readFileSync } from 'node:fs'
import { type Log, parseLog } from '@speedcell/shared/engine'

/** The logs in a file of the tests' fixtures; what is none is left out. */
export function logsOf(file: string): Log[] {
  const lines = readFileSync(new URL(`../../tests/fixtures/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.flatMap((line) => {
    const value = JSON.parse(line)
    const log = parseLog(value.log ?? value)
    return log.ok ? [log.value] : []
  })
}

/** Draws whole numbers from 0 up to a limit, always the same ones. */
export type Draw = (limit: number) => number

/** A linear congruential generator, of which the high bits are good. */
export function createDraw(): Draw {
  let state = 1
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
