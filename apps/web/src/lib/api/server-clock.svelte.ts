import { createSubscriber } from 'svelte/reactivity'

/**
 * The server's time on this device. Countdowns run from it, so a wrong clock on the device shifts nothing. Set by every answer
 * that says what time it is.
 */
class ServerClock {
  /** Server's time minus device's time, in milliseconds. */
  #offset = $state(0)
  #settled = false
  readonly #eachSecond = createSubscriber((update) => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          update()
          wait()
        },
        1000 - (this.now() % 1000),
      )
    }
    wait()
    return () => clearTimeout(timer)
  })

  /** The server's time in ms since the epoch. */
  now(): number {
    return Date.now() + this.#offset
  }

  /** The same for what is shown: whatever reads it is run again as each second begins. */
  get ticking(): number {
    this.#eachSecond()
    return this.now()
  }

  /** Takes what time an answer says it is, at once when it has come. */
  set(instant: string): void {
    if (typeof window === 'undefined') return
    this.#offset = Date.parse(instant) - (this.#settled ? Date.now() : arrivalOfPage())
  }

  /** From now on answers come by calls. Those before came within the page, which arrived before any script ran. */
  settle(): void {
    this.#settled = true
  }
}

function arrivalOfPage(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation && navigation.responseStart > 0 ? performance.timeOrigin + navigation.responseStart : Date.now()
}

export const serverClock = new ServerClock()
