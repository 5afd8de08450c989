import { type BadgeId, LADDER_STAGES } from '@speedcell/shared/contracts'
import type { VariantId } from '@speedcell/shared/engine'

/** How many wins, cards, wins in a row and days in a row a badge asks for. */
export const BADGE_COUNTS = {
  'busy-bee': 100,
  'honey-store': 5_200,
  swarm: 10,
  'bee-week': 7,
  'bee-month': 30,
} as const satisfies Partial<Record<BadgeId, number>>

const EXPRESS_MS = 120_000
const BEELINE_MOVES = 50
const NO_WAY_BACK_STAGES = 3

/** A counted game, as far as badges ask for it. */
export interface JudgedGame {
  readonly rated: boolean
  readonly variant: VariantId
  readonly deal: number
  readonly won: boolean
  readonly moves: number
  readonly timeMs: number
}

/** What a player's games come to, with that one. */
export interface JudgedTotals {
  readonly wins: number
  readonly cardsHome: number
  readonly winStreak: number
}

/** The badges that a counted game earns, whoever has them already. */
export function badgesOfGame(game: JudgedGame, totals: JudgedTotals): BadgeId[] {
  const { rated, variant, deal, won, moves, timeMs } = game
  const earned: Partial<Record<BadgeId, boolean>> = {
    'first-flight': won,
    'game-number-one': won && deal === 1,
    'two-combs': won && variant === 'freecell-2',
    'one-comb': won && variant === 'freecell-1',
    'bakers-bee': won && variant === 'bakers-game',
    'busy-bee': totals.wins >= BADGE_COUNTS['busy-bee'],
    'honey-store': totals.cardsHome >= BADGE_COUNTS['honey-store'],
    swarm: totals.winStreak >= BADGE_COUNTS.swarm,
    'express-bee': won && rated && timeMs < EXPRESS_MS,
    beeline: won && variant === 'freecell-4' && moves <= BEELINE_MOVES,
  }
  return idsOf(earned)
}

/** A ladder run that has ended. */
export interface JudgedRun {
  readonly stagesWon: number
  readonly stages: readonly { readonly undos: number; readonly hints: number }[]
}

/** The badges that a ladder run earns. */
export function badgesOfRun({ stagesWon, stages }: JudgedRun): BadgeId[] {
  const straight = stages.every(({ undos, hints }) => undos === 0 && hints === 0)
  return idsOf({
    'queen-bee': stagesWon === LADDER_STAGES.length,
    'no-way-back': straight && stagesWon >= NO_WAY_BACK_STAGES,
  })
}

/** The badges that days in a row with the daily solved earn. */
export const badgesOfStreak = (days: number): BadgeId[] =>
  idsOf({ 'bee-week': days >= BADGE_COUNTS['bee-week'], 'bee-month': days >= BADGE_COUNTS['bee-month'] })

const idsOf = (earned: Partial<Record<BadgeId, boolean>>): BadgeId[] =>
  (Object.keys(earned) as BadgeId[]).filter((badge) => earned[badge])
