/** A player who climbs the ladder in a real browser. */
import type { Ladder } from '@speedcell/shared/contracts'
import { RatedPlayer } from './rated-player.ts'

export class LadderPlayer extends RatedPlayer {
  override open(path = '/stufen'): Promise<void> {
    return super.open(path)
  }

  /** Reveals a stage by the page's key; finds the way to win. */
  reveal(number: number): Promise<void> {
    return this.revealBy(() => this.button(`Stufe ${number} aufdecken`).click(), /\/api\/ladder\/reveal$/)
  }

  /** Gives up, by the menu and the question. */
  async giveUp(): Promise<void> {
    await this.button('Menü').click()
    await this.button('Aufgeben').click()
    await this.page.getByRole('dialog', { name: 'Aufgeben?' }).getByRole('button', { name: 'Aufgeben' }).click()
  }

  async seesHeading(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, exact: true }).waitFor()
  }

  /** The own ladder, as the API has it. */
  async ladder(): Promise<Ladder> {
    return (await (await this.context.request.get(`${this.url}/api/ladder`)).json()) as Ladder
  }
}
