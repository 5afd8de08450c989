const KEY = 'speedcell:table'

/** What a player has chosen for the table on this device. Kept if the browser lets it be kept. */
class TableSettings {
  /** Send everything home as soon as home moves alone clear the table. */
  finishesItself = $state(true)

  /** Takes over what has been kept; in the browser only. */
  load(): void {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
      if (typeof kept === 'object' && kept !== null && 'finishesItself' in kept)
        this.finishesItself = kept.finishesItself !== false
    } catch {
      // Blocked or unreadable: the defaults hold.
    }
  }

  setFinishesItself(wanted: boolean): void {
    this.finishesItself = wanted
    try {
      localStorage.setItem(KEY, JSON.stringify({ finishesItself: wanted }))
    } catch {
      // It holds for this visit.
    }
  }
}

export const tableSettings = new TableSettings()
