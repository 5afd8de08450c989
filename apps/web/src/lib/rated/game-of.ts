import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'

/** The game of one of the own stages, as the server has it; null where it cannot be had. */
export async function gameOf(fetch: typeof globalThis.fetch, stage: string) {
  const answered = await call(fetch, endpoints.stages.get, { params: { stage } })
  if (!answered.ok) return null
  const { parseLog, replay } = await import('@speedcell/shared/engine')
  const { deal, variant, autoplay, events } = answered.value
  const log = parseLog({ v: 1, deal, variant, autoplay, events })
  const replayed = log.ok ? replay(log.value) : log
  if (!replayed.ok) return null
  const { position, moves, undos, hints } = replayed.game
  return { position, moves, undos, hints }
}
