import { parseArgs } from 'node:util'
import { cardName, dealCards } from '@speedcell/shared/engine'
import { parseDeal } from './arguments.ts'
import { type Command, print } from './command.ts'

export const deal: Command = {
  name: 'deal',
  summary: 'the cards of a deal',
  usage: `N

Prints {"deal":N,"columns":[…]}: the eight columns of deal N (1 to 1000000), the buried card first.`,

  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const number = parseDeal(positionals)
    await print({ deal: number, columns: dealCards(number).map((column) => column.map(cardName).join(' ')) })
  },
}
