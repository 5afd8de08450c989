import { Readable } from 'node:stream'
import { lookAlikeKey, type Player } from '@speedcell/services/accounts'
import { exportPlayer } from '@speedcell/services/players'
import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

const { accounts: endpoints } = contracts

export function accountRoutes(app: FastifyInstance, { services, sessions, limits }: Dependencies): void {
  const { accounts, players, database } = services
  const meOf = async (player: Player | null) => player && (await players.me(player))

  mount(app, endpoints.me, async ({ player }) => ({ me: await meOf(player) }))

  mount(app, endpoints.claim, async ({ body, player, request, reply }) => {
    if (!player) await limits.countAddress('account', request.ip)
    const claiming = () => accounts.claim(player, body)
    const { recoveryCode, ...signed } = await limits.tryAt('claim', lookAlikeKey(body.name), claiming)
    await sessions.begin(request, reply, signed)
    return { recoveryCode, me: await players.me(signed.player) }
  })

  mount(app, endpoints.signIn, async ({ body, request, reply }) => {
    const signed = await limits.tryAt('sign-in', lookAlikeKey(body.name), () => accounts.signIn(body))
    await sessions.begin(request, reply, signed)
    return { me: await players.me(signed.player) }
  })

  mount(app, endpoints.signOut, async ({ request, reply }) => {
    const token = sessions.tokenOf(request)
    if (token) await accounts.signOut(token)
    sessions.forget(request, reply)
    return { me: null }
  })

  mount(app, endpoints.signOutEverywhere, async ({ player, request, reply }) => {
    await accounts.signOutEverywhere(player.id)
    sessions.forget(request, reply)
    return { me: null }
  })

  mount(app, endpoints.recover, async ({ body, request, reply }) => {
    const { recoveryCode, ...signed } = await limits.tryAt('recover', lookAlikeKey(body.name), () => accounts.recover(body))
    await sessions.begin(request, reply, signed)
    return { recoveryCode, me: await players.me(signed.player) }
  })

  mount(app, endpoints.changePassword, async ({ body, player, request }) => {
    const token = sessions.tokenOf(request) ?? ''
    await limits.tryAt('password', player.id, () => accounts.changePassword(player.id, token, body))
    return { me: await players.me(player) }
  })

  mount(app, endpoints.renewRecoveryCode, ({ body, player }) =>
    limits.tryAt('password', player.id, () => accounts.renewRecoveryCode(player.id, body.password)),
  )

  mount(app, endpoints.checkName, async ({ query, player }) => {
    const code = await accounts.checkName(query.name, player?.id)
    return { free: code === undefined, code: code ?? null }
  })

  mount(app, endpoints.export, async ({ player, reply }) => {
    const text = await exportPlayer(database, player.id)
    reply.header('content-disposition', 'attachment; filename="speedcell.json"').type('application/json; charset=utf-8')
    return Readable.from(text)
  })

  mount(app, endpoints.remove, async ({ body, player, request, reply }) => {
    await limits.tryAt('password', player.id, () => accounts.remove(player.id, body))
    sessions.forget(request, reply)
    return { me: null }
  })

  mount(app, endpoints.player, async ({ params, player }) => players.page(params.name, player))
}
