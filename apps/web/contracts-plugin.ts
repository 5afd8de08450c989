import {
  BOARD_PAGE,
  BOARD_PERIODS,
  contracts,
  type Endpoint,
  LADDER_STAGES,
  LIST_PAGE,
  NAME_LENGTH,
  PASSWORD_LENGTH,
} from '@speedcell/shared/contracts'
import type { Plugin } from 'vite'

const SOURCE = 'virtual:contracts'
const ID = `\0${SOURCE}`

/**
 * Serves what the browser needs of the contracts while it runs: each endpoint's method and path, and a few bounds. The schemas
 * are types there, so zod is no part of what a visitor loads.
 */
export function contractsPlugin(): Plugin {
  const domains: Record<string, Record<string, Endpoint>> = contracts
  const endpoints = mapValues(domains, (domain) => mapValues(domain, ({ method, path }) => ({ method, path })))
  const exports = {
    endpoints,
    BOARD_PAGE,
    BOARD_PERIODS,
    LADDER_STAGES,
    LIST_PAGE,
    NAME_LENGTH,
    PASSWORD_LENGTH,
  }
  return {
    name: 'speedcell-contracts',
    resolveId: (source) => (source === SOURCE ? ID : undefined),
    load: (id) =>
      id === ID
        ? Object.entries(exports)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
            .join('\n')
        : undefined,
  }
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
