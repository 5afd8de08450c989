/**
 * What processes tell each other, so that a socket on one hears of a result written by another.
 *
 * ```ts
 * const subscriber = await createPostgresSubscriber(databaseUrl, logger)
 * subscriber.subscribe((heard) => { if (heard.type === 'ended') … })
 * const publisher = createPostgresPublisher(database, logger)
 * await transactAndTell(database, publisher, async (transaction, tell) => { …; tell({ type: 'ended', stage }) })
 * ```
 */
export type { Heard, Notice, Publisher, Subscriber } from './channel.ts'
export { createPostgresPublisher, createPostgresSubscriber } from './postgres.ts'
export { type Tell, transactAndTell } from './transact.ts'
