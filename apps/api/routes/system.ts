import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

export function systemRoutes(app: FastifyInstance, { services }: Dependencies): void {
  mount(app, contracts.system.health, async () => {
    await services.database.$queryRaw`SELECT 1`
    return { status: 'ok' as const }
  })
}
