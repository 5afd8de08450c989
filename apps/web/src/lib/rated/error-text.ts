import type { ErrorCode } from '@speedcell/shared/contracts'
import { m } from '#lib/paraglide/messages.js'

/** What can go wrong with a call: the API's codes, and no answer at all. */
export type CallCode = ErrorCode | 'offline'

type Underscored<Text extends string> = Text extends `${infer Head}-${infer Rest}` ? `${Head}_${Underscored<Rest>}` : Text
type WordsKey = `error_${Underscored<CallCode>}`

// Fails to compile while a code has no words.
const words: Record<WordsKey, () => string> = m

/** Words for a code, in the player's language. */
export function errorText(code: CallCode): string {
  return words[`error_${code.replaceAll('-', '_')}` as WordsKey]()
}
