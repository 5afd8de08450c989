import { error } from '@sveltejs/kit'
import type { Answered } from './call.ts'

/** An answer without which a page cannot be shown; throws SvelteKit's error with the problem's code otherwise. */
export function need<T>(answered: Answered<T>): T {
  if (answered.ok) return answered.value
  const { code, status, retryAfter } = answered.problem
  return error(status || 503, { message: code, code, ...(retryAfter === undefined ? {} : { retryAfter }) })
}
