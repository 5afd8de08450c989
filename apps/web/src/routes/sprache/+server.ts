import { error, redirect } from '@sveltejs/kit'
import { cookieMaxAge, cookieName, isLocale } from '#lib/paraglide/runtime.js'
import type { RequestHandler } from './$types.js'

/** Chooses a language and goes back to where the choice was made. */
export const POST: RequestHandler = async ({ request, cookies, url }) => {
  const form = await request.formData().catch(() => error(400))
  const locale = form.get('locale')
  // The page's own script reads the cookie too. Over plain http a browser would drop one that is for https.
  const secure = url.protocol === 'https:'
  if (isLocale(locale)) cookies.set(cookieName, locale, { path: '/', maxAge: cookieMaxAge, httpOnly: false, secure })
  const to = URL.parse(String(form.get('to') ?? '/'), url)
  // One slash only: two would name another site.
  redirect(303, to?.origin === url.origin ? to.pathname.replace(/^\/+/, '/') + to.search : '/')
}
