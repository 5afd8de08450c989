import type { Flag, FlaggedRun, StageFigures } from '@speedcell/shared/contracts'
import { m } from '#lib/paraglide/messages.js'
import { getLocale } from '#lib/paraglide/runtime.js'
import { formatter } from '#lib/site/format.ts'

/** Of whoever asks: a server answers in several languages. */
const number = (value: number): string => formatter(getLocale()).number(value)
const percent = (ratio: number): string => formatter(getLocale()).percent(ratio)

/** Milliseconds as seconds: `0,4 s`. */
export const seconds = (ms: number): string => m.admin_seconds({ seconds: number(Math.round(ms / 10) / 100) })

const valuesOf = (
  stages: readonly StageFigures[],
  key: 'firstMoveMs' | 'medianGapMs' | 'gapSpread' | 'movesASecond' | 'solverShare',
) => stages.flatMap((stage) => stage[key] ?? [])
const sumOf = (stages: readonly StageFigures[], key: 'events' | 'lateEvents'): number =>
  stages.reduce((sum, stage) => sum + stage[key], 0)

const WORDS: Readonly<Record<Flag, (stages: readonly StageFigures[]) => string>> = {
  'fast-start': (stages) => m.admin_fast_start({ time: seconds(Math.min(...valuesOf(stages, 'firstMoveMs'))) }),
  'fast-moves': (stages) =>
    m.admin_fast_moves({
      moves: number(Math.max(...valuesOf(stages, 'movesASecond'))),
      time: seconds(Math.min(...valuesOf(stages, 'medianGapMs'))),
    }),
  'even-gaps': (stages) => m.admin_even_gaps({ spread: percent(Math.min(...valuesOf(stages, 'gapSpread'))) }),
  'solver-line': (stages) => m.admin_solver_line({ share: percent(Math.max(...valuesOf(stages, 'solverShare'))) }),
  'late-events': (stages) =>
    m.admin_late_events({ late: number(sumOf(stages, 'lateEvents')), events: number(sumOf(stages, 'events')) }),
}

/** Why a run is looked at, in words: of the stages that are flagged so, the figure that stands out most. */
export const flagWords = (flag: Flag, { stages }: Pick<FlaggedRun, 'stages'>): string =>
  WORDS[flag](stages.filter(({ flags }) => flags.includes(flag)))
