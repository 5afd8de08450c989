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
import { stages } from './stages.ts'
import { system } from './system.ts'

export * from './accounts.ts'
export * from './daily.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './scalars.ts'
export * from './socket.ts'
export * from './stages.ts'
export * from './system.ts'

/** All endpoints, by the domain that answers. */
export const contracts = { accounts, daily, stages, system }
