/** The own row of a list: whether it is in sight. */
export class OwnRow {
  inSight = $state(false)

  /** An attachment of the row. */
  readonly attach = (row: Element): (() => void) => {
    const observer = new IntersectionObserver(([entry]) => {
      this.inSight = entry?.isIntersecting ?? false
    })
    observer.observe(row)
    return () => {
      observer.disconnect()
      this.inSight = false
    }
  }
}
