import { readFileSync } from 'node:fs'
import type { Summary } from '@speedcell/shared/engine'

/** What replaying a log must give. */
type Expected = ({ ok: true } & Summary) | { ok: false; index: number; reason: string }

/** A log, not yet parsed, and what it must give. */
export interface Case {
  readonly log: { v: number; deal: number; variant: string; autoplay: string; events: [number, string][] }
  readonly undoLimit?: number
  readonly expect: Expected
}

const read = (file: string) => readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
const linesOf = (file: string) => read(file).trimEnd().split('\n')

/** The cases of games.jsonl. */
export const games = (): Case[] => linesOf('games.jsonl').map((line) => JSON.parse(line))

/** The logs of wins.jsonl. */
export const wins = (): Case['log'][] => linesOf('wins.jsonl').map((line) => JSON.parse(line).log)

/** The boards of deals.txt: a deal's number, and its columns. */
export function boards(): { deal: number; columns: string[] }[] {
  return read('deals.txt')
    .split('# ')
    .slice(1)
    .map((block) => {
      const [number, ...columns] = block.trimEnd().split('\n')
      return { deal: Number(number), columns }
    })
}
