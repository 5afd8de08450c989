import type { StageResult } from '@speedcell/shared/contracts'
import { replay } from '@speedcell/shared/engine'
import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { type DeviceLog, forgetLog, keptLogs } from './device-log.ts'
import { playedHere } from './stage-session.svelte.ts'

/** Codes after which a log may still be taken another time. */
const FOR_THE_MOMENT = new Set([
  'offline',
  'busy',
  'rate-limited',
  'internal',
  'not-signed-in',
  'not-your-stage',
  'played-elsewhere',
])

/**
 * Hands in what this device has finished and could not send: a tab was closed without a line, say. Returns what that brought. Games
 * that are not over stay for whoever resumes them; those that have a result by now are forgotten.
 */
export async function handInKeptLogs(): Promise<StageResult[]> {
  const results: StageResult[] = []
  for (const kept of keptLogs()) {
    if (playedHere.has(kept.stage)) continue
    const result = await handIn(kept)
    if (result) results.push(result)
  }
  return results
}

/** Stages of unfinished games whose result has been asked for on this page. */
const asked = new Set<string>()

async function handIn({ stage, claim, log, givenUp }: DeviceLog): Promise<StageResult | undefined> {
  const replayed = replay(log)
  if (!replayed.ok) {
    forgetLog(stage)
    return
  }
  if (!replayed.game.won && !givenUp) {
    if (asked.has(stage)) return
    asked.add(stage)
    const answered = await call(fetch, endpoints.stages.get, { params: { stage } })
    if (answered.ok && answered.value.result) forgetLog(stage)
    return
  }
  const answered = await call(fetch, endpoints.stages.finish, { params: { stage }, body: { claim, log: { ...log }, givenUp } })
  if (answered.ok || !FOR_THE_MOMENT.has(answered.problem.code)) forgetLog(stage)
  return answered.ok ? answered.value : undefined
}
