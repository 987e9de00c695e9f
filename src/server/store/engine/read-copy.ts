import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { copyEmbedded, hasRoomFor } from './copy-embedded.ts'
import { databaseFolder } from './data-folder.ts'
import type { Engine } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { hasCode, lockFolder } from './folder-lock.ts'
import { DISK_FULL, sqlErrorOf } from './sql-error.ts'
import { DiskFull } from './unopened.ts'

/**
 * Where a server puts a copy of its database for long reading, which is opened as a data folder of its own. The folder
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

/** Copies the database that is open in this very process to where `readCopy` looks for it. */
export async function copyDatabase(dataDir: string): Promise<void> {
  const folder = databaseFolder(dataDir)
  if (!(await hasRoomFor(folder))) {
    throw noRoom(dataDir)
  }
  await copyEmbedded(folder, databaseFolder(copyFolder(dataDir))).catch((error: unknown) => {
    throw isFull(error) ? noRoom(dataDir) : error
  })
}

/**
 * Reads a league that a server has open in a copy of its files, so that no request waits for the reading. One at a time;
 * a copy whose reader was killed goes with the next.
 */
export async function readCopy<T>(
  dataDir: string,
  makeCopy: () => Promise<void>,
  read: (copy: Engine) => Promise<T>,
): Promise<T> {
  const copy = copyFolder(dataDir)
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  const release = await lockFolder(dirname(copy)).catch((error: unknown) => {
    throw error instanceof StartRefusal
      ? new NoCopy('BACKUP_RUNNING', 'Another backup or export is being made; try again when it is done.')
      : error
  })
  try {
    await rm(copy, { recursive: true, force: true })
    await makeCopy()
    // Gone in seconds, so none of it needs to reach the disk: the server's commits would have to wait for that.
    return await read(await openEmbedded(copy, () => {}))
  } catch (error) {
    throw isFull(error) ? noRoom(dataDir) : error
  } finally {
    await rm(copy, { recursive: true, force: true })
    await release()
  }
}
