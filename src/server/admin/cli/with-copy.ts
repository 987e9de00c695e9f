import type { Socket } from 'node:net'
import type { Engine } from '../../store/engine/database.ts'
import { NoCopy, readCopy } from '../../store/engine/read-copy.ts'
import { type JobContext, JobRefusal } from '../jobs/job-context.ts'
import { askServer } from '../socket/ask-server.ts'

/** Reads a league that a server has open in a copy of its files, which the server makes. */
export async function withCopy(
  dataDir: string,
  server: Socket,
  outlets: Pick<JobContext, 'say' | 'progress'>,
  read: (copy: Engine) => Promise<void>,
): Promise<void> {
  try {
    await readCopy(dataDir, () => askServer(server, { do: 'copy' }, outlets), read)
  } catch (error) {
    server.destroy()
    throw error instanceof NoCopy ? new JobRefusal(error.message) : error
  }
}
