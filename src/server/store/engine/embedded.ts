import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { checkTables } from './check-tables.ts'
import { databaseFolder, refuseMoved } from './data-folder.ts'
import type { Engine, WorkKind } from './database.ts'
import { endOnPanic } from './engine-panic.ts'
import { hasCode, lockFolder } from './folder-lock.ts'
import { oneTransaction, outsideTransaction } from './one-transaction.ts'
import { durableStartParams, SyncedNodeFS } from './synced-node-fs.ts'
import { templatePath, unpackTemplate } from './template.ts'
import { damaged, lastWordsIn, unopened } from './unopened.ts'
import { startUpkeep } from './upkeep.ts'

/** The PostgreSQL inside PGlite; a data folder of another major version cannot be opened. */
const POSTGRES_MAJOR = '18'

// How much of its work, roughly in bytes, V8 lets a function of the engine do before it compiles it once more. With its own
// 1.8 million it compiles for as long as a short command runs, which takes 1.9 s of processor time, and 1.1 s with this; a
// demo league is made no slower.
setFlagsFromString('--wasm-tiering-budget=100000000')

/** Opens the embedded database in `dataDir`, creating it when there is none. `sync` brings a file to the disk. */
export async function openEmbedded(dataDir: string, sync?: (descriptor: number) => void): Promise<Engine> {
  await prepareFolder(dataDir)
  refuseMoved(dataDir)
  const release = await lockFolder(dataDir)
  try {
    const place = `the data folder ${dataDir}`
    return embeddedEngine(await openDatabase(databaseFolder(dataDir), place, sync), place, { release, dataDir })
  } catch (error) {
    await release()
    throw error
  }
}

/** Once it has turned out to be damaged nothing more is written: it is left as it was found, for a rescue. */
async function openDatabase(folder: string, place: string, sync?: (descriptor: number) => void): Promise<PGlite> {
  let lastWords: string | undefined
  try {
    await prepareDatabase(folder)
    const pglite = await PGlite.create({
      fs: new SyncedNodeFS(folder, sync),
      startParams: durableStartParams(PGlite.defaultStartParams),
      extensions: { amcheck },
      onStderr: (line) => {
        lastWords = lastWordsIn(line) ?? lastWords
        return true
      },
    })
    endOnPanic(pglite, place, () => lastWords)
    await checkTables(pglite)
    return pglite
  } catch (error) {
    throw unopened(folder, error, lastWords)
  }
}

async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new StartRefusal(`The data folder ${dataDir} is not writable; set DATA_DIR to a folder that is.`)
  }
}

async function prepareDatabase(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error): null => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (!found) {
    if (existsSync(templatePath)) await unpackTemplate(folder)
    return
  }
  // A first start makes the folder itself, with all its files: an empty folder was emptied, or copied without its files.
  if (found.length === 0) throw damaged(folder, 'it is empty')
  if (!found.includes('PG_VERSION')) throw damaged(folder, 'PG_VERSION is missing')
  const major = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (!/^\d+$/.test(major)) throw damaged(folder, 'PG_VERSION names no version')
  if (major !== POSTGRES_MAJOR) {
    throw new StartRefusal(
      `The database in ${folder} was made by PostgreSQL ${major}, and this version of Hockey Pool holds PostgreSQL ${POSTGRES_MAJOR}. Make a backup with the version that made it, rename that folder, and restore the backup with this one: npm run league -- restore FILE`,
    )
  }
}

/** Makes an opened PGlite the league's database. */
export function embeddedEngine(
  pglite: PGlite,
  place: string,
  { release, dataDir }: { release: () => Promise<void>; dataDir: string | null } = {
    release: async () => {},
    dataDir: null,
  },
): Engine {
  const queries = drizzle({ client: pglite })
  const upkeep = startUpkeep(pglite)
  // The folder's lock has kept every other process away.
  const working = new Set<WorkKind>()
  return {
    place,
    dataDir,
    transaction: (work) => oneTransaction(() => queries.transaction(work)),
    statement: (work) => oneTransaction(() => work(queries)),
    scripts: (work) =>
      oneTransaction(() =>
        pglite.transaction((transaction) =>
          work(async (script) => (await transaction.exec(script)).at(-1)?.rows ?? []),
        ),
      ),
    announce: async (within, topic, payload) => {
      await within.execute(sql`select pg_notify(${topic}, ${payload})`)
    },
    listen: async (topic, heard) => {
      const stop = await pglite.listen(topic, (payload) => outsideTransaction(() => heard(payload)))
      return () => stop()
    },
    exclusively: async (work, kind = 'imports') => {
      if (working.has(kind)) return false
      working.add(kind)
      try {
        await work()
        return true
      } finally {
        working.delete(kind)
      }
    },
    check: async () => {
      await oneTransaction(() => queries.execute(sql`select 1`))
    },
    isAway: () => false,
    close: async () => {
      upkeep.stop()
      await pglite.close()
      await release()
    },
  }
}
