const KEY = 'speedcell:hint-cost-known'

/** Whether the player has been told on this device what a hint costs. */
export const hintCost = {
  get known(): boolean {
    try {
      return localStorage.getItem(KEY) !== null
    } catch {
      return false
    }
  },
  know(): void {
    try {
      localStorage.setItem(KEY, '')
    } catch {
      // Then it is said again.
    }
  },
}
