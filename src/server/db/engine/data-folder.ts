import { accessSync, constants, existsSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { hasCode, SOCKET_PATH_MAX } from './folder-lock.ts'

export const folderPlace = (dataDir: string): string => `the data folder ${dataDir}`

export const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** In the database's own folder: renaming or replacing that one leaves no mark behind. */
const movedFile = (dataDir: string): string => join(databaseFolder(dataDir), 'moved-to-postgresql')

export const hasMoved = (dataDir: string): boolean => existsSync(movedFile(dataDir))

/** The league of the folder is in PostgreSQL from this day on. */
export const markMoved = (dataDir: string, now: Date): void =>
  writeFileSync(movedFile(dataDir), `${now.toISOString().slice(0, 10)}\n`, { mode: 0o600, flush: true })

/** Otherwise a server, command or nightly backup without DATABASE_URL would go on with what the league was before. */
export function refuseMoved(dataDir: string): void {
  if (!hasMoved(dataDir)) return
  const day = readFileSync(movedFile(dataDir), 'utf8').trim()
  throw new StartRefusal(
    `The league in ${databaseFolder(dataDir)} moved to PostgreSQL on ${day}, and DATABASE_URL is not set here: set it for the server and for commands. To go back to this folder on purpose, delete ${movedFile(dataDir)}`,
  )
}

/** Where the server of a data folder listens for commands; null where it cannot. */
export function controlPath(dataDir: string): string | null {
  // A named pipe of Windows cannot be kept from other users of the machine by a file mode.
  if (process.platform === 'win32') return null
  const absolute = join(dataDir, 'control.sock')
  const path = absolute.length <= SOCKET_PATH_MAX ? absolute : relative(process.cwd(), absolute)
  return path.length <= SOCKET_PATH_MAX ? path : null
}

const ROOT = 0

/** From here on the numbers of users are people's, below they are the system's and its services'. */
const FIRST_PERSON = 1_000

interface User {
  /** By number where this machine has no name for it, as `sudo -u` takes it. */
  readonly name: string
  /**
   * Made for a service, as docs/install/debian.md does: its `.profile` has the settings, and the folder of the code.
   */
  readonly isService: boolean
}

function userOf(uid: number): User {
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , number]) => Number(number) === uid)
  const [name = `#${uid}`, , , , , , shell = ''] = known ?? []
  return { name, isService: uid !== ROOT && uid < FIRST_PERSON && /\/(ba|da|k|z)?sh$/.test(shell) }
}

/** Which of the settings a command is repeated with; none is a secret. */
const SETTINGS = ['DATA_DIR', 'PUBLIC_URL', 'LOGIN']

const inShell = (word: string): string => (/^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** What to type to run the same as another user. */
const asUser = ({ name, isService }: User, command: string, words: readonly string[]): string => {
  if (isService) return ['sudo -iu', inShell(name), command, ...words.map(inShell)].join(' ')
  const settings = SETTINGS.flatMap((key) => (process.env[key] ? [`${key}=${inShell(process.env[key])}`] : []))
  return ['sudo -u', inShell(name), ...settings, command, ...words.map(inShell)].join(' ')
}

const chownLine = (folder: string): string =>
  `sudo chown -R ${inShell(userOf(process.getuid?.() ?? ROOT).name)}: ${inShell(folder)}`

/** `hidden`: this user may not look. */
function look(path: string): Stats | 'none' | 'hidden' {
  try {
    return statSync(path)
  } catch (error) {
    return hasCode(error, 'EACCES', 'EPERM') ? 'hidden' : 'none'
  }
}

function ownerOfNearest(path: string): number {
  const found = look(path)
  return typeof found === 'object' ? found.uid : ownerOfNearest(dirname(path))
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The user to whom the files in the folder belong, or will; null: this one. */
function otherOwner(dataDir: string, uid: number, mayMake: boolean): number | null {
  const database = look(databaseFolder(dataDir))
  if (typeof database === 'object') return database.uid === uid ? null : database.uid
  const owner = ownerOfNearest(dataDir)
  if (owner === uid) return null
  if (database === 'hidden') return owner
  const isThere = typeof look(dataDir) === 'object'
  // Another user's folder may be meant for this one, as volumes of containers are.
  if (uid !== ROOT) return isThere && !mayWrite(dataDir) ? owner : null
  return isThere || !mayMake ? owner : null
}

/**
 * Before anything in the data folder is touched: what another user leaves there, root above all, its owner could not
 * open. `mayMake`: a folder that is not there yet is made wherever this user can make it.
 */
export function refuseOthersFolder(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  { command, words, mayMake }: { command: string; words: readonly string[]; mayMake: boolean },
): void {
  const uid = process.getuid?.()
  // Windows has no such users.
  if (databaseUrl !== null || uid === undefined) return
  const owner = otherOwner(dataDir, uid, mayMake)
  if (owner === null) return
  const user = userOf(owner)
  const self = userOf(uid).name
  // What root has left there can be given away; a service or another person keeps theirs.
  const otherwise = owner === ROOT ? `, or make ${self} its owner: ${chownLine(dataDir)}` : ''
  throw new StartRefusal(
    `The data folder ${dataDir} belongs to ${user.name}, and you are ${self}. Run this instead: ${asUser(user, command, words)}${otherwise}`,
  )
}

/** errno of Node and how PostgreSQL words it. */
const FULL = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i
const FORBIDDEN = /EACCES|EPERM|EROFS|permission denied|operation not permitted|read-only file system/i

/** There is no room to open or to write the database. */
export class DiskFull extends StartRefusal {}

/** PostgreSQL's own line about why it gave up: "2026-11-23 20:51:02 UTC [42] PANIC:  could not locate ...". */
export const lastWordsIn = (line: string): string | undefined => /(?:PANIC|FATAL):\s+(.+?)\s*$/.exec(line)?.[1]

/** Why the embedded database in `folder` could not be opened, and what to do. */
export function unopened(folder: string, error: unknown, lastWords: string | undefined): StartRefusal {
  if (error instanceof StartRefusal) return error
  const why = lastWords ?? (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  if (FULL.test(why)) {
    return new DiskFull(`The disk of ${folder} is full; free some space and start again. Nothing acknowledged is lost.`)
  }
  if (FORBIDDEN.test(why)) {
    return new StartRefusal(
      `This user may not read and write all of ${folder} (${why}). If another user has left files there: ${chownLine(dirname(folder))}`,
    )
  }
  return damaged(folder, why)
}

export const damaged = (folder: string, why: string): StartRefusal =>
  new StartRefusal(
    `The database in ${folder} is damaged (${why}). Rename that folder to keep what is left of it, and put the last backup in its place: npm run league -- restore FILE`,
  )
