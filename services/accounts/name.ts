import { NAME_LENGTH, NAME_PATTERN } from '@speedcell/shared/contracts'
import unhomoglyph from 'unhomoglyph'

/** A name as it is shown, and the key that makes it unique. */
export interface Name {
  readonly text: string
  readonly key: string
}

export type NameRefusal = 'name-invalid' | 'name-reserved'

// What a player must not pass for. Compared by key and without separators.
const RESERVED = [
  'admin',
  'administrator',
  'administrador',
  'administradora',
  'moderator',
  'moderador',
  'moderadora',
  'root',
  'system',
  'sistema',
  'server',
  'support',
  'soporte',
  'hilfe',
  'help',
  'team',
  'staff',
  'official',
  'offiziell',
  'oficial',
  'speedcell',
  'gelöscht',
  'geloescht',
  'deleted',
  'eliminado',
  'eliminada',
  'borrado',
  'anonym',
  'anonymous',
  'anónimo',
  'gast',
  'guest',
  'invitado',
  'null',
  'undefined',
] as const
const RESERVED_KEYS = new Set(RESERVED.map((name) => withoutSeparators(lookAlikeKey(name))))

/**
 * Reads a name: NFKC, spaces collapsed, 3 to 20 code points of letters, digits, space, `-` and `_`, at least one of them a letter
 * or digit, nothing invisible, and none of the reserved ones or their look-alikes.
 */
export function parseName(value: string): Name | NameRefusal {
  const text = value.normalize('NFKC').trim().replace(/ +/g, ' ')
  const length = [...text].length
  const valid =
    value.isWellFormed() &&
    length >= NAME_LENGTH.min &&
    length <= NAME_LENGTH.max &&
    NAME_PATTERN.test(text) &&
    /[\p{L}\p{N}]/u.test(text) &&
    // Letters may carry marks, as scripts need; a mark without its letter and a tower of marks are drawings.
    !/(^|[ _-])\p{M}|\p{M}{4}/u.test(text) &&
    // Some letters and marks are never seen: joiners, fillers, variation selectors.
    !/\p{Default_Ignorable_Code_Point}/u.test(text)
  if (!valid) return 'name-invalid'
  const key = lookAlikeKey(text)
  return RESERVED_KEYS.has(withoutSeparators(key)) ? 'name-reserved' : { text, key }
}

/** Whether `parseName` gave a name. */
export function isName(parsed: Name | NameRefusal): parsed is Name {
  return typeof parsed !== 'string'
}

/**
 * The key of a name: the same for all names that differ only in case or look alike, after the skeleton of Unicode TR 39.
 * Case comes in twice, because a capital's look-alike (Cyrillic В, Latin B) need not be its small letter's (в, ʙ): so the
 * skeleton is taken of the capitals and of the small letters made from them. Where Latin is mixed with other scripts, letters
 * count as what they pass for as written (Greek ν for v, though its capital passes for N).
 */
export function lookAlikeKey(name: string): string {
  // İ and i̇: the dot above an i is there anyway.
  const letters = name
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/([ij])\u0307/gi, '$1')
  const written = /\p{Script=Latin}/u.test(letters) ? skeleton(letters) : letters
  // By way of small letters, since the capital ẞ is only a capital, but ß is SS.
  return skeleton(skeleton(written.toLowerCase().toUpperCase()).toLowerCase())
}

function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD')
}

function withoutSeparators(key: string): string {
  return key.replace(/[ _-]/g, '')
}
