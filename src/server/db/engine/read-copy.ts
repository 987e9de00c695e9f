import { copyFileSync, type Dirent, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { DiskFull, databaseFolder } from './data-folder.ts'
import type { Engine } from './database.ts'
import { DISK_FULL, sqlErrorOf } from './database-errors.ts'
import { openEmbedded } from './embedded.ts'
import { hasCode, lockFolder } from './folder-lock.ts'

/**
 * Where a server puts a copy of its database for long reading, which is opened as a separate data folder. The folder
 * above stays, and is locked.
 */
const copyFolder = (dataDir: string): string => join(dataDir, 'reading/copy')

/** Why there is no copy now, in a sentence. */
export class NoCopy extends Error {
  readonly code: 'BACKUP_RUNNING' | 'NO_DISK_SPACE'

  constructor(code: NoCopy['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}

const noRoom = (folder: string): NoCopy =>
  new NoCopy('NO_DISK_SPACE', `The disk of ${folder} has no room for a copy of the database; make some, and try again.`)

const isFull = (error: unknown): boolean =>
  error instanceof DiskFull || hasCode(error, 'ENOSPC', 'EDQUOT') || sqlErrorOf(error)?.code === DISK_FULL

/** The database is open in this very process. */
async function copyDatabase(dataDir: string): Promise<void> {
  const folder = databaseFolder(dataDir)
  if (!(await hasRoomFor(folder))) {
    throw noRoom(dataDir)
  }
  await copyEmbedded(folder, databaseFolder(copyFolder(dataDir))).catch((error: unknown) => {
    throw isFull(error) ? noRoom(dataDir) : error
  })
}

/**
 * Reads a league that a server has open in a copy of its files: no request waits for the reading. One at a time; a copy
 * whose reader was killed goes with the next.
 */
export async function readCopy<T>(dataDir: string, read: (copy: Engine) => Promise<T>): Promise<T> {
  const copy = copyFolder(dataDir)
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  const release = await lockFolder(dirname(copy)).catch((error: unknown) => {
    throw error instanceof StartRefusal
      ? new NoCopy('BACKUP_RUNNING', 'Another backup or export is being made; try again when it is done.')
      : error
  })
  try {
    await rm(copy, { recursive: true, force: true })
    await copyDatabase(dataDir)
    // Gone in seconds, so none of it needs to reach the disk: the server's commits would have to wait for that.
    const opened = await openEmbedded(copy, () => {})
    return await read(opened).finally(() => opened.close())
  } catch (error) {
    throw isFull(error) ? noRoom(dataDir) : error
  } finally {
    await rm(copy, { recursive: true, force: true })
    await release()
  }
}

/** Two changes within one tick of a file system's clock look like one; no clock is coarser. */
const TICK_MS = 2_000
/** So much may be copied while everything waits; if there is more, another round comes first, but not for ever. */
const LAST_BYTES = 24 * 1024 * 1024
const MOST_TURNS = 4
/** On a busy server each step waits for its turn: several together take fewer turns. */
const COPIERS = 4

/** By name, what was copied. A folder that has gone may stay: the engine looks only for what its tables name. */
type Copied = Map<string, string | null>

/**
 * Shows that a file has not changed since: nothing can set this time back. Null if the file is too young to be sure.
 */
const stateOf = ({ ino, size, ctimeMs }: Stats): string | null =>
  ctimeMs < Date.now() - TICK_MS ? `${ino} ${size} ${ctimeMs}` : null

const pathOf = (entry: Dirent): string => join(entry.parentPath, entry.name)

const isGone = (error: unknown): boolean => hasCode(error, 'ENOENT')

/**
 * Copies the files of an embedded database that is open in this very process, as of one instant: as a kill would leave
 * them, which the engine mends when it opens the copy. Everything is copied beside the running work, and then what has
 * changed meanwhile in one turn of the event loop, which no step of the engine can divide.
 */
export async function copyEmbedded(from: string, to: string): Promise<void> {
  const copied: Copied = new Map()
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (let turn = 1; turn <= MOST_TURNS; turn += 1) {
    if ((await copyBeside(from, to, copied)) <= LAST_BYTES) break
  }
  copyAtOnce(from, to, copied)
}

/** Whether a copy would leave the engine room to write: a full disk would end it. */
async function hasRoomFor(folder: string): Promise<boolean> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += await sizeOf(pathOf(entry))
  }
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > 2 * bytes
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isGone(error)) return 0
    throw error
  }
}

/** Returns how many bytes there were to copy. */
async function copyBeside(from: string, to: string, copied: Copied): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (entry.isDirectory()) await mkdir(join(to, relative(from, pathOf(entry))), { recursive: true })
  }
  const files = entries.filter((entry) => entry.isFile()).values()
  const sums = await Promise.all(Array.from({ length: COPIERS }, () => copyFiles(files, from, to, copied)))
  return sums.reduce((sum, bytes) => sum + bytes)
}

async function copyFiles(files: Iterable<Dirent>, from: string, to: string, copied: Copied): Promise<number> {
  let bytes = 0
  for (const file of files) {
    const name = relative(from, pathOf(file))
    try {
      const found = await stat(pathOf(file))
      const state = stateOf(found)
      if (state !== null && copied.get(name) === state) continue
      await copyFile(pathOf(file), join(to, name))
      copied.set(name, state)
      bytes += found.size
    } catch (error) {
      // Removed since it was listed.
      if (!isGone(error)) throw error
    }
  }
  return bytes
}

function copyAtOnce(from: string, to: string, copied: Copied): void {
  const entries = readdirSync(from, { recursive: true, withFileTypes: true })
  const names = new Set(entries.map((entry) => relative(from, pathOf(entry))))
  for (const name of copied.keys()) if (!names.has(name)) rmSync(join(to, name))
  for (const entry of entries) {
    const name = relative(from, pathOf(entry))
    if (entry.isDirectory()) mkdirSync(join(to, name), { recursive: true })
    if (!entry.isFile()) continue
    const state = stateOf(statSync(pathOf(entry)))
    if (state === null || copied.get(name) !== state) copyFileSync(pathOf(entry), join(to, name))
  }
}
