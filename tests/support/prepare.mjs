// Runs before the tests: sees to the browsers that they drive, the proxy and the production build that they test.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './find-chromium.mjs'
import { exists, installPackages, say } from './machine.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const giveUp = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const prepareBrowser = () => {
  if (process.env.CHROMIUM_PATH) {
    if (!findChromium()) giveUp(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which cannot be run.`)
    return
  }
  if (findChromium() && findHeadlessShell()) return
  // Of one version, as the phones that one fills the other opens. Without fonts-liberation a bare machine has no font at
  // all, and the pages no visible words.
  installPackages('chromium', 'chromium-headless-shell', 'fonts-liberation')
  if (!findChromium()) {
    giveUp(
      'The browser tests need Chromium and none could be found or installed. Install it (Debian: apt-get install chromium) or name one in CHROMIUM_PATH.',
    )
  }
}

const hasProxy = () => (exists('nginx') || exists('/usr/sbin/nginx')) && exists('openssl')

const prepareProxy = () => {
  if (hasProxy()) return
  installPackages('nginx', 'openssl')
  if (!hasProxy()) say('SKIPPED, as no nginx could be found or installed: the tests behind a reverse proxy.')
}

const hasProvider = () => exists('glewlwyd') && exists('sqlite3')

const prepareProvider = () => {
  if (hasProvider()) return
  installPackages('glewlwyd', 'sqlite3')
  if (!hasProvider())
    say('SKIPPED, as no glewlwyd could be found or installed: the tests with a provider that is not ours.')
}

const prepareEngines = () => {
  const missing = [
    ...(exists('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
    ...(exists('Xvfb') ? [] : ['xvfb']),
    ...(exists('firefox-esr') ? [] : ['firefox-esr']),
  ]
  if (missing.length > 0) installPackages(...missing)
  if (!exists('WebKitWebDriver') || !exists('Xvfb')) {
    say('SKIPPED, as no WebKitWebDriver with Xvfb could be found or installed: the tests in WebKit.')
  }
  if (!exists('firefox-esr')) say('SKIPPED, as no firefox-esr could be found or installed: the tests in Firefox.')
}

/** The steps of `npm start`: what is up to date is left alone. */
const prepareBuild = () => {
  const { status } = spawnSync(process.execPath, ['src/server/build/bring-up-to-date.mjs'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) giveUp('The production build failed, so there is nothing to test.')
}

prepareBrowser()
prepareProxy()
prepareProvider()
prepareEngines()
prepareBuild()
