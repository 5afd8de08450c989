/** What a function gives that can fail: a value, or a code from a closed set. Nothing in the engine throws on outside input. */
export type Result<T, E extends string> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

/** The successful result. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** The failed result, with its code. */
export const err = <E extends string>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
