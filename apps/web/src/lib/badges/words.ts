import type { BadgeId } from '@speedcell/shared/contracts'
import { m } from '#lib/paraglide/messages.js'

interface BadgeWords {
  /** What it is called. */
  readonly name: () => string
  /** What earns it, in one line. */
  readonly earnedBy: () => string
}

export const BADGE_WORDS: Readonly<Record<BadgeId, BadgeWords>> = {
  'first-flight': { name: m.badge_first_flight, earnedBy: m.badge_first_flight_by },
  'game-number-one': { name: m.badge_game_number_one, earnedBy: m.badge_game_number_one_by },
  'two-combs': { name: m.badge_two_combs, earnedBy: m.badge_two_combs_by },
  'one-comb': { name: m.badge_one_comb, earnedBy: m.badge_one_comb_by },
  'bakers-bee': { name: m.badge_bakers_bee, earnedBy: m.badge_bakers_bee_by },
  'queen-bee': { name: m.badge_queen_bee, earnedBy: m.badge_queen_bee_by },
  'busy-bee': { name: m.badge_busy_bee, earnedBy: m.badge_busy_bee_by },
  'honey-store': { name: m.badge_honey_store, earnedBy: m.badge_honey_store_by },
  swarm: { name: m.badge_swarm, earnedBy: m.badge_swarm_by },
  'express-bee': { name: m.badge_express_bee, earnedBy: m.badge_express_bee_by },
  beeline: { name: m.badge_beeline, earnedBy: m.badge_beeline_by },
  'no-way-back': { name: m.badge_no_way_back, earnedBy: m.badge_no_way_back_by },
  'bee-week': { name: m.badge_bee_week, earnedBy: m.badge_bee_week_by },
  'bee-month': { name: m.badge_bee_month, earnedBy: m.badge_bee_month_by },
  'hive-mate': { name: m.badge_hive_mate, earnedBy: m.badge_hive_mate_by },
  'honey-crown': { name: m.badge_honey_crown, earnedBy: m.badge_honey_crown_by },
}
