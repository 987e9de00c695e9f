import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, realpath, rm } from 'node:fs/promises'
import net from 'node:net'
import { join, relative } from 'node:path'
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
 * The system lets go by itself when the process ends, however it ends; a file with a process id would not.
 */
export async function lockFolder(folder: string): Promise<Release> {
  const real = await realpath(folder)
  if (process.platform !== 'linux') return lockFile(real)
  const releaseName = await lockAbstractSocket(real)
  try {
    const releaseSocket = await lockSocketInFolder(real)
    return async () => {
      await releaseSocket()
      await releaseName()
    }
  } catch (error) {
    await releaseName()
    throw error
  }
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

/** Exact, but known only to processes of one network namespace. */
async function lockAbstractSocket(real: string): Promise<Release> {
  const name = createHash('sha256').update(real).digest('hex').slice(0, 40)
  try {
    return await listen(`\0hockey-pool-${name}`)
  } catch (error) {
    throw hasCode(error, 'EADDRINUSE') ? inUse(real) : error
  }
}

/** Seen by other containers that mount the same folder. */
async function lockSocketInFolder(real: string): Promise<Release> {
  const absolute = join(real, 'in-use.sock')
  const path = absolute.length <= SOCKET_PATH_MAX ? absolute : relative(process.cwd(), absolute)
  if (path.length > SOCKET_PATH_MAX) return async () => {}
  if (await answers(path)) throw inUse(real)
  await rm(path, { force: true })
  try {
    return await listen(path)
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) throw inUse(real)
    // Some mounted file systems have no sockets.
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL')) return async () => {}
    throw error
  }
}

function listen(path: string): Promise<Release> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      resolve(() => new Promise((closed) => server.close(() => closed())))
    })
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Whether it is a system error with one of these codes. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
