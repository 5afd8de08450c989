/**
 * What the API and its clients agree on: every endpoint and socket message as zod schemas, and the error codes.
 *
 * ```ts
 * const { method, path, answer } = contracts.daily.today
 * const today = answer.parse(await (await fetch(`/api${path}`, { method })).json())
 * ```
 */
import { accounts } from './accounts.ts'
import { daily } from './daily.ts'
import { fairPlay } from './fair-play.ts'
import { games } from './games.ts'
import { ladder } from './ladder.ts'
import { leaderboard } from './leaderboard.ts'
import { replays } from './replays.ts'
import { stages } from './stages.ts'
import { statistics } from './statistics.ts'
import { system } from './system.ts'
import { wallet } from './wallet.ts'

export * from './accounts.ts'
export * from './badges.ts'
export * from './daily.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fair-play.ts'
export * from './games.ts'
export * from './ladder.ts'
export * from './leaderboard.ts'
export * from './replays.ts'
export * from './scalars.ts'
export * from './socket.ts'
export * from './stages.ts'
export * from './statistics.ts'
export * from './system.ts'
export * from './wallet.ts'

/** All endpoints, by the domain that answers. */
export const contracts = { accounts, daily, fairPlay, games, ladder, leaderboard, replays, stages, statistics, system, wallet }
