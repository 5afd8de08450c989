import type { Choice, Drawing } from '#lib/free/saved-game.ts'
import { m } from '#lib/paraglide/messages.js'

/** What each way to draw is called where it is chosen. */
export const DRAWING_WORDS: Readonly<Record<Drawing, () => string>> = {
  easy: m.free_chosen_easy,
  normal: m.free_chosen_normal,
  hard: m.free_chosen_hard,
  random: m.free_draw_random,
}

/** How the deal on the table was chosen. */
export const CHOICE_WORDS: Readonly<Record<Choice, () => string>> = {
  ...DRAWING_WORDS,
  random: m.free_chosen_random,
  number: m.free_chosen_number,
  link: m.free_chosen_link,
  replay: m.free_chosen_replay,
}
