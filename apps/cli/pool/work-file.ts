import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { DealNumber } from '@speedcell/shared/engine'
import { jsonFrom } from '../lines.ts'

/**
 * What a long piece of work has found so far, a line for each deal, so that it can go on where it was stopped, at whatever moment. Work
 * under another title, which is the first line, is begun anew.
 */
export class WorkFile<Finding> {
  readonly #file: number
  readonly #found = new Map<DealNumber, Finding>()

  constructor(file: string, title: string) {
    mkdirSync(path.dirname(file), { recursive: true })
    this.#file = openSync(file, 'a')
    const text = readFileSync(file, 'utf8')
    // Whoever was killed may have left half a line.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const [first, ...lines] = whole.split('\n')
    if (first !== title) {
      ftruncateSync(this.#file, 0)
      writeSync(this.#file, `${title}\n`)
      return
    }
    ftruncateSync(this.#file, Buffer.byteLength(whole))
    for (const line of lines.slice(0, -1)) {
      const found = jsonFrom(Buffer.from(line))
      // What a machine that lost its power has left of a line is found anew.
      if (Array.isArray(found) && found[1]) this.#found.set(found[0], found[1])
    }
  }

  /** What was found of a deal, the latest. */
  get(deal: DealNumber): Finding | undefined {
    return this.#found.get(deal)
  }

  /** Keeps what was found of a deal: it is there even if the process is killed the moment after. */
  add(deal: DealNumber, finding: Finding): void {
    this.#found.set(deal, finding)
    writeSync(this.#file, `${JSON.stringify([deal, finding])}\n`)
  }

  close(): void {
    closeSync(this.#file)
  }
}
