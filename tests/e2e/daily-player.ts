/** A player of the daily in a real browser. */
import type { Today } from '@speedcell/shared/contracts'
import { RatedPlayer } from './rated-player.ts'

const ATTEMPTS = /\/api\/daily\/[^/]+\/attempts$/

export class DailyPlayer extends RatedPlayer {
  override open(path = '/tagesspiel'): Promise<void> {
    return super.open(path)
  }

  /** Opens the daily and reveals it with one press; finds the way to win. */
  async reveal(press: () => Promise<void> = () => this.button('Tagesspiel aufdecken').click()): Promise<void> {
    await this.open()
    await this.revealBy(press, ATTEMPTS)
  }

  /** Reveals a further attempt from the page after the last one. */
  async revealAgain(): Promise<void> {
    await this.revealBy(() => this.button('Noch einmal aufdecken').click(), ATTEMPTS)
  }

  /** One's part in today, as the API has it. */
  async today(): Promise<Today> {
    return (await (await this.context.request.get(`${this.url}/api/daily`)).json()) as Today
  }

  async coins(): Promise<number> {
    const response = await this.context.request.get(`${this.url}/api/me`)
    return ((await response.json()) as { me: { coins: number } }).me.coins
  }
}
