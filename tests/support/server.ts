/** The site that the browser tests share: started once a run. */
import type { TestProject } from 'vitest/node'
import { launchSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site is, `http://localhost:…`. */
    siteUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await launchSite()
  await site.printed('Speedcell is ready')
  project.provide('siteUrl', site.url)
  return async () => {
    await site.stop()
  }
}
