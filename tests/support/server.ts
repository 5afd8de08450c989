/** The site that the browser tests share: started once a run. */
import { findEmbeddedDatabase } from '@speedcell/services/core'
import type { TestProject } from 'vitest/node'
import { launchSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site is, `http://localhost:…`. */
    siteUrl: string
    /** Its database, for what only the passing of time would bring about. */
    siteDatabase: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await launchSite()
  await site.printed('Speedcell is ready')
  project.provide('siteUrl', site.url)
  project.provide('siteDatabase', findEmbeddedDatabase(site.dataDir) ?? '')
  return async () => {
    await site.stop()
  }
}
