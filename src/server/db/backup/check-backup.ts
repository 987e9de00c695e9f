import { createHash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { readMigrations } from '../migrate.ts'
import { BackupHead, BackupSum, FORMAT, LEFT_OUT, TableHead, tablesOfMigrations } from './backup.ts'

/** A backup that was read to its end and found whole. */
export interface CheckedBackup {
  readonly head: BackupHead
  readonly rows: number
  /** False for one of an older version: changed figures would not show. */
  readonly hasSum: boolean
  /** Once more from the first. */
  lines(): BackupLines
}

const Marked = Type.Object({ hockeyPoolBackup: Type.Integer() })

const GZIP_MAGIC = [0x1f, 0x8b]
/** Ten seasons take a tenth of it. A small file can be made to unpack without end. */
const MOST_UNPACKED_BYTES = 2 ** 31
/** The longest row holds a league file, of a million characters at most, each of which JSON may write as six. */
const LONGEST_LINE = 8 * 2 ** 20
const CHUNK_BYTES = 2 ** 20

export const damaged = (why: string): StartRefusal =>
  new StartRefusal(`The file is not a whole backup of Hockey Pool: ${why}. Nothing has been changed.`)

const newer = (versions = ''): StartRefusal =>
  new StartRefusal(`The backup was made by a newer version of Hockey Pool${versions}; restore it with that version.`)

/** Reads it all: every line, and whether the file is as it was written. */
export async function checkBackup(packed: Buffer): Promise<CheckedBackup> {
  if (packed.length === 0) throw damaged('it is empty')
  if (GZIP_MAGIC.some((byte, at) => packed[at] !== byte)) throw damaged('it is another kind of file')
  const lines = new BackupLines(packed)
  const head = await headOf(lines)
  let rows = 0
  for (const table of head.tables) {
    const { rows: count } = await lines.tableHead(table)
    for (let left = count; left > 0; left--) await lines.row()
    rows += count
  }
  const hasSum = head.checksum !== undefined
  if (hasSum) {
    const expected = lines.sumSoFar()
    if ((await lines.parsed(BackupSum)).sha256 !== expected) throw damaged('it has been changed, as its checksum shows')
  }
  await lines.end()
  return { head, rows, hasSum, lines: () => new BackupLines(packed) }
}

async function headOf(lines: BackupLines): Promise<BackupHead> {
  const first = await lines.next()
  const { hockeyPoolBackup } = parse(first, Marked)
  if (hockeyPoolBackup > FORMAT) throw newer()
  const head = parse(first, BackupHead)
  const known = (await readMigrations()).map(({ number }) => number)
  const newest = Math.max(...known)
  const theirs = Math.max(...head.migrations)
  if (theirs > newest) throw newer(` (version ${theirs} of its tables, this version knows ${newest})`)
  const expected = known.filter((number) => number <= theirs)
  if (expected.join() !== [...head.migrations].sort((a, b) => a - b).join()) {
    throw damaged('its tables are of no version')
  }
  const tables = await tablesOfMigrations()
  const strange = head.tables.find(
    (table, at) => !tables.includes(table) || LEFT_OUT.includes(table) || head.tables.indexOf(table) !== at,
  )
  if (strange) throw damaged(`it has a table ${strange}`)
  return head
}

function parse<Schema extends TSchema>(line: string, schema: Schema): Static<Schema> {
  try {
    return Value.Parse(schema, JSON.parse(line))
  } catch {
    throw damaged('a line is not as it was written')
  }
}

/** The lines of a backup one after the other; a file that cannot be unpacked ends them with an error. */
export class BackupLines {
  readonly #lines: AsyncIterator<string>
  readonly #sum = createHash('sha256')

  constructor(packed: Buffer) {
    this.#lines = unpacked(packed)
  }

  async next(): Promise<string> {
    const { value, done } = await this.#lines.next()
    if (done) throw damaged('it ends too early')
    this.#sum.update(`${value}\n`)
    return value
  }

  async parsed<Schema extends TSchema>(schema: Schema): Promise<Static<Schema>> {
    return parse(await this.next(), schema)
  }

  async tableHead(expected: string): Promise<TableHead> {
    const head = await this.parsed(TableHead)
    if (head.table !== expected) throw damaged(`${expected} is missing`)
    return head
  }

  async row(): Promise<void> {
    const row = parse(await this.next(), Type.Unknown())
    if (typeof row !== 'object' || row === null) throw damaged('a line is not as it was written')
  }

  /** Of the lines read so far. */
  sumSoFar(): string {
    return this.#sum.copy().digest('hex')
  }

  async end(): Promise<void> {
    if (!(await this.#lines.next()).done) throw damaged('there is more after its last table')
  }
}

async function* unpacked(packed: Buffer): AsyncGenerator<string> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  gunzip.end(packed)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let bytes = 0
  try {
    for await (const chunk of gunzip) {
      bytes += chunk.length
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      if (bytes > MOST_UNPACKED_BYTES || rest.length > LONGEST_LINE)
        throw damaged('it unpacks to more than a backup holds')
      yield* lines
    }
    rest += decoder.decode()
    // What follows the end of the compressed stream is left.
    if (gunzip.bytesWritten !== packed.length) throw new Error('There is more')
  } catch (error) {
    throw error instanceof StartRefusal ? error : damaged('it is cut or has been changed')
  }
  if (rest !== '') yield rest
}
