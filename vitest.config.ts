import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { contractsPlugin } from './apps/web/contracts-plugin.ts'

/** Test files side by side, also on two cores: Vitest would leave one of them to itself. */
const SIDE_BY_SIDE = { maxWorkers: 2 }

/** What Redis can take over from PostgreSQL, for the run of the tests on Redis: `npm run test:redis`. */
const ON_REDIS: TestProjectConfiguration = {
  test: {
    name: 'redis',
    include: ['tests/integration/{jobs,limits,socket}.test.ts', 'tests/house/processes.test.ts', 'tests/redis/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...SIDE_BY_SIDE,
  },
}

// One group after another, so that what takes the clock and the processor does not run beside what needs them.
const USUAL: TestProjectConfiguration[] = [
  {
    test: {
      name: 'unit',
      include: [
        '{shared,services,prisma,scripts}/**/*.test.ts',
        'apps/!(web)/**/*.test.ts',
        'tests/{engine,solver,cli}/**/*.test.ts',
      ],
      testTimeout: 30_000,
      ...SIDE_BY_SIDE,
      sequence: { groupOrder: 0 },
    },
  },
  {
    plugins: [contractsPlugin(), svelte()],
    resolve: { conditions: ['browser'] },
    test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'], testTimeout: 30_000, sequence: { groupOrder: 1 } },
  },
  {
    test: {
      name: 'integration',
      include: ['tests/integration/**/*.test.ts'],
      globalSetup: ['tests/support/postgres.ts'],
      testTimeout: 30_000,
      ...SIDE_BY_SIDE,
      sequence: { groupOrder: 2 },
    },
  },
  {
    test: {
      name: 'house',
      include: ['tests/{house,faults}/**/*.test.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      fileParallelism: false,
      sequence: { groupOrder: 3 },
    },
  },
  {
    test: {
      name: 'e2e',
      include: ['tests/e2e/**/*.test.ts'],
      globalSetup: ['tests/support/server.ts'],
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // As patient as the browser's own waiting.
      expect: { poll: { timeout: 30_000 } },
      ...SIDE_BY_SIDE,
      sequence: { groupOrder: 4 },
    },
  },
]

export default defineConfig({ test: { projects: process.env.TEST_BACKEND === 'redis' ? [ON_REDIS] : USUAL } })
