/** How keeping something on the device went. */
export type Kept = 'kept' | 'full' | 'blocked'

/** A browser's storage that never throws. */
export class DeviceStore {
  readonly #storage: () => Storage

  /** `storage` may throw: some browsers do not even let a page look. */
  constructor(storage: () => Storage) {
    this.#storage = storage
  }

  read(key: string): string | null {
    try {
      return this.#storage().getItem(key)
    } catch {
      return null
    }
  }

  write(key: string, text: string): Kept {
    try {
      this.#storage().setItem(key, text)
      return 'kept'
    } catch (error) {
      return error instanceof DOMException && error.name === 'QuotaExceededError' && !this.#isClosed() ? 'full' : 'blocked'
    }
  }

  /** Some browsers call a storage full that holds nothing and may hold nothing. */
  #isClosed(): boolean {
    try {
      return this.#storage().length === 0
    } catch {
      return true
    }
  }
}
