import { copyFileSync, type Dirent, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { copyFile, mkdir, readdir, stat, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Two changes within one tick of a file system's clock look like one; no clock is coarser. */
const TICK_MS = 2_000
/** So much may be copied while everything waits; if there is more, another round comes first, but not for ever. */
const LAST_BYTES = 24 * 1024 * 1024
const MOST_TURNS = 4
/** On a busy server each step waits for its turn: several together take fewer turns. */
const COPIERS = 4

/** By name, what was copied. A folder that has gone may stay: the engine looks only for what its tables name. */
type Copied = Map<string, string | null>

/** Shows that a file has not changed since: nothing can set this time back. Null if the file is too young to be sure. */
const stateOf = ({ ino, size, ctimeMs }: Stats): string | null =>
  ctimeMs < Date.now() - TICK_MS ? `${ino} ${size} ${ctimeMs}` : null

const pathOf = (entry: Dirent): string => join(entry.parentPath, entry.name)

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Copies the files of an embedded database that is open in this very process, as of one instant: as a kill would leave
 * them, which the engine mends when it opens the copy. Everything is copied beside the work that goes on, and then what
 * has changed meanwhile in one turn of the event loop, which no step of the engine can divide.
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
export async function hasRoomFor(folder: string): Promise<boolean> {
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
