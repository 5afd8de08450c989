// node scripts/run.cjs FILE [ARGS]: runs a TypeScript file with a Node.js that can strip types: the one that came with the
// install, else this one if it is new enough. Plain CommonJS, so that an old host Node.js gets a sentence and not a stack trace.
const fs = require('node:fs')
const path = require('node:path')
const { spawn } = require('node:child_process')

const bundled = path.join(__dirname, '..', 'node_modules', '.bin', 'node')
const [major, minor] = process.versions.node.split('.').map(Number)
const able = major > 22 || (major === 22 && minor >= 18)
const node = fs.existsSync(bundled) ? fs.realpathSync(bundled) : able ? process.execPath : undefined

if (!node) {
  console.error(`Node.js 22.18 or newer is needed (this is ${process.versions.node}) and none came with the install: run npm ci.`)
  process.exit(1)
}
const env = { ...process.env, PATH: path.dirname(bundled) + path.delimiter + process.env.PATH }
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env })
// Ctrl-C reaches the child by itself; what only this process is sent is handed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
