import type { CookieSerializeOptions } from '@fastify/cookie'
import { type Accounts, type Player, SESSION_DAYS } from '@speedcell/services/accounts'
import type { Locale } from '@speedcell/shared/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null for a visitor. */
    player: Player | null
  }
}

const SECURE_COOKIE = '__Host-session'
const PLAIN_COOKIE = 'session'

export interface Sessions {
  /** Reads the session's cookie and says whose it is; a renewed session gets its cookie renewed. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Player | null>
  /** The session's token, if the request has one. */
  tokenOf(request: FastifyRequest): string | undefined
  /** Hands a new session's token to the browser, and ends the session that it had. */
  begin(request: FastifyRequest, reply: FastifyReply, signed: { player: Player; token: string }): Promise<void>
  /** Takes the cookie back. */
  forget(request: FastifyRequest, reply: FastifyReply): void
  /** The signed-in player; for a visitor an account is made, with a name in their language, and its session begun. */
  ensurePlayer(request: FastifyRequest, reply: FastifyReply, locale: Locale): Promise<Player>
}

/** Sessions over cookies: `__Host-session` over https, `session` over plain http. */
export function createSessions(accounts: Accounts, limits: Limits, publicOrigin: string | undefined): Sessions {
  // Browsers send a __Host- cookie over https only: where it comes, a proxy has taken the https away.
  const isSecure = (request: FastifyRequest): boolean =>
    request.protocol === 'https' || publicOrigin?.startsWith('https:') === true || request.cookies[SECURE_COOKIE] !== undefined

  const cookieName = (request: FastifyRequest) => (isSecure(request) ? SECURE_COOKIE : PLAIN_COOKIE)

  const cookieOptions = (request: FastifyRequest): CookieSerializeOptions => ({
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(request),
  })

  function hand(request: FastifyRequest, reply: FastifyReply, token: string): void {
    reply.setCookie(cookieName(request), token, { ...cookieOptions(request), maxAge: SESSION_DAYS * 86_400 })
  }

  const tokenOf = (request: FastifyRequest) => request.cookies[cookieName(request)] || undefined

  async function begin(request: FastifyRequest, reply: FastifyReply, signed: { player: Player; token: string }): Promise<void> {
    const before = tokenOf(request)
    if (before) await accounts.signOut(before)
    hand(request, reply, signed.token)
    request.player = signed.player
  }

  return {
    tokenOf,
    begin,

    async authenticate(request, reply) {
      const token = tokenOf(request)
      if (!token) return null
      // What opens a socket carries no cookie back.
      const found = await accounts.authenticate(token, { renew: !request.ws })
      if (found?.renewed) hand(request, reply, token)
      return found?.player ?? null
    },

    forget(request, reply) {
      reply.clearCookie(cookieName(request), cookieOptions(request))
      request.player = null
    },

    async ensurePlayer(request, reply, locale) {
      if (request.player) return request.player
      await limits.countAddress('account', request.ip)
      const signed = await accounts.create(locale)
      await begin(request, reply, signed)
      return signed.player
    },
  }
}
