/** Whether the server answers, as seen by the calls of this page. On the server nothing is noted: a page there is one visitor's. */
class Connection {
  /** False once a call got no answer, until one does. */
  online = $state(true)
  /** When the last answer came (ms since the epoch, device's clock); null before the first. */
  heardAt: number | null = $state.raw(null)

  heard(): void {
    if (typeof window === 'undefined') return
    this.online = true
    this.heardAt = Date.now()
  }

  lost(): void {
    if (typeof window === 'undefined') return
    this.online = false
  }
}

export const connection = new Connection()
