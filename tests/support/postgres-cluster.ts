import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.mjs'

/** A PostgreSQL server of a test's own, which it may stop and break. */
export interface PostgresCluster {
  readonly url: string
  readonly port: number
  start(): Promise<void>
  stop(): Promise<void>
  /** Without waiting for anybody, as after a crash. */
  crash(): Promise<void>
  remove(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

/** The newest one's programs; null: there is none on this machine. */
export function postgresPrograms(): string | null {
  if (!existsSync(DEBIAN)) return null
  const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

/** PostgreSQL refuses to be run by root. */
const asItsUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

const run = async (...words: string[]): Promise<string> => {
  const [command = '', ...rest] = [...asItsUser, ...words]
  // The folder of the test may be closed to that user.
  return (await promisify(execFile)(command, rest, { cwd: '/' })).stdout.trim()
}

export async function postgresCluster(programs: string): Promise<PostgresCluster> {
  const port = await freePort()
  const folder = await run('mktemp', '-d', '-t', 'hockey-pool-postgres-XXXXXX')
  const control = (...words: string[]) => run(join(programs, 'pg_ctl'), '-D', folder, '-w', ...words)
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  const start = async () => void (await control('-l', join(folder, 'log'), '-o', options, 'start'))
  await run(join(programs, 'initdb'), '-D', folder, '-U', 'postgres', '-A', 'trust', '--no-sync')
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    start,
    stop: async () => void (await control('-m', 'fast', 'stop')),
    crash: async () => void (await control('-m', 'immediate', 'stop')),
    remove: async () => {
      await control('-m', 'immediate', 'stop').catch(() => {})
      await run('rm', '-r', folder)
    },
  }
}
