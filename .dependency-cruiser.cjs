// Which way imports may go: engine ← solver ← services ← apps. docs/architecture.md draws it.
const outside = (path) => ({ pathNot: path })
/** The pools have a door of their own, since a page loads them only when it needs them. */
const DOORS = '^((services|shared)/[^/]+|shared/solver/pools)/index\\.ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one, or lack a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(^|/)\\$(app|env|types)|^virtual:' },
    },
    {
      name: 'engine-stands-alone',
      severity: 'error',
      comment: 'The rules run anywhere: no packages, no Node.js, nothing else of ours.',
      from: { path: '^shared/engine/', pathNot: '\\.test\\.ts$' },
      to: outside('^shared/engine/'),
    },
    {
      name: 'solver-on-engine',
      severity: 'error',
      from: { path: '^shared/solver/', pathNot: '\\.test\\.ts$' },
      to: outside('^shared/(engine|solver)/'),
    },
    {
      name: 'contracts-on-engine-and-zod',
      severity: 'error',
      from: { path: '^shared/contracts/', pathNot: '\\.test\\.ts$' },
      to: outside('^shared/(engine|contracts)/|^node_modules/zod/'),
    },
    {
      name: 'prisma-knows-no-one',
      severity: 'error',
      from: { path: '^prisma/' },
      to: { path: '^(apps|services|shared|tests)/' },
    },
    {
      name: 'services-below-apps',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(apps|scripts)/' },
    },
    {
      name: 'by-the-door',
      severity: 'error',
      comment: "A domain's folder, and a folder of shared, is entered through its index.ts.",
      from: { path: '^(?:services|shared)/([^/]+)/' },
      to: { path: '^(services|shared)/[^/]+/', pathNot: ['^(?:services|shared)/$1/', DOORS] },
    },
    {
      name: 'apps-by-the-door',
      severity: 'error',
      from: { path: '^(apps|scripts)/' },
      to: { path: '^(services|shared)/[^/]+/', pathNot: DOORS },
    },
    {
      name: 'web-sees-shared-only',
      severity: 'error',
      comment: 'What the pages need of the server, they ask the API for.',
      from: { path: '^apps/web/' },
      to: { path: '^(apps|services|prisma|scripts|tests)/', pathNot: '^apps/web/' },
    },
    {
      name: 'cli-asks-services',
      severity: 'error',
      comment: 'What it does to the database, the services do.',
      from: { path: '^apps/cli/' },
      to: { path: '^(apps|prisma|scripts|tests)/', pathNot: '^apps/cli/' },
    },
    {
      name: 'apps-apart',
      severity: 'error',
      comment: 'Only standalone, which starts the others, and the tests import an app.',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: '^(apps|services|shared|prisma)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^tests/|\\.test\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.svelte-kit|paraglide)/|^prisma/generated/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
