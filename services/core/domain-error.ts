import type { ErrorCode } from '@speedcell/shared/contracts'

/** What a service refuses, as one code of the contract's closed set. The API has the table from code to status. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  /** Facts for the client beside the code, such as the index of the bad event. Goes out as it is: no secrets. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, details?: Readonly<Record<string, unknown>>) {
    super(code)
    this.code = code
    this.details = details
  }
}
