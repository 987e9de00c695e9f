// npm run setup:tests: installs what the tests need beside npm's packages, on Debian and after asking (CI=true: yes).
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { findProgram, NEEDS } from './support/machine.mjs'

const say = (sentence) => process.stdout.write(`${sentence}\n`)

const missing = Object.values(NEEDS).filter(({ isHere }) => !isHere())
const packages = missing.flatMap((need) => need.packages)

const isAutomatic = process.env.CI === 'true'

/** The words in front of a command that root is to run, or null where there is no way to become root. */
const asRoot = () => {
  if (process.getuid?.() === 0) return []
  return findProgram('sudo') ? ['sudo', ...(isAutomatic ? ['-n'] : [])] : null
}

const mayInstall = async () => {
  if (isAutomatic) return true
  if (!process.stdin.isTTY) return false
  const terminal = createInterface(process)
  const answer = await terminal.question(`Install Debian's ${packages.join(', ')}? [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

const install = (prefix) => {
  // RUNLEVEL=1: nothing is started as a service.
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', '-qq']
  const run = (...words) => spawnSync(apt[0], [...apt.slice(1), ...words], { stdio: ['inherit', 'ignore', 'inherit'] })
  return run('update').status === 0 && run('install', '-y', '--no-install-recommends', ...packages).status === 0
}

const main = async () => {
  if (missing.length === 0) return say('The tests have everything they need.')
  say(`Missing: ${missing.map(({ name }) => name).join(', ')}.`)
  const command = `apt-get install ${packages.join(' ')}`
  if (!findProgram('apt-get')) {
    say(`There is no apt-get here, so install them yourself. On Debian it would be: ${command}`)
    return say('Tests that miss something are listed as not run, and the others pass.')
  }
  const prefix = asRoot()
  if (!prefix) {
    process.exitCode = 1
    return say(`Only root can install them: ${command}`)
  }
  if (!(await mayInstall())) {
    process.exitCode = 1
    return say('Nothing was installed.')
  }
  say(`Installing ${packages.join(', ')}.`)
  if (install(prefix)) return say('Installed.')
  process.exitCode = 1
  say('Not everything could be installed. Tests that miss something are listed as not run.')
}

await main()
