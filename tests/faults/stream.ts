import type { StageView } from '@speedcell/shared/contracts'
import type { SocketClient } from '../support/socket-client.ts'
import type { CrashPlayer } from './crash-site.ts'

/** Sends a stage's events one by one, as a table does; `acknowledged` are those that the server has said it has. */
export class Stream {
  readonly player: CrashPlayer
  readonly events: StageView['events'] = []
  acknowledged = 0
  #socket: SocketClient | undefined

  constructor(player: CrashPlayer) {
    this.player = player
  }

  async connect(): Promise<void> {
    this.#socket = await this.player.socket()
  }

  /** Plays a move and waits for the acknowledgement. Throws if the line breaks before it. */
  async play(move: string, t = 0): Promise<void> {
    this.events.push([t, move])
    await this.send()
  }

  /** Sends what is not acknowledged. */
  async send(): Promise<void> {
    const { id, claim } = this.player.stage
    const from = this.acknowledged
    this.#socket?.say({ type: 'events', stage: id, claim: claim ?? '', from, events: this.events.slice(from) })
    const answer = await this.#socket?.next('accepted', 'refused')
    if (answer?.type !== 'accepted') throw new Error(`refused: ${answer?.code}`)
    this.acknowledged = answer.length
  }

  /** Sends without waiting, so that it is under way when something happens. */
  throwOff(move: string, t = 0): void {
    this.events.push([t, move])
    this.send().catch(() => {})
  }
}
