// Before `npm start`, `npm run league` and the tests, in plain JavaScript, since nothing may be built yet. Builds what is
// missing or older than its sources where the development packages are installed and this user may write the build;
// otherwise what was built before is used. --server leaves the app alone; --all, for `npm run build`, builds everything.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dist = join(root, 'dist')
const ROOT_USER = 0

/** `built`: what is made last, and compared with the sources. */
const SERVER = { built: 'dist/server/db/migrations', sources: ['src/server', 'src/contract', 'src/rules'] }
const APP = {
  built: 'dist/web/index.html',
  sources: ['src/web', 'src/contract', 'src/rules', 'public', 'index.html', 'manifest.webmanifest', 'vite.config.ts'],
}
/** Other versions of packages make another build. `npm prune` writes it too, when nothing can be built again. */
const LOCK = 'package-lock.json'

const words = process.argv.slice(2)
const parts = words.includes('--server') ? [SERVER] : [SERVER, APP]

const run = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
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

/** Folders count too: their time changes when a file in them is deleted. */
const newest = (path) => {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path, { recursive: true }).map((name) => statSync(join(path, name)).mtimeMs))
}

const isCurrent = ({ built, sources }) => {
  const path = join(root, built)
  if (!existsSync(path)) return false
  const { mtimeMs } = statSync(path)
  const present = sources.map((source) => join(root, source)).filter((source) => existsSync(source))
  return present.every((source) => newest(source) <= mtimeMs)
}

const isInstalled = (name) => existsSync(join(root, 'node_modules', name))

const build = async () => {
  const isDue = (part) => words.includes('--all') || !isCurrent({ ...part, sources: [...part.sources, LOCK] })
  if (isDue(SERVER)) {
    const { bundleServer } = await import('./bundle-server.mjs')
    await bundleServer(root)
    run('dist/server/build/build-assets.js', 'server')
  }
  if (parts.includes(APP) && isInstalled('vite') && isDue(APP)) {
    process.stdout.write('Building the app ...\n')
    run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
    run('dist/server/build/build-assets.js', 'app')
  }
}

/** What cannot be built again is used; who wants it built must see that it was not. */
const isWanted = words.includes('--all')
const isBuilt = existsSync(join(root, SERVER.built))
const isOld = () => isBuilt && !parts.every(isCurrent)
if (!mayBuild()) {
  if (!isBuilt)
    giveUp(`Nothing is built here, and you may not write into ${root}: run npm run build as its owner first.`)
  if (isWanted) giveUp(`Nothing was built, since you may not write into ${root}: run npm run build as its owner.`)
  if (isOld()) {
    process.stderr.write(
      'The build is older than its sources and used as it is, since you may not write it. To bring it up to date, as its owner: npm run build.\n',
    )
  }
} else if (isInstalled('rolldown')) {
  // Also of a build that fails.
  process.on('exit', handOver)
  await build()
} else {
  process.on('exit', handOver)
  if (!isBuilt) {
    giveUp(
      'Nothing is built here, and the packages that build it are not installed: run npm ci (without NODE_ENV=production) and npm run build first.',
    )
  }
  if (isWanted) {
    giveUp(
      'Nothing was built, since the packages that build are not installed: run npm ci (without NODE_ENV=production), then npm run build.',
    )
  }
  // Old code keeps using the migrations and the app that were built with it. A copied checkout may have newer times only.
  if (isOld()) {
    process.stderr.write(
      'The build is older than its sources and used as it is, since the packages that build are not installed. To bring it up to date: npm ci, npm run build.\n',
    )
  }
}
