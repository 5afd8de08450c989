/** Loaded into a process before its own program: tells whoever started it, when asked, how its event loop has been doing since then. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often one looks, in milliseconds; the delay is what comes on top. */
const RESOLUTION = 1

export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Milliseconds of processor time that the thread of the event loop has used. */
  readonly used: number
}

const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
delay.enable()
let usedBefore = 0

function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

process.on('message', (message) => {
  if (message !== 'loop-delay') return
  const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION)
  const told: LoopDelay = {
    p50: ms(delay.percentile(50)),
    p99: ms(delay.percentile(99)),
    max: ms(delay.max),
    used: used() - usedBefore,
  }
  process.send?.({ loopDelay: told })
  usedBefore = used()
  delay.reset()
})
