import { Prisma } from '@speedcell/prisma/client'
import { inTransaction, type Transaction } from '@speedcell/services/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'

const { database } = await freshDatabase()

beforeEach(async () => {
  await database.$executeRaw`DROP TABLE IF EXISTS tally`
  await database.$executeRaw`CREATE TABLE tally (id int PRIMARY KEY, value int NOT NULL)`
  await database.$executeRaw`INSERT INTO tally VALUES (1, 0), (2, 0)`
})

const tallyOf = async (id: number, db: Transaction = database) => {
  const [row] = await db.$queryRaw<{ value: number }[]>`SELECT value FROM tally WHERE id = ${id}`
  return row?.value ?? Number.NaN
}

/** Lets each of two callers go on when both have arrived; whoever comes later passes. */
function meetingPoint() {
  let arrived = 0
  let open = () => {}
  const both = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    if (++arrived === 2) open()
    return both
  }
}

describe('a transaction', () => {
  test('that throws leaves nothing behind', async () => {
    const work = inTransaction(database, async (transaction) => {
      await transaction.$executeRaw`UPDATE tally SET value = 7`
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await tallyOf(1)).toBe(0)
  })

  test('is run again after a serialization failure', async () => {
    const meet = meetingPoint()
    let runs = 0
    const increment = () =>
      inTransaction(
        database,
        async (transaction) => {
          runs++
          const value = await tallyOf(1, transaction)
          await meet()
          await transaction.$executeRaw`UPDATE tally SET value = ${value + 1} WHERE id = 1`
        },
        Prisma.TransactionIsolationLevel.Serializable,
      )
    await Promise.all([increment(), increment()])
    expect(await tallyOf(1)).toBe(2)
    expect(runs).toBe(3)
  })

  test('is run again when only its commit fails', async () => {
    const meet = meetingPoint()
    const copyOther = (from: number, to: number) =>
      inTransaction(
        database,
        async (transaction) => {
          const value = await tallyOf(from, transaction)
          await transaction.$executeRaw`UPDATE tally SET value = ${value + 1} WHERE id = ${to}`
          await meet()
        },
        Prisma.TransactionIsolationLevel.Serializable,
      )
    await Promise.all([copyOther(1, 2), copyOther(2, 1)])
    expect([await tallyOf(1), await tallyOf(2)].sort()).toEqual([1, 2])
  })

  test("is run again after a deadlock of the client's own queries", async () => {
    const meet = meetingPoint()
    const users = await Promise.all(['a', 'b'].map(() => database.user.create({ data: { locale: 'de' } })))
    const touchBoth = (first: number, second: number) =>
      inTransaction(database, async (transaction) => {
        await transaction.user.update({ where: { id: users[first]?.id ?? '' }, data: { locale: 'en' } })
        await meet()
        await transaction.user.update({ where: { id: users[second]?.id ?? '' }, data: { locale: 'es' } })
      })
    await expect(Promise.all([touchBoth(0, 1), touchBoth(1, 0)])).resolves.toBeDefined()
  })

  test('is run again after a deadlock', async () => {
    const meet = meetingPoint()
    const incrementBoth = (first: number, second: number) =>
      inTransaction(database, async (transaction) => {
        await transaction.$executeRaw`UPDATE tally SET value = value + 1 WHERE id = ${first}`
        await meet()
        await transaction.$executeRaw`UPDATE tally SET value = value + 1 WHERE id = ${second}`
      })
    await Promise.all([incrementBoth(1, 2), incrementBoth(2, 1)])
    expect([await tallyOf(1), await tallyOf(2)]).toEqual([2, 2])
  })
})
