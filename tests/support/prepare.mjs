// Runs before the tests: sees to the browser that they drive and to the production build that they test.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findChromium } from './find-chromium.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const say = (sentence) => process.stdout.write(`${sentence}\n`)

const giveUp = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Runs a command quietly; what it printed is shown only when it fails. */
const succeeds = (command, args, env = {}) => {
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } })
  if (run.status === 0) return true
  process.stderr.write(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ? `${run.error.message}\n` : ''}`)
  return false
}

const exists = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** The words that apt-get needs in front of it, or null where this user cannot install. */
const asRoot = () => {
  if (process.getuid?.() === 0) return []
  return exists('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null
}

const installChromium = () => {
  const prefix = exists('apt-get') ? asRoot() : null
  if (!prefix) return false
  say("No Chromium found: installing Debian's chromium, once.")
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
    return succeeds(command, rest)
  }
  // Without fonts-liberation a bare machine has no font at all, and the pages no visible words.
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation')
}

const prepareBrowser = () => {
  if (findChromium()) return
  if (process.env.CHROMIUM_PATH) giveUp(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which cannot be run.`)
  installChromium()
  if (!findChromium()) {
    giveUp(
      'The browser tests need Chromium and none could be found or installed. Install it (Debian: apt-get install chromium) or name one in CHROMIUM_PATH.',
    )
  }
}

/** The steps of `npm start`: what is up to date is left alone. */
const prepareBuild = () => {
  const run = (command, ...args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
  if (!run('npx', 'tsc', '-b', 'src/server') || !run('node', 'dist/server/cli/build-missing.js'))
    giveUp('The production build failed, so there is nothing to test.')
}

prepareBrowser()
prepareBuild()
