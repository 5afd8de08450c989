import type { VariantId } from '@speedcell/shared/engine'
import { m } from '#lib/paraglide/messages.js'

/** The variants in few words, where it is plain that each is FreeCell. */
export const VARIANT_NAMES: Readonly<Record<VariantId, () => string>> = {
  'freecell-4': m.player_freecell_4,
  'freecell-3': m.player_freecell_3,
  'freecell-2': m.player_freecell_2,
  'freecell-1': m.player_freecell_1,
  'bakers-game': m.table_variant_bakers_game,
}
