import type { Locale } from '@speedcell/shared/contracts'

/** A whole number from 0 up to, not including, `below`. */
export type RandomInt = (below: number) => number

type Gender = 'f' | 'm' | 'n'
interface Grammar {
  /** Nouns by gender. */
  readonly nouns: readonly (readonly [noun: string, gender: Gender])[]
  readonly adjectives: readonly string[]
  /** A noun with its adjective, in that language's order and agreement. */
  phrase(noun: string, gender: Gender, adjective: string): string
}

const GERMAN_ENDINGS: Record<Gender, string> = { f: 'e', m: 'er', n: 'es' }

// Together with a space and four digits a phrase must keep within the 20 characters of a name; longer ones are not drawn.
const GRAMMARS: Record<Locale, Grammar> = {
  de: {
    nouns: [
      ['Biene', 'f'],
      ['Hummel', 'f'],
      ['Wabe', 'f'],
      ['Drohne', 'f'],
      ['Imme', 'f'],
      ['Blüte', 'f'],
      ['Linde', 'f'],
      ['Wiese', 'f'],
      ['Falter', 'm'],
      ['Käfer', 'm'],
      ['Klee', 'm'],
      ['Nektar', 'm'],
      ['Schwarm', 'm'],
      ['Pollen', 'm'],
      ['Imker', 'm'],
      ['Bienchen', 'n'],
      ['Wachs', 'n'],
    ],
    adjectives: [
      'Flink',
      'Emsig',
      'Munter',
      'Klug',
      'Kühn',
      'Sanft',
      'Golden',
      'Sonnig',
      'Heiter',
      'Wach',
      'Zart',
      'Frech',
      'Still',
      'Fleißig',
      'Lustig',
      'Mutig',
      'Wild',
      'Bunt',
      'Süß',
      'Fein',
    ],
    phrase: (noun, gender, adjective) => `${adjective}${GERMAN_ENDINGS[gender]} ${noun}`,
  },
  en: {
    nouns: [
      ['Bee', 'n'],
      ['Bumblebee', 'n'],
      ['Drone', 'n'],
      ['Comb', 'n'],
      ['Clover', 'n'],
      ['Honey', 'n'],
      ['Beetle', 'n'],
      ['Moth', 'n'],
      ['Blossom', 'n'],
      ['Hive', 'n'],
      ['Nectar', 'n'],
      ['Pollen', 'n'],
      ['Swarm', 'n'],
      ['Meadow', 'n'],
      ['Thyme', 'n'],
    ],
    adjectives: [
      'Busy',
      'Nimble',
      'Golden',
      'Sunny',
      'Merry',
      'Clever',
      'Brave',
      'Gentle',
      'Quick',
      'Swift',
      'Bright',
      'Lively',
      'Bold',
      'Wild',
      'Happy',
      'Calm',
      'Keen',
      'Sweet',
      'Wise',
      'Jolly',
    ],
    phrase: (noun, _gender, adjective) => `${adjective} ${noun}`,
  },
  es: {
    nouns: [
      ['Abeja', 'f'],
      ['Flor', 'f'],
      ['Miel', 'f'],
      ['Colmena', 'f'],
      ['Celda', 'f'],
      ['Cera', 'f'],
      ['Salvia', 'f'],
      ['Polen', 'm'],
      ['Néctar', 'm'],
      ['Zángano', 'm'],
      ['Abejorro', 'm'],
      ['Enjambre', 'm'],
      ['Panal', 'm'],
      ['Trébol', 'm'],
      ['Tomillo', 'm'],
    ],
    // Those in -o end in -a beside a feminine noun; the others are the same for both.
    adjectives: [
      'Ágil',
      'Veloz',
      'Alegre',
      'Listo',
      'Dorado',
      'Vivo',
      'Dulce',
      'Valiente',
      'Audaz',
      'Risueño',
      'Noble',
      'Feliz',
      'Sereno',
      'Rápido',
      'Bravo',
      'Sabio',
      'Tenaz',
      'Suave',
    ],
    phrase: (noun, gender, adjective) => `${noun} ${gender === 'f' ? adjective.replace(/o$/, 'a') : adjective}`,
  },
}

const PHRASE_LENGTH = 15

/** Every noun with every adjective that together leave room for the digits. */
export function phrases(locale: Locale): readonly string[] {
  const { nouns, adjectives, phrase } = GRAMMARS[locale]
  return nouns
    .flatMap(([noun, gender]) => adjectives.map((adjective) => phrase(noun, gender, adjective)))
    .filter((text) => text.length <= PHRASE_LENGTH)
}

const PHRASES: Record<Locale, readonly string[]> = { de: phrases('de'), en: phrases('en'), es: phrases('es') }

/** A name for whoever has not chosen one, in their language: `Flinke Biene 4821`. */
export function makeUpName(locale: Locale, randomInt: RandomInt): string {
  const choices = PHRASES[locale]
  return `${choices[randomInt(choices.length)]} ${String(randomInt(10_000)).padStart(4, '0')}`
}
