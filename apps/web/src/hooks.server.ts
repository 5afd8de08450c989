import type { Handle, HandleFetch } from '@sveltejs/kit/hooks'
import { paraglideMiddleware } from '#lib/paraglide/server.js'

/** Every page is served in the visitor's language: the `locale` cookie, else Accept-Language. */
export const handle: Handle = async ({ event, resolve }) => {
  event.locals.cookies = []
  const response = await paraglideMiddleware(event.request, ({ locale }) =>
    resolve(event, {
      transformPageChunk: ({ html }) => html.replace('<html lang="en"', `<html lang="${locale}"`),
      // The two fonts that every page is set in, so that its words do not jump.
      preload: ({ type, path }) => type === 'js' || type === 'css' || path.includes('-latin-standard-'),
      filterSerializedResponseHeaders: (name) => name === 'retry-after',
    }),
  )
  // What the API set while the page was rendered, a prolonged session say, is the visitor's to keep.
  for (const cookie of event.locals.cookies) response.headers.append('set-cookie', cookie)
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    response.headers.set('cache-control', 'private, no-cache')
    response.headers.append('vary', 'cookie, accept-language')
  }
  return response
}

/** While a page is rendered on the server, its calls to the API go to the API's own address, with the visitor's cookies. */
export const handleFetch: HandleFetch = async ({ event, request, fetch }) => {
  const url = new URL(request.url)
  if (url.origin !== event.url.origin || !url.pathname.startsWith('/api/')) return fetch(request)
  const origin = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`
  const call = new Request(new URL(url.pathname + url.search, origin), request)
  const cookie = event.request.headers.get('cookie')
  if (cookie) call.headers.set('cookie', cookie)
  // The visitor's own address, so that limits are counted for them and not for this server.
  call.headers.set('x-forwarded-for', event.getClientAddress())
  const response = await fetch(call)
  event.locals.cookies.push(...response.headers.getSetCookie())
  return response
}
