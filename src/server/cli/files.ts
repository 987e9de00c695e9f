import { constants, createReadStream, existsSync } from 'node:fs'
import { access, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { hasCode } from '../db/engine/folder-lock.ts'
import type { Problem } from '../league/file/league-file.ts'
import { readLeagueFile } from '../league/file/read-league-file.ts'
import { fileText, NOT_UTF8 } from '../nhl/files/file-text.ts'
import { Refused } from './command.ts'
import type { Terminal } from './terminal.ts'

/** A place as FILE:LINE, which editors open. */
const placeOf = (path: string, line: number): string => `${relative(process.cwd(), path)}:${line}`

function unread(path: string, error: unknown): Refused {
  if (hasCode(error, 'ENOENT')) return new Refused(`There is no file ${path}.`)
  if (hasCode(error, 'EISDIR')) return new Refused(`${path} is a folder, not a file.`)
  return new Refused(`The file ${path} cannot be read.`)
}

export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unread(path, error)
  })
  const text = fileText(bytes)
  if (typeof text !== 'string') throw new Refused(`${placeOf(path, text.line)}: ${NOT_UTF8}`)
  return text
}

/** Ten seasons take a tenth of it. */
const MOST_BACKUP_BYTES = 2 ** 30

/** Read once: it is checked and restored as it is now, whatever becomes of the file. */
export async function readBackupFile(path: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of createReadStream(path)) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > MOST_BACKUP_BYTES) throw new Refused(`${path} is too large for a backup of Hockey Pool.`)
    }
  } catch (error) {
    throw error instanceof Refused ? error : unread(path, error)
  }
  return Buffer.concat(pieces)
}

const isThere = (path: string): Refused => new Refused(`${path} is there already; choose another name.`)

const notWritable = (folder: string): Refused => new Refused(`You may not write into the folder ${folder}.`)

function unwritten(path: string, error: unknown): Refused {
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return notWritable(dirname(path))
  const isFull = hasCode(error, 'ENOSPC', 'EDQUOT')
  return new Refused(isFull ? `The disk has no room for ${path}.` : `${path} cannot be written.`)
}

/**
 * Writes a file completely or not at all, synced before it gets its name, and readable by its owner only: it may hold
 * members' addresses.
 */
export async function writeWhole(path: string, bytes: Buffer | string, options: { overwrite: boolean }): Promise<void> {
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw unwritten(path, error)
  })
  const aside = `${path}.${process.pid}.new`
  try {
    const file = await open(aside, 'w', 0o600)
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    // A link never takes the place of a file.
    if (options.overwrite) await rename(aside, path)
    else await link(aside, path)
  } catch (error) {
    throw hasCode(error, 'EEXIST') ? isThere(path) : unwritten(path, error)
  } finally {
    await rm(aside, { force: true })
  }
}

/** Called before long work, whose result could otherwise not be written. */
export async function refuseUnwritable(path: string): Promise<void> {
  const folder = dirname(path)
  if (!existsSync(folder)) throw new Refused(`There is no folder ${folder}.`)
  await access(folder, constants.W_OK).catch(() => {
    throw notWritable(folder)
  })
  const file = await open(path, 'r').catch(() => null)
  await file?.close()
  if (file) throw isThere(path)
}

/** Reads and checks a league file; what is wrong with it is reported by its place. */
export async function readChecked(path: string, terminal: Terminal) {
  const text = await readText(path)
  const { file, problems, warnings } = readLeagueFile(text)
  const line = (problem: Problem, word = '') => `${placeOf(path, problem.line)}: ${word}${problem.sentence}`
  if (!file) throw new Refused(problems.map((problem) => line(problem)).join('\n'))
  for (const warning of warnings) terminal.warn(line(warning, 'note: '))
  return { text, file }
}
