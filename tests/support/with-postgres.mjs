// Runs a command with TEST_DATABASE_URL: the server that it names already, or a throw-away one on loopback.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { asUser, installPackages, say, succeeds } from './machine.mjs'
import { quickFolder } from './quick-folder.mjs'

const INSTALLED = '/usr/lib/postgresql'

/** Where the newest PostgreSQL's programs are, which Debian keeps off the path; null: none is installed. */
const findPrograms = () => {
  try {
    const [newest] = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a))
    return newest ? join(INSTALLED, newest, 'bin') : null
  } catch {
    return null
  }
}

/** The server refuses to run as root. */
const asOwner = () => (process.getuid?.() === 0 ? asUser('postgres') : [])

const startCluster = async (programs) => {
  const folder = mkdtempSync(join(quickFolder(), 'pool-postgres-'))
  const data = join(folder, 'data')
  const run = (program, ...args) => {
    const [command, ...rest] = [...asOwner(), join(programs, program), '-D', data, ...args]
    return succeeds(command, rest)
  }
  const stop = () => {
    run('pg_ctl', '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  chmodSync(folder, 0o777)
  const port = await freePort()
  // Nothing here has to outlive a power cut, so it is not synced.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c full_page_writes=off -c synchronous_commit=off`
  const isRunning =
    run('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8') &&
    run('pg_ctl', '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  if (isRunning) return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
  rmSync(folder, { recursive: true, force: true })
  return null
}

const runWith = async (url, [command, ...args]) => {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } })
  const [status] = await once(child, 'exit')
  return status ?? 1
}

const main = async (command) => {
  if (process.env.TEST_DATABASE_URL) return runWith(process.env.TEST_DATABASE_URL, command)
  if (!findPrograms()) installPackages('postgresql')
  const programs = findPrograms()
  if (!programs) {
    say(`SKIPPED, as no PostgreSQL server could be found or installed: ${command.join(' ')}`)
    say('Install one (Debian: apt-get install postgresql), or name one in TEST_DATABASE_URL.')
    return 0
  }
  const cluster = await startCluster(programs)
  if (!cluster) return 1
  // A second Ctrl-C must not leave the cluster behind.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
  try {
    return await runWith(cluster.url, command)
  } finally {
    cluster.stop()
  }
}

process.exitCode = await main(process.argv.slice(2))
