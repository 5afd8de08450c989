import swagger from '@fastify/swagger'
import { type Access, contracts, type Endpoint, type ErrorCode, problemSchema } from '@speedcell/shared/contracts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { PROBLEMS } from './problem.ts'

/** The name of every endpoint, `accounts.signIn`, by the endpoint itself. */
const NAMES: ReadonlyMap<Endpoint, { readonly domain: string; readonly id: string }> = new Map(
  Object.entries(contracts).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [endpoint as Endpoint, { domain, id: `${domain}.${name}` }] as const),
  ),
)

/** All endpoints of the contracts. */
export const ENDPOINTS: readonly Endpoint[] = [...NAMES.keys()]

// One name in the document for what every refusal looks like.
const components = z.registry<{ id: string }>()
components.add(problemSchema, { id: 'Problem' })

const ACCESS_CODES: Record<Access, readonly ErrorCode[]> = {
  anyone: [],
  player: ['not-signed-in'],
  claimed: ['not-signed-in', 'not-claimed'],
  admin: ['not-signed-in', 'not-allowed'],
}

/** Every code that an endpoint may answer: its own, and those that follow from what it is. */
function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { method, access, params, query, body, errors } = endpoint
  const codes: ErrorCode[] = [...errors, ...ACCESS_CODES[access], 'rate-limited', 'busy', 'internal']
  if (params || query || body) codes.push('bad-request')
  if (params) codes.push('not-found')
  if (body) codes.push('too-large', 'unsupported-media-type')
  if (method !== 'GET') codes.push('forbidden-origin')
  return [...new Set(codes)]
}

/** An endpoint's schemas for Fastify: what is validated and serialized, and what the OpenAPI document says of it. */
export function describeEndpoint(endpoint: Endpoint): FastifySchema {
  const { params, query, body, answer, access, summary, status = 200 } = endpoint
  const { domain, id } = NAMES.get(endpoint) ?? { domain: 'other', id: endpoint.path }
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [status]: { description: 'The answer', content: { 'application/json': { schema: answer } } },
      ...problemResponses(codesOf(endpoint)),
    },
    summary,
    operationId: id,
    tags: [domain],
    security: access === 'anyone' ? [{}, { session: [] }] : [{ session: [] }],
  } as FastifySchema
}

function problemResponses(codes: readonly ErrorCode[]): Record<number, object> {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('. '),
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    ]),
  )
}

const TAGS: Record<keyof typeof contracts, string> = {
  accounts: 'Accounts, how they are claimed, entered and left, and the pages of players',
  daily: 'The daily: one deal a day for everybody, and its list',
  ladder: 'The ladder: five stages against the clock',
  leaderboard: "The leaderboard: each player's best run",
  replays: 'Runs that have ended, move by move',
  games: 'Free games that count',
  statistics: "What a player's games come to",
  fairPlay: 'For administrators: runs beyond what people can do',
  stages: 'Playing a revealed stage',
  system: 'The site itself',
  wallet: 'Coins, and where they came from',
}

const withComponents = createJsonSchemaTransformObject({ schemaRegistry: components })

/** Collects the routes mounted from here on into an OpenAPI document, served at `/openapi.json`. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Speedcell',
        version: '0.1.0',
        description:
          'Every refusal is an RFC 9457 problem document whose `code` says why. Calls from pages of other sites are refused. A socket at `/api/socket` carries what happens while a stage is played and while a list grows.',
      },
      servers: [{ url: '/api' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-session',
            description:
              'The session, begun by the first reveal, a claim or a sign-in. Over plain http the cookie is named `session`.',
          },
        },
      },
    },
    stripBasePath: true,
    transform: createJsonSchemaTransform({ schemaRegistry: components }),
    transformObject: (document) => {
      const whole = withComponents(document) as OpenAPIV3_1.Document
      // Made for schemas that are taken in as well; problems only go out.
      delete whole.components?.schemas?.ProblemInput
      return whole
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
