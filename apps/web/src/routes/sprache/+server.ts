import { redirect } from '@sveltejs/kit'
import { cookieMaxAge, cookieName, isLocale } from '#lib/paraglide/runtime.js'
import type { RequestHandler } from './$types.js'

/** Chooses a language and goes back to where the choice was made. */
export const POST: RequestHandler = async ({ request, cookies, url }) => {
  const form = await request.formData()
  const locale = form.get('locale')
  // The page's own script reads the cookie too.
  if (isLocale(locale)) cookies.set(cookieName, locale, { path: '/', maxAge: cookieMaxAge, httpOnly: false })
  const to = new URL(String(form.get('to') ?? '/'), url)
  // One slash only: two would name another site.
  const path = to.pathname.replace(/^\/+/, '/') + to.search
  return redirect(303, to.origin === url.origin ? path : '/')
}
