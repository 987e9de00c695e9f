import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Capabilities, WebDriver } from 'selenium-webdriver'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { type Engine, endGroup, LIMIT_MS, SURROUNDINGS, startGroup, within } from '../support/engine.ts'
import { NEEDS } from '../support/machine.mjs'
import { marionette } from './marionette.ts'

/** Debian's package firefox-esr; without it the tests in Firefox are left out. */
export const hasFirefox = NEEDS.firefox.isHere()

/** What else keeps it quiet, such as no updates, Firefox sets by itself while it is driven. */
const PREFERENCES = { 'marionette.port': 0, 'intl.accept_languages': 'en-CA' }

const PORT_FILE = 'MarionetteActivePort'

const start = async (home: string) => {
  await rm(join(home, PORT_FILE), { force: true })
  const browser = startGroup(
    'firefox-esr',
    ['--marionette', '--headless', '--width=390', '--height=844', '--profile', home],
    {
      stdio: 'ignore',
      env: { ...SURROUNDINGS, HOME: home },
    },
  )
  try {
    const port = await within('Firefox listens', () => readFile(join(home, PORT_FILE), 'utf8'))
    const driver = WebDriver.createSession(await marionette(Number(port)), new Capabilities())
    await driver.getSession()
    return { browser, driver }
  } catch (failure) {
    await endGroup(browser)
    throw failure
  }
}

/** It writes down what it keeps before it goes. */
const stop = async ({ browser, driver }: Awaited<ReturnType<typeof start>>) => {
  const gone = once(browser, 'exit', { signal: AbortSignal.timeout(LIMIT_MS) })
  try {
    await Promise.all([gone, driver.quit()])
  } finally {
    await endGroup(browser)
  }
}

export const openFirefox = async (): Promise<Engine> => {
  const home = await temporaryFolder()
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  await writeFile(join(home, 'user.js'), lines.join(''))
  let running = await start(home)
  return {
    driver: () => running.driver,
    async relaunch() {
      await stop(running)
      running = await start(home)
    },
    async close() {
      await stop(running).finally(() => removeFolder(home))
    },
  }
}
