import { error } from '@sveltejs/kit'
import type { PageLoad } from './$types.js'

/** The stage that the address names, the first one where it names none. */
export const load: PageLoad = async ({ params, parent }) => {
  const { replay } = await parent()
  if (replay === null) return { stage: null }
  const stage =
    params.stage === undefined ? replay.stages[0] : replay.stages.find(({ number }) => String(number) === params.stage)
  return stage ? { stage } : error(404, { message: 'not-found', code: 'not-found' })
}
