import fs, { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { templatePath } from '../../settings/places.ts'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { damaged, databaseFolder, folderPlace, lastWordsIn, refuseMoved, unopened } from './data-folder.ts'
import { type Engine, oneTransaction, outsideTransaction, type WorkKind } from './database.ts'
import { hasCode, lockFolder } from './folder-lock.ts'
import { unpackTemplate } from './template.ts'

/** The PostgreSQL inside PGlite; a data folder of another major version cannot be opened. */
const POSTGRES_MAJOR = '18'

// How much of its work, roughly in bytes, V8 lets a function of the engine do before it compiles it once more. With its
// own 1.8 million it compiles for as long as a short command runs, which takes 1.9 s of processor time, and 1.1 s with
// this; a demo league is made no slower.
setFlagsFromString('--wasm-tiering-budget=100000000')

/** Opens the embedded database in `dataDir`, creating it when there is none. `sync` brings a file to the disk. */
export async function openEmbedded(dataDir: string, sync?: (descriptor: number) => void): Promise<Engine> {
  await prepareFolder(dataDir)
  refuseMoved(dataDir)
  const release = await lockFolder(dataDir)
  try {
    const place = folderPlace(dataDir)
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
  // A first start makes the folder itself, with all its files: an empty folder was emptied, or copied without its
  // files.
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

/**
 * Reads every page of every table and index once, PostgreSQL's own among them, and throws at the first damaged one. The
 * database writes a checksum into each page, so a changed byte is noticed when its page is read; `amcheck` looks
 * whether what is in the pages fits together. Nothing is left of the extension.
 *
 * What this cannot find: pages that are whole but from an earlier time, pages of a table that are all zeros (such a
 * page counts as empty), and rows not read yet whose transaction's note is lost.
 */
async function checkTables(pglite: PGlite): Promise<void> {
  await pglite.exec('begin')
  try {
    await pglite.exec(PREPARE)
    await pglite.query(CHECK_INDEXES)
    refuse((await pglite.query<Found>(CHECK_TABLES)).rows)
    refuse((await pglite.query<Found>(rowsByKey((await pglite.query<Key>(KEYS)).rows))).rows)
  } finally {
    await pglite.exec('rollback')
  }
}

interface Found {
  wrong: string
}
interface Key {
  name: string
  columns: string
}

function refuse([found]: Found[]): void {
  if (found) throw new Error(found.wrong)
}

const PREPARE = `
  create extension amcheck with schema pg_catalog;
  set local enable_seqscan = off;
  set local enable_bitmapscan = off;
  set local enable_indexonlyscan = off;
  set local enable_sort = off;`

const CHECK_INDEXES = `
  select count(bt_index_check(pg_class.oid)) from pg_class join pg_am on pg_am.oid = relam
  where relkind = 'i' and amname = 'btree'`

const CHECK_TABLES = `
  select relname || ': ' || msg as wrong
  from pg_class, lateral (select msg from verify_heapam(oid) limit 1) as found
  where relkind in ('r', 't', 'm') limit 1`

/** An empty index is one page. */
const KEYS = `
  select indrelid::regclass as name, string_agg(quote_ident(attname), ', ' order by place) as columns
  from pg_index
  cross join generate_series(1, indnkeyatts) as place
  join pg_attribute on attrelid = indrelid and attnum = indkey[place - 1]
  where indisprimary and pg_relation_size(indexrelid) > current_setting('block_size')::int
  group by indrelid`

/**
 * Through their keys rows are found missing that were in the lost part of a cut file: the index still knows them. The
 * notes on which transactions were committed have no checksum, but rows that were seen since contradict a wrong one.
 */
const rowsByKey = (keys: readonly Key[]): string => `
  select 'it shows rows of transaction ' || xmin || ', which is noted as aborted' as wrong
  from (${keys.map(({ name, columns }) => `(select xmin from ${name} order by ${columns} offset 0)`).join(' union ')}) as kept
  where pg_xact_status(xmin::text::xid8) = 'aborted' limit 1`

/** How PGlite reports that a statement failed in the ordinary way. */
const STATEMENT_FAILED = 100

/**
 * When it cannot write (a full or broken disk) PostgreSQL aborts and recovers at the next start. PGlite would spin for
 * ever instead, with every request waiting, so the process ends here as PostgreSQL's own would.
 */
function endOnPanic(pglite: PGlite, place: string, lastWords: () => string | undefined): void {
  const engine = pglite.Module
  const step = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (error) {
      if (hasStatus(error) && error.status === STATEMENT_FAILED) throw error
      process.stderr.write(`${sentenceOf(place, lastWords(), error)}\n`)
      process.exit(1)
    }
  }
}

function sentenceOf(place: string, lastWords: string | undefined, error: unknown): string {
  if (lastWords !== undefined) {
    return `The database in ${place} could not be written (${lastWords}); is the disk full? Nothing acknowledged is lost.`
  }
  return `The database in ${place} broke down (${String(error).split('\n')[0]}). Nothing acknowledged is lost; start again.`
}

const hasStatus = (error: unknown): error is { status: unknown } =>
  typeof error === 'object' && error !== null && 'status' in error

type InitArguments = Parameters<NodeFS['init']>
type Sync = (descriptor: number) => void

/** The parts of PGlite's virtual file system that are replaced here; internals, so its version is pinned. */
interface Stream {
  nfd?: number
  node: unknown
}
interface HostFiles {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
}

const isHostFiles = (value: unknown): value is HostFiles =>
  typeof value === 'object' && value !== null && 'stream_ops' in value && 'realPath' in value

/** As delivered PGlite answers every fsync at once and does nothing; a power cut could then lose or break a league. */
class SyncedNodeFS extends NodeFS {
  readonly #sync: Sync

  constructor(folder: string, sync: Sync = fs.fsyncSync) {
    super(folder)
    this.#sync = sync
  }

  override async init(...[pglite, options]: InitArguments): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (engine) => {
        const host: unknown = engine.NODEFS
        if (!isHostFiles(host)) throw new Error('This version of PGlite has another file system.')
        host.stream_ops.fsync = (stream) => {
          try {
            if (stream.nfd === undefined) this.#syncFolder(host.realPath(stream.node))
            else this.#sync(stream.nfd)
            return 0
          } catch {
            // WASI's EIO: PostgreSQL stops rather than acknowledge what may not be on the disk.
            throw new engine.FS.ErrnoError(29)
          }
        }
      },
    ]
    return { emscriptenOpts }
  }

  #syncFolder(path: string): void {
    // Windows cannot open a folder; its file system keeps names by itself.
    if (process.platform === 'win32') return
    const descriptor = fs.openSync(path, 'r')
    try {
      this.#sync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
  }
}

/** PGlite's own list without `-F`, which turns syncing off; little memory for a little database. */
const durableStartParams = (defaults: readonly string[]): NonNullable<PGliteOptions['startParams']> => [
  ...defaults.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=16MB'].flatMap((setting) => ['-c', setting]),
]

const LOOK_EVERY_MS = 60_000
/** Written ahead since the last checkpoint. More would only make the start after a crash longer. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024
const VACUUM_EVERY_LOOKS = 6 * 60

/** The embedded engine is one process without helpers: nothing checkpoints or vacuums by itself. */
function startUpkeep(pglite: PGlite): { stop(): void } {
  let looks = 0
  const look = async (): Promise<void> => {
    looks += 1
    if (looks % VACUUM_EVERY_LOOKS === 0) await pglite.exec('vacuum (analyze)')
    const { rows } = await pglite.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    )
    if ((rows[0]?.bytes ?? 0) > CHECKPOINT_BYTES) await pglite.exec('checkpoint')
  }
  // A failure here shows in the next query of the league itself, so it needs no separate report.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
