import type { Handle, HandleFetch } from '@sveltejs/kit/hooks'
import { paraglideMiddleware } from '#lib/paraglide/server.js'

/** Every page is served in the visitor's language: the `locale` cookie, else Accept-Language. */
export const handle: Handle = ({ event, resolve }) =>
  paraglideMiddleware(event.request, ({ locale }) =>
    resolve(event, { transformPageChunk: ({ html }) => html.replace('%paraglide.lang%', locale) }),
  )

/** While a page is rendered on the server, its calls to the API go to the API's own address, with the visitor's cookies. */
export const handleFetch: HandleFetch = ({ event, request, fetch }) => {
  const url = new URL(request.url)
  if (url.origin !== event.url.origin || !url.pathname.startsWith('/api/')) return fetch(request)
  const origin = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`
  const call = new Request(new URL(url.pathname + url.search, origin), request)
  const cookie = event.request.headers.get('cookie')
  if (cookie) call.headers.set('cookie', cookie)
  // The visitor's own address, so that limits are counted for them and not for this server.
  call.headers.set('x-forwarded-for', event.getClientAddress())
  return fetch(call)
}
