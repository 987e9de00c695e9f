// What bring-up-to-date.mjs makes of dist beside the bundles of the `server` or of the `app`, whichever it names.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { makeTemplate } from '../db/engine/template.ts'
import { migrationsFolder, root, templatePath } from '../settings/places.ts'

const web = join(root, 'dist/web')
const keptAssets = join(root, 'dist/kept-assets')

/** A page that was opened before an update still asks for the files of its own build. */
const KEEP_DAYS = 14
const DAY_MS = 86_400_000

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.map', '.svg', '.txt', '.webmanifest', '.ico'])
const WORTH_COMPRESSING_BYTES = 500

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Last, and whole or not at all: by their folder bring-up-to-date.mjs sees that the server is built. */
async function copyMigrations(): Promise<void> {
  const from = join(root, 'src/server/db/migrations')
  const aside = `${migrationsFolder}.new`
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql'))
  for (const folder of [aside, migrationsFolder]) await rm(folder, { recursive: true, force: true })
  await mkdir(aside, { recursive: true })
  for (const name of names) await copyFile(join(from, name), join(aside, name))
  await rename(aside, migrationsFolder)
}

/** The template belongs to the installed version of the engine. */
async function makeMissingTemplate(): Promise<void> {
  const engine = await stat(join(root, 'node_modules/@electric-sql/pglite/package.json'))
  if (existsSync(templatePath) && (await stat(templatePath)).ctimeMs > engine.ctimeMs) return
  say('Preparing an empty database ...')
  await makeTemplate()
}

/** Small files are compressed once here instead of at every request. */
async function compressWeb(): Promise<void> {
  const files = (await filesBelow(web)).filter((path) => COMPRESSIBLE.has(extname(path)))
  for (const path of files) {
    const bytes = await readFile(path)
    if (bytes.length < WORTH_COMPRESSING_BYTES) continue
    const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    if (!existsSync(`${path}.br`)) await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
    if (!existsSync(`${path}.gz`)) await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

/** Puts the hashed files of the last 14 days' builds beside those of this one. */
async function keepEarlierAssets(now: Date = new Date()): Promise<void> {
  const assets = join(web, 'assets')
  await mkdir(assets, { recursive: true })
  await mkdir(keptAssets, { recursive: true })
  for (const path of await filesBelow(assets)) {
    const kept = join(keptAssets, relative(assets, path))
    await mkdir(dirname(kept), { recursive: true })
    if (!existsSync(kept)) await copyFile(path, kept)
    await utimes(kept, now, now)
  }
  for (const kept of await filesBelow(keptAssets)) {
    const path = join(assets, relative(keptAssets, kept))
    if (now.getTime() - (await stat(kept)).mtimeMs > KEEP_DAYS * DAY_MS) await rm(kept)
    else if (!existsSync(path)) {
      await mkdir(dirname(path), { recursive: true })
      await copyFile(kept, path)
    }
  }
}

if (process.argv.includes('app')) {
  await compressWeb()
  await keepEarlierAssets()
} else {
  await makeMissingTemplate()
  await copyMigrations()
}
