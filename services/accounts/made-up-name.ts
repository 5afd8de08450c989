import type { Locale } from '@speedcell/shared/contracts'

/** A whole number from 0 up to, not including, `below`. */
export type RandomInt = (below: number) => number

const GENDERS = ['f', 'm', 'n'] as const
type Gender = (typeof GENDERS)[number]
interface Grammar {
  /** Nouns by gender; all neuter where the language has none. */
  readonly nouns: Partial<Record<Gender, readonly string[]>>
  readonly adjectives: readonly string[]
  /** A noun with its adjective, in that language's order and agreement. */
  phrase(noun: string, gender: Gender, adjective: string): string
}

const GERMAN_ENDINGS: Record<Gender, string> = { f: 'e', m: 'er', n: 'es' }

// Together with a space and four digits a phrase must keep within the 20 characters of a name; longer ones are not drawn.
const GRAMMARS: Record<Locale, Grammar> = {
  de: {
    nouns: {
      f: ['Biene', 'Hummel', 'Wabe', 'Drohne', 'Imme', 'Blüte', 'Linde', 'Wiese'],
      m: ['Falter', 'Käfer', 'Klee', 'Nektar', 'Schwarm', 'Pollen', 'Imker'],
      n: ['Bienchen', 'Wachs'],
    },
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
      'Froh',
      'Fein',
    ],
    phrase: (noun, gender, adjective) => `${adjective}${GERMAN_ENDINGS[gender]} ${noun}`,
  },
  en: {
    nouns: {
      n: [
        'Bee',
        'Bumblebee',
        'Drone',
        'Comb',
        'Clover',
        'Cricket',
        'Beetle',
        'Moth',
        'Blossom',
        'Hive',
        'Nectar',
        'Pollen',
        'Swarm',
        'Meadow',
        'Thyme',
      ],
    },
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
    nouns: {
      f: ['Abeja', 'Flor', 'Miel', 'Colmena', 'Lavanda', 'Cera', 'Salvia'],
      m: ['Polen', 'Néctar', 'Grillo', 'Abejorro', 'Enjambre', 'Panal', 'Trébol', 'Tomillo'],
    },
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
  return GENDERS.flatMap((gender) => (nouns[gender] ?? []).map((noun) => [noun, gender] as const))
    .flatMap(([noun, gender]) => adjectives.map((adjective) => phrase(noun, gender, adjective)))
    .filter((text) => text.length <= PHRASE_LENGTH)
}

const PHRASES: Record<Locale, readonly string[]> = { de: phrases('de'), en: phrases('en'), es: phrases('es') }

/** A name for whoever has not chosen one, in their language: `Flinke Biene 4821`. */
export function makeUpName(locale: Locale, randomInt: RandomInt): string {
  const choices = PHRASES[locale]
  return `${choices[randomInt(choices.length)]} ${String(randomInt(10_000)).padStart(4, '0')}`
}
