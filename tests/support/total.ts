import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

export interface Total {
  passed: number
  failed: number
}

/** Counts the tests of a run, over all projects, into the file that TOTAL_FILE names. What breaks outside of a test has failed, too. */
export default class TotalReporter implements Reporter {
  onInit(_vitest: Vitest): void {
    this.#write({ passed: 0, failed: 0 })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const total = { passed: 0, failed: unhandledErrors.length }
    for (const module of modules) {
      let failedTests = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') total.passed++
        else if (state !== 'skipped') failedTests++
      }
      // A file that cannot be read, or a hook that throws, fails without a failed test.
      total.failed += failedTests || (module.state() === 'failed' ? 1 : 0)
    }
    this.#write(total)
  }

  #write(total: Total): void {
    if (process.env.TOTAL_FILE) writeFileSync(process.env.TOTAL_FILE, JSON.stringify(total))
  }
}
