import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../apps/standalone/processes.ts'
import { run } from './run.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'speedcell-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const rebuild = (settings: Record<string, string>) => run(['rebuild', 'leaderboard'], '', { DATA_DIR: folder, ...settings })

test('where no site runs, a sentence says so', async () => {
  const { code, stdout, stderr } = await rebuild({ DATABASE_URL: '' })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `speedcell: there is no database: no site runs on the data folder ${folder}. Start it (npm start), or set DATABASE_URL or DATA_DIR\n`,
  )
})

test('so it does where a site was killed and its database with it', async () => {
  mkdirSync(path.join(folder, 'postgres'))
  const lines = ['1', '', '', await freePort(), '', '', '', 'ready', '']
  writeFileSync(path.join(folder, 'postgres/postmaster.pid'), lines.join('\n'))
  writeFileSync(path.join(folder, 'postgres-password'), 'secret\n')
  const { code, stdout, stderr } = await rebuild({ DATABASE_URL: '' })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^speedcell: there is no database: no site runs on .*\n$/)
})

test('a DATABASE_URL that leads nowhere is said to', async () => {
  const port = await freePort()
  const { code, stdout, stderr } = await rebuild({ DATABASE_URL: `postgresql://me:secret@127.0.0.1:${port}/speedcell` })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^speedcell: the database at DATABASE_URL does not answer: .+\n$/)
  expect(stderr).not.toContain('secret')
})

test('a setting that cannot be used is bad input', async () => {
  const { code, stdout, stderr } = await rebuild({ DATABASE_URL: 'speedcell' })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('DATABASE_URL')
})
