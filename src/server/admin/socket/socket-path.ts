import { join, relative } from 'node:path'

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
