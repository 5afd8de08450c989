import { decodeLog, encodeLog, type Log } from '@speedcell/shared/engine'
import { KEPT_PREFIX } from './kept-key.ts'

/** A stage's log as this device keeps it, until the server has confirmed the result. */
export interface DeviceLog {
  readonly stage: string
  /** The token by which a tab of this device played last. */
  readonly claim: string
  readonly log: Log
  readonly givenUp: boolean
}

const VERSION = 1
/** After so long nobody wants the log any more: the server takes none that is two days late. In ms of the device's clock. */
const KEPT_MS = 7 * 86_400_000

/** Keeps a log. Where the device keeps nothing (private windows, a full disk), there is only the server. */
export function keepLog({ stage, claim, log, givenUp }: DeviceLog): void {
  try {
    localStorage.setItem(
      KEPT_PREFIX + stage,
      JSON.stringify({ v: VERSION, claim, log: encodeLog(log), givenUp, keptAt: Date.now() }),
    )
  } catch {
    // What is played goes to the server all the same.
  }
}

/** The log that is kept of a stage; undefined without one. */
export function keptLog(stage: string): DeviceLog | undefined {
  try {
    return parse(stage, localStorage.getItem(KEPT_PREFIX + stage))
  } catch {
    return undefined
  }
}

/** Forgets a stage's log. */
export function forgetLog(stage: string): void {
  try {
    localStorage.removeItem(KEPT_PREFIX + stage)
  } catch {
    // Nothing is kept here.
  }
}

/** All logs that are kept. What cannot be read or is too old is forgotten. */
export function keptLogs(): DeviceLog[] {
  try {
    const stages = Object.keys(localStorage).flatMap((key) =>
      key.startsWith(KEPT_PREFIX) ? [key.slice(KEPT_PREFIX.length)] : [],
    )
    return stages.flatMap((stage) => {
      const kept = parse(stage, localStorage.getItem(KEPT_PREFIX + stage))
      if (!kept) forgetLog(stage)
      return kept ?? []
    })
  } catch {
    return []
  }
}

function parse(stage: string, text: string | null): DeviceLog | undefined {
  if (text === null) return undefined
  try {
    const { v, claim, log, givenUp, keptAt } = JSON.parse(text)
    const decoded = decodeLog(String(log))
    if (v !== VERSION || typeof claim !== 'string' || !decoded.ok || !(Date.now() - keptAt < KEPT_MS)) return undefined
    return { stage, claim, log: decoded.value, givenUp: givenUp === true }
  } catch {
    return undefined
  }
}
