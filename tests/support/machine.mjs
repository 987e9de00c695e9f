// What the tests need of the machine beside npm's packages: Debian's are installed where this user may.
import { spawnSync } from 'node:child_process'

export const say = (sentence) => process.stdout.write(`${sentence}\n`)

/** Runs a command quietly; what it printed is shown only when it fails. */
export const succeeds = (command, args, env = {}) => {
  const run = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  if (run.status === 0) return true
  process.stderr.write(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ? `${run.error.message}\n` : ''}`)
  return false
}

export const exists = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** The words in front of a command that becomes this user (root, postgres), or null where that is not allowed. */
export const asUser = (user) => {
  if (process.getuid?.() === 0) return user === 'root' ? [] : ['runuser', '-u', user, '--']
  return exists('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n', '-u', user] : null
}

/** Whether Debian's packages could be installed. RUNLEVEL=1: not started as services. */
export const installPackages = (...names) => {
  const prefix = exists('apt-get') ? asUser('root') : null
  if (!prefix) return false
  say(`Installing Debian's ${names.join(', ')}, once.`)
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', '-qq']
    return succeeds(command, [...rest, ...args])
  }
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...names)
}
