import { invalidate, invalidateAll } from '$app/navigation'
import { call } from './call.ts'
import { endpoints } from './endpoints.ts'

/**
 * Reads what a page shows anew, or of it what depends on a key, if the server answers at all. Else the page stays readable as it is:
 * a load that fails would put an error in its place.
 */
export async function refresh(key?: `app:${string}`): Promise<void> {
  const answered = await call(fetch, endpoints.system.health, {})
  if (answered.ok) await (key === undefined ? invalidateAll() : invalidate(key))
}

/**
 * Reads anew what comes out of the browser's history, kept whole or as the server once sent it: it is as it was then. Call it once the
 * page runs; returns how to end it.
 */
export function refreshFromHistory(): () => void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') void refresh()
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void refresh()
  }
  addEventListener('pageshow', shown)
  return () => removeEventListener('pageshow', shown)
}
