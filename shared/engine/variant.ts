import { type Card, isRed, rankOf, suitIndex } from './card.ts'

export const VARIANT_IDS = ['freecell-4', 'freecell-3', 'freecell-2', 'freecell-1', 'bakers-game'] as const
export type VariantId = (typeof VARIANT_IDS)[number]

/** When cards fly home by themselves: when it can never hurt, whenever they fit, or never. */
export const AUTOPLAYS = ['safe', 'all', 'off'] as const
export type Autoplay = (typeof AUTOPLAYS)[number]

export type BuildsOn = 'alternating' | 'same-suit'
export type EmptyColumn = 'any'

/** The rules of one game of the family, as parameters: another variant is another record. */
export interface Variant {
  readonly id: VariantId
  readonly columns: number
  readonly cells: number
  /** Which card a column takes onto its last one, besides being one rank lower. */
  readonly buildsOn: BuildsOn
  /** Which card an empty column takes. */
  readonly emptyColumn: EmptyColumn
  /** The variant's own autoplay; a log may also say `off`. */
  readonly autoplay: Autoplay
  /** What points are multiplied by in free play and the daily. */
  readonly factor: number
}

const FREECELL = { columns: 8, buildsOn: 'alternating', emptyColumn: 'any', autoplay: 'safe' } as const

export const VARIANTS: Readonly<Record<VariantId, Variant>> = {
  'freecell-4': { ...FREECELL, id: 'freecell-4', cells: 4, factor: 1 },
  'freecell-3': { ...FREECELL, id: 'freecell-3', cells: 3, factor: 2 },
  'freecell-2': { ...FREECELL, id: 'freecell-2', cells: 2, factor: 3 },
  'freecell-1': { ...FREECELL, id: 'freecell-1', cells: 1, factor: 5 },
  'bakers-game': { ...FREECELL, id: 'bakers-game', cells: 4, buildsOn: 'same-suit', autoplay: 'all', factor: 3 },
}

/** Whether an outside value is the id of a variant. */
export const isVariantId = (value: unknown): value is VariantId => VARIANT_IDS.includes(value as VariantId)

const BUILDS: Readonly<Record<BuildsOn, (card: Card, onto: Card) => boolean>> = {
  alternating: (card, onto) => isRed(card) !== isRed(onto),
  'same-suit': (card, onto) => suitIndex(card) === suitIndex(onto),
}

const EMPTY_COLUMN_TAKES: Readonly<Record<EmptyColumn, (card: Card) => boolean>> = {
  any: () => true,
}

/** Whether a column that ends in `onto` takes `card`. */
export const builds = (variant: Variant, card: Card, onto: Card): boolean =>
  rankOf(card) + 1 === rankOf(onto) && BUILDS[variant.buildsOn](card, onto)

/** Whether an empty column takes `card` (the highest of what is moved there). */
export const emptyColumnTakes = (variant: Variant, card: Card): boolean => EMPTY_COLUMN_TAKES[variant.emptyColumn](card)
