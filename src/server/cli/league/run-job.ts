import { askServer, findServer } from '../../control/ask-server.ts'
import type { Job } from '../../league-jobs/job.ts'
import { perform } from '../../league-jobs/perform.ts'
import type { Workplace } from '../../league-jobs/workplace.ts'
import { migrate } from '../../store/migrate.ts'
import { openDatabase } from '../../store/open-database.ts'
import type { Called } from './command.ts'

/** Does the job here, or has the server do it that holds the data folder. Answers the files that were made. */
export async function runJob(job: Job, { env, terminal, clock }: Called): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const outlets: Pick<Workplace, 'say' | 'progress' | 'put'> = {
    say: (line) => terminal.say(line),
    progress: (done, what) => terminal.progress(done, what),
    put: (name, bytes) => void files.set(name, bytes),
  }
  const server = env.databaseUrl ? null : await findServer(env.dataDir)
  if (server) {
    await askServer(server, job, outlets)
    return files
  }
  const database = await openDatabase(env, { warn: (_, message) => terminal.warn(message) }, 'job')
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    await migrate(database)
    await perform(job, { ...outlets, database, clock, nhlApi: env.nhlApi, signal: stop.signal })
    return files
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    await database.close()
  }
}
