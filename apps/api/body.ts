import { DomainError } from '@speedcell/services/core'
import type { FastifyInstance } from 'fastify'

/**
 * Reads JSON bodies and nothing else. Keys that reach for a prototype and texts that are no Unicode (lone surrogates) are refused
 * here, so that nothing further in has to think of them. No body at all is undefined, whatever its type was said to be.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text, (error, body) => {
      if (error) return done(error)
      if (hasLoneSurrogate(body)) return done(new DomainError('bad-request'))
      done(null, body)
    })
  })
}

function hasLoneSurrogate(body: unknown): boolean {
  // A list of what is still to be looked at, since a body may be deeper than the stack.
  const open = [body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && !value.isWellFormed()) return true
    if (typeof value === 'object' && value !== null) for (const pair of Object.entries(value)) open.push(...pair)
  }
  return false
}
