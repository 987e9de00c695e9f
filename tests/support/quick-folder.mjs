import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** Many times what the tests have in their folders at one time. */
const ROOM_BYTES = 4 * 1024 ** 3

/** Where tests make their folders: in memory where there is room, since a league's thousand files take their time on a disk. */
export const quickFolder = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
