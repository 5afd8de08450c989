import type { RunKind } from '@speedcell/prisma/client'
import type { Day, Transaction } from '../core/index.ts'
import type { Notice } from '../realtime/index.ts'
import { type BoardOf, boardsOf } from './boards.ts'

/** The ways to play whose runs are listed. */
export const LISTED_KINDS: readonly RunKind[] = ['ladder']

/** A run that has ended, or was struck or cleared. */
export interface ListedRun {
  readonly userId: string
  readonly endedDay: Day
}

/** Sets what the boards of a run's day say of its player: their best run there, once it has come in, gone or come back. */
export async function enterBoards(transaction: Transaction, { userId, endedDay }: ListedRun): Promise<readonly Notice[]> {
  // One at a time a player, and the boards always in the same order.
  await transaction.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  for (const board of Object.values(boardsOf(endedDay))) await setEntry(transaction, userId, board)
  return []
}

async function setEntry(transaction: Transaction, userId: string, { id: board, days }: BoardOf): Promise<void> {
  const best = await transaction.run.findFirst({
    where: {
      userId,
      kind: { in: [...LISTED_KINDS] },
      endedDay: days ? { gte: days.from, lte: days.to } : { not: null },
      score: { gt: 0 },
      struckAt: null,
    },
    orderBy: [{ score: 'desc' }, { stagesWon: 'desc' }, { timeMs: 'asc' }, { endedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, score: true, stagesWon: true, timeMs: true, endedAt: true },
  })
  const known = await transaction.boardEntry.findUnique({ where: { board_userId: { board, userId } } })
  if ((best?.id ?? null) === (known?.runId ?? null)) return
  if (known) {
    await transaction.boardEntry.deleteMany({ where: { board, userId } })
    await addToScore(transaction, board, known.score, -1)
  }
  if (!best) return
  const { id: runId, score, stagesWon, timeMs, endedAt } = best
  if (score === null || stagesWon === null || timeMs === null || endedAt === null) throw new Error(`run ${runId} has not ended`)
  await transaction.boardEntry.create({ data: { board, userId, runId, score, stagesWon, timeMs, endedAt } })
  await addToScore(transaction, board, score, 1)
}

/** One player more, or less, with a score on a board. */
async function addToScore(transaction: Transaction, board: string, score: number, players: 1 | -1): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO board_scores AS known (board, score, players) VALUES (${board}, ${score}, ${players})
    ON CONFLICT (board, score) DO UPDATE SET players = known.players + excluded.players`
  if (players < 0) await transaction.boardScore.deleteMany({ where: { board, score, players: 0 } })
}
