import type { Move } from '@speedcell/shared/engine'
import { scenesBetween } from '#lib/game/flights.ts'
import { letterOf } from '#lib/game/spots.ts'
import { m } from '#lib/paraglide/messages.js'
import { scenesWords } from '#lib/table/words.ts'
import type { Frame } from './frames.ts'

/** Where a move goes, in short: `auf Spalte 8`, `in Wabe a`, `in den Stock`. */
export function targetWords({ to }: Move): string {
  const letter = letterOf(to)
  if (to.kind === 'foundation') return m.table_to_home()
  return to.kind === 'cell' ? m.replay_to_cell({ letter }) : m.replay_to_column({ number: letter })
}

/** What happened to make a frame, in whole words. */
export function frameWords(frames: readonly Frame[], index: number): string {
  const [before, frame] = [frames[index - 1], frames[index]]
  if (!frame || !before) return m.replay_row_deal()
  if (frame.kind === 'hint') return m.replay_row_hint()
  const { position } = before.game
  const shown = scenesWords(position, scenesBetween(position, frame.game.position))
  return frame.kind === 'undo' ? `${m.table_said_undone()} ${shown}` : shown
}
