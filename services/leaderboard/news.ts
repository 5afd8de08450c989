import { type BoardEntry, type BoardId, type BoardKey, boardKeySchema } from '@speedcell/shared/contracts'
import type { Database } from '../core/index.ts'

/** What happened to a player's entry: which run came in, and which one is not it any more. */
export interface BoardChange {
  readonly came: string | null
  readonly left: string | null
}

/** What is new on a board, as its watchers are told. */
export interface BoardNews {
  readonly players: number
  /** Null, both, where it is too much to be told. */
  readonly came: BoardEntry[] | null
  readonly left: BoardKey[] | null
}

/** What several changes, one after the other, come to: who came and left again need not be mentioned. */
export function sumOf(changes: readonly BoardChange[]): { came: string[]; left: string[] } {
  const balance = new Map<string, number>()
  const add = (run: string | null, by: 1 | -1): void => {
    if (run !== null) balance.set(run, (balance.get(run) ?? 0) + by)
  }
  for (const { came, left } of changes) {
    add(left, -1)
    add(came, 1)
  }
  const runs = [...balance]
  return {
    came: runs.filter(([, sum]) => sum > 0).map(([run]) => run),
    left: runs.filter(([, sum]) => sum < 0).map(([run]) => run),
  }
}

/** What is new on a board since certain changes, at most so many of either kind. */
export async function newsOf(
  database: Database,
  board: BoardId,
  changes: readonly BoardChange[],
  most: number,
): Promise<BoardNews> {
  const { came, left } = sumOf(changes)
  const players = await countPlayers(database, board)
  if (Math.max(came.length, left.length) > most) return { players, came: null, left: null }
  const entries = await entriesOf(database, [...came, ...left])
  const among = (runs: readonly string[]): BoardEntry[] => entries.filter(({ run }) => runs.includes(run))
  // Of who is not listed any more, the schema picks what the place was decided by.
  return { players, came: among(came), left: among(left).map((entry) => boardKeySchema.parse(entry)) }
}

async function countPlayers(database: Database, board: BoardId): Promise<number> {
  const { _sum } = await database.boardScore.aggregate({ where: { board }, _sum: { players: true } })
  return _sum.players ?? 0
}

async function entriesOf(database: Database, ids: readonly string[]): Promise<BoardEntry[]> {
  const figures = { score: true, stagesWon: true, timeMs: true, endedAt: true } as const
  const runs = await database.run.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, kind: true, ...figures, user: { select: { name: true } } },
  })
  return runs.flatMap(({ id, kind, score, stagesWon, timeMs, endedAt, user }) =>
    score === null || stagesWon === null || timeMs === null || endedAt === null
      ? []
      : [{ run: id, kind, score, stagesWon, timeMs, endedAt: endedAt.toISOString(), name: user.name }],
  )
}
