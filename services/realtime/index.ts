/**
 * What processes tell each other, so that a socket on one hears of a result written by another.
 *
 * ```ts
 * const subscriber = createSubscriber({ databaseUrl, redis, logger })
 * await subscriber.subscribe((heard) => { if (heard.type === 'ended') … })
 * const publisher = createPublisher({ database, redis, logger })
 * await transactAndTell(database, publisher, async (transaction, tell) => { …; tell({ type: 'ended', stage }) })
 * ```
 */
export type { Heard, Notice, Publisher, Subscriber } from './channel.ts'
export { createPublisher, createSubscriber } from './line.ts'
export { type Tell, transactAndTell } from './transact.ts'
