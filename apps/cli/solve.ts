import { parseArgs } from 'node:util'
import { startGame } from '@speedcell/shared/engine'
import { solve as findSolution } from '@speedcell/shared/solver'
import { parseAutoplay, parseDeal, parseVariant } from './arguments.ts'
import { type Command, print } from './command.ts'

// Enough to decide nearly every deal of every variant, at some 50 bytes a position.
const POSITIONS = 5_000_000

export const solve: Command = {
  name: 'solve',
  summary: 'a win of a deal, or the proof that there is none',
  usage: `N [--variant V] [--autoplay off]

Prints {"deal":N,"variant":V,"verdict":"solved"|"unsolvable"|"unknown","moves":[…],"positions":…,"ms":…}: the moves are those of a
log that wins, empty unless solved; positions is how many the solver looked at. "unknown" after ${POSITIONS} positions.

  --variant V     freecell-4 (default), freecell-3, freecell-2, freecell-1 or bakers-game
  --autoplay off  without cards flying home by themselves`,

  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { variant: { type: 'string', default: 'freecell-4' }, autoplay: { type: 'string' } },
    })
    const number = parseDeal(positionals)
    const variant = parseVariant(values.variant)
    const autoplay = parseAutoplay(values.autoplay, variant)
    const start = performance.now()
    const { position } = startGame({ deal: number, variant, autoplay })
    const found = findSolution(position, { variant, autoplay }, { positions: POSITIONS })
    await print({
      deal: number,
      variant,
      verdict: found.verdict,
      moves: found.verdict === 'solved' ? found.moves : [],
      positions: found.positions,
      ms: Math.round(performance.now() - start),
    })
  },
}
