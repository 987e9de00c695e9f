import type { Job } from '#server/admin/jobs/job'
import type { JobContext } from '#server/admin/jobs/job-context'
import { perform } from '#server/admin/jobs/perform'
import { readEnv } from '#server/settings/env'
import type { Database } from '#server/store/engine/database'

interface Options {
  readonly now?: string
  /** Of a fake; nobody is there otherwise. */
  readonly nhlApi?: JobContext['nhlApi']
  /** Of the command; without invitations unless it says so. */
  readonly env?: Record<string, string>
}

/** Does a command's job and answers what it says. */
export async function doJob(
  database: Database,
  job: Job,
  {
    now = '2025-06-01T12:00:00Z',
    nhlApi = { web: 'http://127.0.0.1:9', stats: 'http://127.0.0.1:9' },
    env = { LOGIN: 'trial' },
  }: Options = {},
): Promise<string[]> {
  const said: string[] = []
  await perform(job, {
    database,
    clock: () => new Date(now),
    nhlApi,
    env: readEnv(env),
    say: (line) => said.push(line),
    progress: () => {},
    put: (name, bytes) => said.push(`${name}:\n${bytes.toString()}`),
    signal: new AbortController().signal,
  })
  return said
}
