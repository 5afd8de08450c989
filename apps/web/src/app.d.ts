import type { ErrorCode } from '@speedcell/shared/contracts'

declare global {
  namespace App {
    interface Error {
      /** Why an API call that a page needs was refused; absent where the page itself went wrong. */
      code?: ErrorCode | 'offline'
      /** Seconds after which another try makes sense. */
      retryAfter?: number
    }
    interface Locals {
      /** Set-Cookie lines that the API answered with while the page was rendered. */
      cookies: string[]
    }
  }
}
