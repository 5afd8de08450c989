import type { Log } from '@speedcell/shared/engine'

let handed: Log | undefined

/** Leaves a game for free play, which is where the page goes next. */
export function handOver(log: Log): void {
  handed = log
}

/** The game that was left, once. */
export function takeHanded(): Log | undefined {
  const log = handed
  handed = undefined
  return log
}
