// node scripts/run.cjs FILE [ARGS]: runs a TypeScript file with the Node.js that came with the install, or else with this one if it
// is new enough. Plain CommonJS, so that an old Node.js on the host says a sentence here and not a stack trace there.
const fs = require('node:fs')
const path = require('node:path')
const { spawn } = require('node:child_process')

const OLDEST = 26 // the first with Temporal
const bundled = path.join(__dirname, '..', 'node_modules', '.bin', 'node')
const major = Number(process.versions.node.split('.')[0])
const node = fs.existsSync(bundled) ? fs.realpathSync(bundled) : major >= OLDEST ? process.execPath : undefined

if (!node) {
  console.error(
    `Node.js ${OLDEST} or newer is needed (this is ${process.versions.node}), and none came with the install: run npm ci.`,
  )
  process.exit(1)
}
const env = { ...process.env, PATH: path.dirname(bundled) + path.delimiter + process.env.PATH }
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env })
// Ctrl-C reaches the child by itself; what only this process is sent is handed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

// npm hands no signal on to what it started, and is not missed by the shell between: when either has gone, the child ends, too.
if (process.env.npm_lifecycle_event) {
  const before = ancestors()
  setInterval(() => {
    if (ancestors() !== before) child.kill('SIGTERM')
  }, 500).unref()
}

/** The process ids of our parent and, where one can look it up, of the parent's parent. */
function ancestors() {
  try {
    const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return `${process.ppid}`
  }
}
