import type { VariantId } from '@speedcell/shared/engine'
import { m } from '#lib/paraglide/messages.js'

/** What each variant is called. */
export const VARIANT_WORDS: Readonly<Record<VariantId, () => string>> = {
  'freecell-4': m.table_variant_freecell_4,
  'freecell-3': m.table_variant_freecell_3,
  'freecell-2': m.table_variant_freecell_2,
  'freecell-1': m.table_variant_freecell_1,
  'bakers-game': m.table_variant_bakers_game,
}
