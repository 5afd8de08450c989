/** A time zone in which it is between twelve and one now, so that no midnight comes between two steps of a test by the real clock. */
export function zoneOfNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  // These zones count westwards.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
