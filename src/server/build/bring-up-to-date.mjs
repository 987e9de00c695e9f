// Before `npm start` and `npm run league`, in plain JavaScript, since nothing may be built yet. Builds what is missing or
// older than its sources where the development packages are installed and this user may write the build; otherwise what
// was built before is used.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dist = join(root, 'dist')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const rest = join(dist, 'server/build/build-missing.js')
const ROOT_USER = 0

const run = (script, ...words) => {
  const { status } = spawnSync(process.execPath, [script, ...words], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const giveUp = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const mayBuild = () => {
  const folders = [dist, join(dist, 'server'), join(dist, 'web')].filter((path) => existsSync(path))
  try {
    for (const path of folders.length > 0 ? folders : [root]) accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** What root builds in somebody's checkout belongs to them: they could not build again. */
const handOver = () => {
  const { uid, gid } = statSync(root)
  if (process.getuid?.() !== ROOT_USER || uid === ROOT_USER || !existsSync(dist)) return
  for (const name of ['.', ...readdirSync(dist, { recursive: true })]) lchownSync(join(dist, name), uid, gid)
}

if (!mayBuild()) {
  if (!existsSync(rest))
    giveUp(`Nothing is built here, and you may not write into ${root}: run npm run build as its owner first.`)
  run(rest, '--as-it-is', ...process.argv.slice(2))
} else {
  // Also of a build that fails.
  process.on('exit', handOver)
  if (existsSync(compiler)) run(compiler, '-b', 'src/server')
  else if (!existsSync(rest)) {
    giveUp(
      'Nothing is built here, and the packages that build it are not installed: run npm ci (without NODE_ENV=production) and npm run build first.',
    )
  }
  run(rest, ...process.argv.slice(2))
}
