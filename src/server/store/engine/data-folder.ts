import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { hasCode } from './folder-lock.ts'

export const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** Longest path of a Unix socket that every system takes. */
const SOCKET_PATH_MAX = 100

/** Where the server of a data folder listens for commands; null where it cannot. */
export function controlPath(dataDir: string): string | null {
  // A named pipe of Windows cannot be kept from other users of the machine by a file mode.
  if (process.platform === 'win32') return null
  const absolute = join(dataDir, 'control.sock')
  const path = absolute.length <= SOCKET_PATH_MAX ? absolute : relative(process.cwd(), absolute)
  return path.length <= SOCKET_PATH_MAX ? path : null
}

const ROOT = 0

/** By number where this machine has no name for it, as `sudo -u` takes it. */
function nameOfUser(uid: number): string {
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , number]) => Number(number) === uid)
  return known?.[0] ?? `#${uid}`
}

/** Which of the settings a command is repeated with; none is a secret. */
const SETTINGS = ['DATA_DIR', 'PUBLIC_URL', 'LOGIN']

const inShell = (word: string): string => (/^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** What to type so that another user does the same. */
const asUser = (name: string, command: string, words: readonly string[]): string => {
  const settings = SETTINGS.flatMap((key) => (process.env[key] ? [`${key}=${inShell(process.env[key])}`] : []))
  return ['sudo -u', inShell(name), ...settings, command, ...words.map(inShell)].join(' ')
}

export const chownLine = (folder: string): string =>
  `sudo chown -R ${inShell(nameOfUser(process.getuid?.() ?? ROOT))}: ${inShell(folder)}`

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
 * Before anything in the data folder is touched: what another user leaves there, root above all, its owner could not open.
 * `mayMake`: a folder that is not there yet is made wherever this user can make it.
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
  const name = nameOfUser(owner)
  const otherwise = uid === ROOT ? '' : `, or make ${nameOfUser(uid)} its owner: ${chownLine(dataDir)}`
  throw new StartRefusal(
    `The data folder ${dataDir} belongs to ${name}, and you are ${nameOfUser(uid)}. Run this instead: ${asUser(name, command, words)}${otherwise}`,
  )
}
