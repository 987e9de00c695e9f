import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFolder, refuseOthersFolder } from '../../store/engine/data-folder.ts'
import type { Engine } from '../../store/engine/database.ts'
import { openEmbedded } from '../../store/engine/embedded.ts'
import { isUnmade, migrate } from '../../store/engine/migrate.ts'
import { openDatabase } from '../../store/engine/open-database.ts'
import { noLeagueIn } from '../jobs/file-of-job.ts'
import type { ChangingJob, Job, ReadingJob } from '../jobs/job.ts'
import { type JobContext, JobRefusal } from '../jobs/job-context.ts'
import { perform } from '../jobs/perform.ts'
import { askServer, findServer } from '../socket/ask-server.ts'
import type { Called } from './command.ts'
import { withCopy } from './with-copy.ts'

type Outlets = Pick<JobContext, 'say' | 'progress' | 'put'>

const outletsOf = ({ terminal }: Called, put: JobContext['put'] = () => {}): Outlets => ({
  say: (line) => terminal.say(line),
  progress: (done, what) => terminal.progress(done, what),
  put,
})

export const refuseOthers = ({ env, typed }: Called): void =>
  refuseOthersFolder(env, { command: 'npm run league --', words: typed, mayMake: false })

/** The server that holds the data folder; null while none does. */
export async function serverOf(called: Called): Promise<Socket | null> {
  refuseOthers(called)
  const { env } = called
  return env.databaseUrl ? null : findServer(env.dataDir)
}

/** Does the job here, or has the server that holds the data folder do it. */
export async function runJob(job: ChangingJob, called: Called): Promise<void> {
  const outlets = outletsOf(called)
  const server = await serverOf(called)
  if (server) await askServer(server, job, outlets)
  else await performHere(job, called, outlets)
}

/** Does the job here, on a copy if a server holds the data folder. Returns the files that were made. */
export async function readLeague(job: ReadingJob, called: Called): Promise<Map<string, Buffer>> {
  const { env } = called
  const files = new Map<string, Buffer>()
  const outlets = outletsOf(called, (name, bytes) => void files.set(name, bytes))
  const server = await serverOf(called)
  if (server) {
    await withCopy(env.dataDir, server, outlets, (copy) => performOn(copy, job, called, outlets))
  } else await performHere(job, called, outlets)
  return files
}

async function performHere(job: Job, called: Called, outlets: Outlets): Promise<void> {
  const { env, terminal } = called
  if (job.do === 'init' && job.dryRun && (await isNothingThere(called))) return performAside(job, called, outlets)
  // Opening it would make it.
  if (job.do !== 'init' && !env.databaseUrl && !existsSync(databaseFolder(env.dataDir))) {
    throw new JobRefusal(noLeagueIn(`the folder ${env.dataDir}`))
  }
  const database = await openDatabase(env, { warn: (_, message) => terminal.warn(message) }, 'job')
  await performOn(database, job, called, outlets)
}

async function isNothingThere({ env, terminal }: Called): Promise<boolean> {
  if (!env.databaseUrl) return !existsSync(databaseFolder(env.dataDir))
  const database = await openDatabase(env, { warn: (_, message) => terminal.warn(message) }, 'job')
  try {
    return await isUnmade(database)
  } finally {
    await database.close()
  }
}

/** In a database that is thrown away: opening the one that is meant would make it. */
async function performAside(job: Job, called: Called, outlets: Outlets): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hockey-pool-'))
  try {
    await performOn(await openEmbedded(folder), job, called, outlets)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Closes the database, too. */
async function performOn(database: Engine, job: Job, { env, clock }: Called, outlets: Outlets): Promise<void> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    await migrate(database)
    await perform(job, { ...outlets, database, clock, nhlApi: env.nhlApi, env, signal: stop.signal })
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    await database.close()
  }
}
