// Before `npm start`: builds the app when there is none or its sources are newer. Does nothing when nothing is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compressWeb, copyMigrations, keepEarlierAssets, makeMissingTemplate, root } from './build-steps.ts'

const SOURCES = [
  'src/web',
  'src/contract',
  'src/rules',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'package-lock.json',
]

/** Folders count too: their time changes when a file in them is deleted. */
async function newest(path: string): Promise<number> {
  const { mtimeMs } = await stat(path)
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const times = await Promise.all(
    entries.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  )
  return Math.max(mtimeMs, ...times)
}

async function isWebCurrent(): Promise<boolean> {
  const page = join(root, 'dist/web/index.html')
  if (!existsSync(page)) return false
  const built = (await stat(page)).mtimeMs
  const sources = SOURCES.map((source) => join(root, source)).filter((source) => existsSync(source))
  return (await Promise.all(sources.map(newest))).every((changed) => changed <= built)
}

await copyMigrations()
await makeMissingTemplate()
const vite = join(root, 'node_modules/vite/bin/vite.js')
if (existsSync(vite) && !(await isWebCurrent())) {
  process.stdout.write('Building the app ...\n')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  await compressWeb()
  await keepEarlierAssets()
}
