import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { accountRoutes } from './accounts.ts'
import { systemRoutes } from './system.ts'

/** Mounts the endpoints of one domain. */
export type Routes = (app: FastifyInstance, dependencies: Dependencies) => void

/** All of them. */
export const routes: readonly Routes[] = [systemRoutes, accountRoutes]
