import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Whether the API answers and reaches its database',
    access: 'anyone',
    limit: 'read',
    answer: z.object({ status: z.literal('ok') }),
    errors: [],
  }),
}
