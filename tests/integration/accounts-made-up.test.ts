import { createAccounts } from '@speedcell/services/accounts'
import { expect, test } from 'vitest'
import { fakeClock } from '../support/clock.ts'
import { freshDatabase } from '../support/database.ts'

const { database } = await freshDatabase()
const clock = fakeClock('2026-11-30T12:00:00+01:00')

test('a made-up name that is taken is drawn again', async () => {
  const draws = [0, 1, 0, 1, 0, 2]
  const accounts = createAccounts({ database, clock, randomInt: () => draws.shift() ?? 0 })
  const first = await accounts.create('de')
  const second = await accounts.create('de')
  expect(first.player.name).toMatch(/ 0001$/)
  expect(second.player.name).toMatch(/ 0002$/)
  expect(draws).toEqual([])
})

test('where every draw is taken, there is an error and no endless search', async () => {
  const accounts = createAccounts({ database, clock, randomInt: () => 7 })
  await accounts.create('en')
  await expect(accounts.create('en')).rejects.toThrow('no free name')
})
