/** What only the visitor's device knows. A page is rendered without it and corrected as soon as it runs. */
class Visitor {
  #zone: string | null = $state(null)

  /** The device's time zone; until the page runs, the site's. */
  zone(site: string): string {
    return this.#zone ?? site
  }

  /** Called once the page runs. */
  arrive(): void {
    this.#zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

export const visitor = new Visitor()
