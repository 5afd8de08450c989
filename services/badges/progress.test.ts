import { BADGE_IDS } from '@speedcell/shared/contracts'
import { expect, test } from 'vitest'
import { type Counts, progressTo } from './progress.ts'

const COUNTS: Counts = { wins: 73, cardsHome: 5_199, winStreak: 4, dayStreak: 8, stagesWon: 3 }

test('what is earned by a count is as far as the count, and never farther than all of it', () => {
  const far = Object.fromEntries(
    BADGE_IDS.flatMap((badge) => {
      const progress = progressTo(badge, COUNTS)
      return progress ? [[badge, `${progress.done} of ${progress.of}`]] : []
    }),
  )
  expect(far).toEqual({
    'queen-bee': '3 of 5',
    'busy-bee': '73 of 100',
    'honey-store': '5199 of 5200',
    swarm: '4 of 10',
    'bee-week': '7 of 7',
    'bee-month': '8 of 30',
  })
})
