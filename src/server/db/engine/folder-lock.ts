import { hash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, readdir, realpath, rm } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartRefusal } from '../../settings/start-refusal.ts'

type Release = () => Promise<void>

/** Longest path of a Unix socket that every system takes. */
export const SOCKET_PATH_MAX = 100
/** open(2): an exclusive lock with the file, in libuv's spelling. */
const OPEN_LOCKED = process.platform === 'win32' ? 0x10000000 : 0x20

/** Another process holds the folder: a server, also while it starts or stops, or a command. */
export class FolderInUse extends StartRefusal {}

const inUse = (folder: string): FolderInUse =>
  new FolderInUse(`The data folder ${folder} is in use by another Hockey Pool process; stop that one first.`)

/**
 * Holds the folder for the life of this process, since two processes on one embedded database lose each other's rows.
 * The system lets go by itself when the process ends, however it ends; a file with a process id would not. The lock's
 * file is inside the folder: a name outside could be taken by any user of the machine.
 */
export async function lockFolder(folder: string): Promise<Release> {
  const real = await realpath(folder)
  return process.platform === 'linux' ? lockBySocket(real) : lockFile(real)
}

async function lockFile(real: string): Promise<Release> {
  try {
    const file = await open(
      join(real, 'in-use'),
      constants.O_RDWR | constants.O_CREAT | OPEN_LOCKED | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK),
    )
    return () => file.close()
  } catch (error) {
    throw hasCode(error, 'EAGAIN', 'EWOULDBLOCK', 'EBUSY') ? inUse(real) : error
  }
}

/** Also as earlier versions named theirs. */
const SOCKET = /^in-use(\..+)?\.sock$/
/** For how long who came first waits for the others to give way. */
const GIVE_WAY_MS = 1_000
const LOOK_EVERY_MS = 20

/**
 * Node has no file locks on Linux, but sockets: one whose process has ended refuses connections, for ever. A process
 * that wants the folder puts its socket there, and only then looks: of two at least one sees the other. Of several who
 * come together the others give way to the first. Other containers with the same folder see it, too.
 */
async function lockBySocket(real: string): Promise<Release> {
  const folder = await open(real, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const pathOf = (name: string) =>
      join(real, name).length <= SOCKET_PATH_MAX ? join(real, name) : `/proc/self/fd/${folder.fd}/${name}`
    const id = `${Date.now()}-${randomBytes(8).toString('hex')}`
    // Listens before it is shown, or others take it for a dead one.
    const hidden = pathOf(`in-use.${id}.new`)
    const close = await listen(hidden)
    const own = `in-use.${id}.sock`
    const release = async () => {
      await rm(join(real, own), { force: true })
      await close()
    }
    try {
      await link(hidden, pathOf(own)).finally(() => rm(hidden, { force: true }))
      if (!(await isAlone(real, own, pathOf))) throw inUse(real)
      return release
    } catch (error) {
      await release()
      throw error
    }
  } catch (error) {
    // Some mounted file systems have no sockets, or no links to them.
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL')) return lockAbstractSocket(real)
    throw error
  } finally {
    await folder.close()
  }
}

async function isAlone(real: string, own: string, pathOf: (name: string) => string): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const others: string[] = []
    for (const name of (await readdir(real)).filter((each) => SOCKET.test(each) && each !== own)) {
      if (await isAlive(pathOf(name))) others.push(name)
      else await rm(join(real, name), { force: true })
    }
    if (others.length === 0) return true
    if (others.some((name) => name < own) || waited >= GIVE_WAY_MS) return false
    await wait(LOOK_EVERY_MS)
  }
}

/** Known to processes of one network namespace, and any user of the machine can take its name: better than no lock. */
async function lockAbstractSocket(real: string): Promise<Release> {
  const name = hash('sha256', real, 'hex').slice(0, 40)
  try {
    return await listen(`\0hockey-pool-${name}`)
  } catch (error) {
    throw hasCode(error, 'EADDRINUSE') ? inUse(real) : error
  }
}

function listen(path: string): Promise<Release> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', reject)
    // Every user who can open the folder may look whether it is held, after a command of root, too.
    server.listen({ path, readableAll: true, writableAll: true }, () => {
      server.unref()
      resolve(() => new Promise((closed) => server.close(() => closed())))
    })
  })
}

/** Only a refusal shows that no process listens; a process that is merely busy or stopped takes the connection. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(!hasCode(error, 'ECONNREFUSED', 'ENOENT')))
  })
}

/** Whether it is a system error with one of these codes. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
