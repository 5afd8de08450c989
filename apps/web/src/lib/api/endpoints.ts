import * as served from 'virtual:contracts'
import type { contracts, Endpoint } from '@speedcell/shared/contracts'

declare const contract: unique symbol

/** An endpoint as the browser has it: where to call; what goes in and comes out are types only. */
export interface Route<E extends Endpoint> {
  readonly method: E['method']
  readonly path: string
  readonly [contract]?: E
}

type Routes<Contracts> = {
  readonly [Domain in keyof Contracts]: {
    readonly [Name in keyof Contracts[Domain]]: Contracts[Domain][Name] extends Endpoint ? Route<Contracts[Domain][Name]> : never
  }
}

/** All endpoints of the contracts, by the domain that answers. */
export const endpoints = served.endpoints as Routes<typeof contracts>

/** Bounds that forms and lists go by. */
export const { BOARD_PAGE, LIST_PAGE, NAME_LENGTH, PASSWORD_LENGTH } = served
/** Closed sets and figures of the rules. */
export const { BOARD_PERIODS, LADDER_STAGES } = served
