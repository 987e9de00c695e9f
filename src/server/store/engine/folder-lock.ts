import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, readdir, realpath, rm } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { StartRefusal } from '../../settings/start-refusal.ts'

type Release = () => Promise<void>

/** Longest path of a Unix socket that every system takes. */
const SOCKET_PATH_MAX = 100
/** open(2): an exclusive lock with the file, in libuv's spelling. */
const OPEN_LOCKED = process.platform === 'win32' ? 0x10000000 : 0x20

const inUse = (folder: string): StartRefusal =>
  new StartRefusal(`The data folder ${folder} is in use by another Hockey Pool process; stop that one first.`)

/**
 * Holds the folder for the life of this process, since two processes on one embedded database lose each other's rows.
 * The system lets go by itself when the process ends, however it ends; a file with a process id would not. Whatever
 * stands for the lock is inside the folder: a name outside could be taken by any user of the machine.
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

const nameOf = (number: number): string => `in-use.${number}.sock`
/** As earlier versions named theirs. */
const EARLIER = 'in-use.sock'

/**
 * Node has no file locks on Linux, but sockets: one whose process has ended refuses connections, for ever. The socket
 * with the highest number has the folder. Who finds its process dead makes the next number, which a link does for one of
 * several who try, and only then removes the lower ones: the highest always stays, so that who was slow, and makes a
 * number that was removed meanwhile, finds a higher one. Other containers with the same folder see it, too.
 */
async function lockBySocket(real: string): Promise<Release> {
  const folder = await open(real, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const pathOf = (name: string) =>
      join(real, name).length <= SOCKET_PATH_MAX ? join(real, name) : `/proc/self/fd/${folder.fd}/${name}`
    const own = pathOf(`in-use.${randomBytes(8).toString('hex')}.new`)
    const release = await listen(own)
    try {
      await takeNext(real, pathOf, own)
      return release
    } catch (error) {
      await release()
      throw error
    } finally {
      await rm(own, { force: true })
    }
  } catch (error) {
    // Some mounted file systems have no sockets, or no links to them.
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL')) return lockAbstractSocket(real)
    throw error
  } finally {
    await folder.close()
  }
}

/** Known to processes of one network namespace, and any user of the machine can take its name: better than no lock. */
async function lockAbstractSocket(real: string): Promise<Release> {
  const name = createHash('sha256').update(real).digest('hex').slice(0, 40)
  try {
    return await listen(`\0hockey-pool-${name}`)
  } catch (error) {
    throw hasCode(error, 'EADDRINUSE') ? inUse(real) : error
  }
}

async function takeNext(real: string, pathOf: (name: string) => string, own: string): Promise<void> {
  if (await isAlive(pathOf(EARLIER))) throw inUse(real)
  for (;;) {
    const highest = Math.max(0, ...(await numbersIn(real)))
    if (await isAlive(pathOf(nameOf(highest)))) throw inUse(real)
    const number = highest + 1
    try {
      await link(own, pathOf(nameOf(number)))
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue
      throw error
    }
    const others = (await numbersIn(real)).filter((other) => other !== number)
    const isHighest = others.every((other) => other < number)
    const gone = isHighest ? [EARLIER, ...others.map(nameOf)] : [nameOf(number)]
    for (const name of gone) await rm(join(real, name), { force: true })
    if (isHighest) return
  }
}

async function numbersIn(real: string): Promise<number[]> {
  return (await readdir(real)).flatMap((name) => {
    const [, number] = /^in-use\.(\d+)\.sock$/.exec(name) ?? []
    return number === undefined ? [] : [Number(number)]
  })
}

function listen(path: string): Promise<Release> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', reject)
    // Whoever gets into the folder may look whether it is held, after a command of root, too.
    server.listen({ path, readableAll: true, writableAll: true }, () => {
      server.unref()
      resolve(() => new Promise((closed) => server.close(() => closed())))
    })
  })
}

/** Only a refusal shows that nobody listens; a process that is merely busy or stopped takes the connection. */
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
