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
  const open = [body]
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value === 'string' && !value.isWellFormed()) return true
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (!key.isWellFormed()) return true
        open.push(inner)
      }
    }
  }
  return false
}
