// Before `npm start`: builds the app when there is none or its sources are newer. With --server, before `npm run league`,
// the app is left alone. Does nothing when nothing is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compressWeb, copyMigrations, keepEarlierAssets, makeMissingTemplate, root } from './build-steps.ts'

interface Part {
  /** Written last. */
  built: string
  sources: readonly string[]
}

const server: Part = {
  built: 'dist/server/tsconfig.tsbuildinfo',
  sources: ['src/server', 'src/contract', 'src/rules'],
}
/** Other versions of packages make another app. `npm prune` writes it too, when nothing can be built again. */
const LOCK = 'package-lock.json'
const app: Part = {
  built: 'dist/web/index.html',
  sources: ['src/web', 'src/contract', 'src/rules', 'public', 'index.html', 'manifest.webmanifest', 'vite.config.ts'],
}

/** Folders count too: their time changes when a file in them is deleted. */
async function newest(path: string): Promise<number> {
  const { mtimeMs } = await stat(path)
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const times = await Promise.all(
    entries.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  )
  return Math.max(mtimeMs, ...times)
}

async function isCurrent({ built, sources }: Part): Promise<boolean> {
  const path = join(root, built)
  if (!existsSync(path)) return false
  const { mtimeMs } = await stat(path)
  const present = sources.map((source) => join(root, source)).filter((source) => existsSync(source))
  return (await Promise.all(present.map(newest))).every((changed) => changed <= mtimeMs)
}

async function buildApp(vite: string): Promise<void> {
  process.stdout.write('Building the app ...\n')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  await compressWeb()
  await keepEarlierAssets()
}

const isInstalled = (path: string): boolean => existsSync(join(root, 'node_modules', path))

const parts = process.argv.includes('--server') ? [server] : [server, app]
/** Of another user, who alone may build. */
const staysAsItIs = process.argv.includes('--as-it-is')
if (isInstalled('typescript/bin/tsc') && !staysAsItIs) {
  await copyMigrations()
  await makeMissingTemplate()
  const vite = 'vite/bin/vite.js'
  if (parts.includes(app) && isInstalled(vite) && !(await isCurrent({ ...app, sources: [...app.sources, LOCK] }))) {
    await buildApp(join(root, 'node_modules', vite))
  }
} else if (!(await Promise.all(parts.map(isCurrent))).every(Boolean)) {
  // Old code keeps using the migrations and the app that were built with it. A copied checkout may have newer times
  // only.
  process.stderr.write(
    staysAsItIs
      ? 'The build is older than its sources and used as it is, since you may not write it. To bring it up to date, as its owner: npm run build.\n'
      : 'The build is older than its sources and used as it is, since the packages that build are not installed. To bring it up to date: npm ci, npm run build.\n',
  )
}
