import type { FastifyRequest } from 'fastify'

/**
 * Whether a request was not made by another site's page. Browsers say where a request comes from (Sec-Fetch-Site, Origin);
 * programs say nothing, and carry nobody's cookies. The own origin is the public one, or the host that was asked for.
 */
export function isOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined || origin === publicOrigin) return true
  const given = URL.parse(origin)
  // The scheme is not compared: behind a proxy we may not know ours.
  return given !== null && given.host !== '' && given.host === URL.parse(`${given.protocol}//${request.host}`)?.host
}
