import { NAME_LENGTH, NAME_PATTERN } from '@speedcell/shared/contracts'
import unhomoglyph from 'unhomoglyph'

/** A name as it is shown, and the key that makes it unique. */
export interface Name {
  readonly text: string
  readonly key: string
}

export type NameRefusal = 'name-invalid' | 'name-reserved'

// What a player must not pass for, as a whole or word by word (Speedcell Team). Compared by key, without separators and marks.
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
const RESERVED_KEYS = new Set(RESERVED.map((name) => bareKey(name)))

// Letters may carry marks, as scripts need. Drawings are a mark without its letter, a tower of marks, marks around or across
// letters; and, on European letters (by now composed with their own marks) and digits, a second one or one of another script.
const DRAWINGS = [
  /(^|[ _-])\p{M}/u,
  /\p{M}{4}/u,
  /\p{Me}|[\u0334-\u0338]|[\u20d0-\u20f0]/u,
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}](\p{M}{2}|(?!\p{Script=Inherited})\p{M})/u,
] as const
// Some letters and marks are never seen: joiners, fillers, variation selectors, blank hieroglyphs.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}]/u

/**
 * Reads a name: NFKC, spaces collapsed, 3 to 20 code points of letters, digits, space, `-` and `_`, at least one of them a letter
 * or digit, nothing drawn or invisible, and none of the reserved ones or their look-alikes.
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
    !DRAWINGS.some((drawing) => drawing.test(text)) &&
    !UNSEEN.test(text)
  if (!valid) return 'name-invalid'
  return isReserved(text) ? 'name-reserved' : { text, key: lookAlikeKey(text) }
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

function isReserved(text: string): boolean {
  return RESERVED_KEYS.has(bareKey(text)) || text.split(/[ _-]+/).every((word) => word === '' || RESERVED_KEYS.has(bareKey(word)))
}

function bareKey(text: string): string {
  return lookAlikeKey(text).replace(/[ _\-\p{M}]/gu, '')
}
