import { mkdir, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { StartRefusal } from '../../settings/start-refusal.ts'
import type { Engine } from '../../store/engine/database.ts'
import { openEmbedded } from '../../store/engine/embedded.ts'
import { lockFolder } from '../../store/engine/folder-lock.ts'
import { type JobContext, JobRefusal } from '../jobs/job-context.ts'
import { askServer } from '../socket/ask-server.ts'
import { copyFolder } from '../socket/socket-path.ts'

/**
 * Reads a league that a server has open in a copy of its files, so that no request waits for the reading. One command
 * at a time; a copy whose command was killed goes with the next.
 */
export async function withCopy(
  dataDir: string,
  server: Socket,
  outlets: Pick<JobContext, 'say' | 'progress'>,
  read: (copy: Engine) => Promise<void>,
): Promise<void> {
  const copy = copyFolder(dataDir)
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  const release = await lockFolder(dirname(copy)).catch((error: unknown) => {
    server.destroy()
    throw error instanceof StartRefusal
      ? new JobRefusal('Another backup or export is being made; try again when it is done.')
      : error
  })
  try {
    await rm(copy, { recursive: true, force: true })
    await askServer(server, { do: 'copy' }, outlets)
    // Gone in seconds, so none of it needs to reach the disk: the server's commits would have to wait for that.
    await read(await openEmbedded(copy, () => {}))
  } finally {
    await rm(copy, { recursive: true, force: true })
    await release()
  }
}
