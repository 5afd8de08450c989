import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DealNumber } from '@speedcell/shared/engine'
import { measure, tierOf } from '@speedcell/shared/solver'
import { encodeRatings, loadPool } from '@speedcell/shared/solver/pools'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from './run.ts'

const DEALS = 32_000

describe('pool build', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'speedcell-pool-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const proofs = () => path.join(folder, 'work', 'freecell-4-proof.jsonl')
  const build = (...options: string[]) =>
    run(['pool', 'build', '--variant', 'freecell-4', '--work', path.join(folder, 'work'), '--out', folder, ...options])

  /** A build that was stopped when it had judged all deals but some, and these as lost, so that little is left to do. */
  function givenProofsOfAllBut(...left: number[]): void {
    mkdirSync(path.dirname(proofs()))
    const judged = Array.from({ length: DEALS }, (_, index) => index + 1).filter((deal) => !left.includes(deal))
    const lines = judged.map((deal) => `[${deal},{"verdict":"unsolvable","positions":1}]`)
    writeFileSync(proofs(), ['proofs of freecell-4', ...lines, ''].join('\n'))
  }

  const tierIn4 = (deal: number) => tierOf(measure(deal as DealNumber, 'freecell-4'), 'freecell-4')

  test('goes on where it was stopped, and says how far it is', async () => {
    givenProofsOfAllBut(617, 10913, 11982)
    const before = readFileSync(proofs(), 'utf8')
    // Stopped in the middle of a line.
    appendFileSync(proofs(), '[617,{"verd')
    const { code, stdout, stderr } = await build('--threads', '2')
    expect(code).toBe(0)
    const tiers = { easy: 1, normal: 0, hard: 1 }
    expect(JSON.parse(stdout)).toEqual({ variant: 'freecell-4', won: 2, lost: DEALS - 2, undecided: [], tiers })
    expect(stderr).toContain('proofs of freecell-4: 32000 of 32000')
    const after = readFileSync(proofs(), 'utf8')
    expect(after.startsWith(before)).toBe(true)
    const added = after.slice(before.length).trimEnd().split('\n').sort()
    expect(added.map((line) => JSON.parse(line)[1].verdict)).toEqual(['solved', 'unsolvable', 'solved'])

    const again = await build()
    expect([again.code, again.stderr, again.stdout]).toEqual([0, '', stdout])
    expect(readFileSync(proofs(), 'utf8')).toBe(after)
  })

  test('finds anew what it cannot read', async () => {
    givenProofsOfAllBut(617, 11982)
    appendFileSync(proofs(), '\0\0\0\n[617]\n[617,null]\n{"617":1}\n[11982,{"verdict":"uns\n')
    const { code, stdout } = await build()
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ won: 1, lost: DEALS - 1, undecided: [] })
    expect((await build()).stdout).toBe(stdout)
  })

  test('takes no measures for its own that were taken in another way', async () => {
    givenProofsOfAllBut(617)
    const title = 'measures of freecell-4, 0123456789abcdef'
    const finding = [617, { effort: 1, cells: 0, meanCells: 0, length: 1, depth: 0 }]
    writeFileSync(path.join(folder, 'work', 'freecell-4-measures.jsonl'), `${title}\n${JSON.stringify(finding)}\n`)
    const { stdout } = await build()
    expect(JSON.parse(stdout).tiers).toEqual({ easy: 0, normal: 0, hard: 1 })
  })

  test('writes a module that says the same', async () => {
    givenProofsOfAllBut(1, 2)
    await build()
    const { ratings } = await import(pathToFileURL(path.join(folder, 'freecell-4.ts')).href)
    const first = Buffer.from(ratings, 'base64')
    const codes = ['lost', 'easy', 'normal', 'hard']
    expect(first).toHaveLength(DEALS / 4)
    expect([first.readUInt8(0) & 3, (first.readUInt8(0) >> 2) & 3].map((code) => codes[code])).toEqual([tierIn4(1), tierIn4(2)])
    expect(first.readUInt8(0) >> 4).toBe(0)
    expect(first.subarray(1).every((byte) => byte === 0)).toBe(true)
  })

  test('lists what its budget does not decide, and tries that again with a larger one', async () => {
    givenProofsOfAllBut(11982)
    const poor = await build('--budget', '1000')
    expect(JSON.parse(poor.stdout)).toMatchObject({ won: 0, lost: DEALS - 1, undecided: [11982] })
    const rich = await build()
    expect(JSON.parse(rich.stdout)).toMatchObject({ won: 0, lost: DEALS, undecided: [] })
  })

  test('takes over what the repository decides where it is to look into the rest alone', async () => {
    const pool = await loadPool('freecell-2')
    const undecided = pool.ratings.flatMap((rating, index) => (rating === 'undecided' ? [index + 1] : []))
    const [first = 0, second = 0, ...others] = undecided
    mkdirSync(path.join(folder, 'work'))
    const judged = [
      [first, { verdict: 'solved', positions: 1 }],
      [second, { verdict: 'unsolvable', positions: 1 }],
    ]
    const lines = ['proofs of freecell-2', ...judged.map((line) => JSON.stringify(line)), '']
    writeFileSync(path.join(folder, 'work', 'freecell-2-proof.jsonl'), lines.join('\n'))
    const { code, stdout, stderr } = await build('--variant', 'freecell-2', '--undecided', '--budget', '1000')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ won: pool.count() + 1, undecided: others })
    expect(stderr).toContain(`proofs of freecell-2: ${undecided.length} of ${undecided.length}`)
    const { ratings } = await import(pathToFileURL(path.join(folder, 'freecell-2.ts')).href)
    const tier = tierOf(measure(first as DealNumber, 'freecell-2'), 'freecell-2')
    expect(ratings).toBe(encodeRatings(pool.ratings.with(first - 1, tier).with(second - 1, 'lost')))
  })
})

test('pool verify judges a sample anew', async () => {
  const { code, stdout, stderr } = await run(['pool', 'verify', '--variant', 'freecell-4', '--sample', '40'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    variant: 'freecell-4',
    checked: 40,
    won: 40,
    lost: 0,
    undecided: 0,
    newlyDecided: 0,
    wrong: [],
  })
  expect(stderr).toContain('40 of 40')
})

test('pool verify contradicts nothing that it cannot decide', async () => {
  const options = ['--variant', 'freecell-4', '--sample', '40', '--budget', '10']
  const { code, stdout } = await run(['pool', 'verify', ...options])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ checked: 40, wrong: [] })
  expect(JSON.parse(stdout).undecided).toBeGreaterThan(0)
})

test('pool stats counts', async () => {
  const { code, stdout, stderr } = await run(['pool', 'stats', '--variant', 'freecell-4'])
  expect([code, stderr]).toEqual([0, ''])
  const { tiers, ...stats } = JSON.parse(stdout)
  expect(stats).toEqual({ variant: 'freecell-4', won: 31_999, lost: 1, undecided: [] })
  expect(Object.keys(tiers)).toEqual(['easy', 'normal', 'hard'])
  expect(tiers.easy + tiers.normal + tiers.hard).toBe(31_999)
})
