// node scripts/probe.cjs URL: ends with 0 if the URL answers with a 2xx status, else with 1. For health checks of containers.
fetch(process.argv[2], { signal: AbortSignal.timeout(4_000) }).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
)
