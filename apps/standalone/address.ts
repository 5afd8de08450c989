import { createServer } from 'node:net'
import type { Config } from '@speedcell/services/core'
import { inUrl } from '../api/api-origin.ts'
import { listeningComplaint } from '../api/listening.ts'

type Address = Pick<Config, 'host' | 'port' | 'publicOrigin'>

/** Where to look in a browser. */
export function siteAddress({ host, port, publicOrigin }: Address): string {
  return publicOrigin ?? `http://${isLoopback(host) || isEverywhere(host) ? 'localhost' : inUrl(host)}:${port}`
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
    throw new Error(listeningComplaint(error, { host, port }), { cause: error })
  }
  await new Promise((resolve) => probe.close(resolve))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
