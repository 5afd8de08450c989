import type { Config } from '@speedcell/services/core'

/** Where the site's own processes reach its API. */
export function apiOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${inUrl(reachable)}:${port}`
}

/** A host as it is written in a URL. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
