import { createServer } from 'node:net'
import type { Config } from '@speedcell/services/core'

type Address = Pick<Config, 'host' | 'port' | 'publicOrigin'>

/** Where to look in a browser. */
export function siteAddress({ host, port, publicOrigin }: Address): string {
  return publicOrigin ?? `http://${isLoopback(host) || isEverywhere(host) ? 'localhost' : inUrl(host)}:${port}`
}

/** Where the site's own processes reach its API. */
export function apiOrigin({ host, port }: Pick<Address, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${inUrl(reachable)}:${port}`
}

/** What there is to say against the address: others can reach it, and what they send can be read on the way. */
export function addressWarning({ host, publicOrigin }: Address): string | undefined {
  if (isLoopback(host) || publicOrigin?.startsWith('https:')) return undefined
  return (
    `Warning: other machines can reach ${host}, and without https whoever is between can read passwords and sessions. ` +
    'Put a proxy that speaks https in front, and set PUBLIC_ORIGIN.'
  )
}

/** Throws, with one line for whoever starts the site, if one cannot listen on the address. */
export async function checkAddress({ host, port }: Pick<Address, 'host' | 'port'>): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw new Error(complaint((error as NodeJS.ErrnoException).code, host, port), { cause: error })
  }
  await new Promise((resolve) => probe.close(resolve))
}

function complaint(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: stop that one, or set PORT.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`
    default:
      return `This machine cannot listen on ${host} (${code}): set HOST to one of its addresses.`
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
