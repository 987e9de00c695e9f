import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.mjs'
import { quickFolder } from './quick-folder.mjs'

/** A throw-away PostgreSQL server on loopback, which a test may stop and break. */
export interface PostgresCluster {
  readonly url: string
  readonly port: number
  start(): Promise<void>
  stop(): Promise<void>
  /** At once, as after a crash. */
  crash(): Promise<void>
  remove(): Promise<void>
}

/** PostgreSQL refuses to be run by root. */
const asItsUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

const run = async (...words: string[]): Promise<string> => {
  const [command = '', ...rest] = [...asItsUser, ...words]
  // That user may not read the folder of the tests.
  return (await promisify(execFile)(command, rest, { cwd: '/' })).stdout.trim()
}

/**
 * Nothing here has to outlive a power cut, so it is not synced; no database lives long enough to be looked after; and each
 * connection maps the buffers, which takes most of the time of opening it.
 */
const SETTINGS = [
  ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off'],
  'shared_buffers=16MB',
]

/** `programs`: the folder of PostgreSQL's programs. */
export async function postgresCluster(programs: string): Promise<PostgresCluster> {
  const port = await freePort()
  const folder = await mkdtemp(join(quickFolder(), 'pool-postgres-'))
  await chmod(folder, 0o777)
  const data = join(folder, 'data')
  const control = (...words: string[]) => run(join(programs, 'pg_ctl'), '-D', data, '-w', ...words)
  const options = [`-p ${port}`, '-c listen_addresses=127.0.0.1', "-c unix_socket_directories=''"]
    .concat(SETTINGS.map((setting) => `-c ${setting}`))
    .join(' ')
  const start = async () => void (await control('-l', join(folder, 'log'), '-o', options, 'start'))
  const remove = async () => {
    await control('-m', 'immediate', 'stop').catch(() => {})
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
    await run(
      join(programs, 'initdb'),
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '-N',
      `--locale=${locale}`,
    )
    await start()
  } catch (failure) {
    await remove()
    throw failure
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    start,
    stop: async () => void (await control('-m', 'fast', 'stop')),
    crash: async () => void (await control('-m', 'immediate', 'stop')),
    remove,
  }
}
