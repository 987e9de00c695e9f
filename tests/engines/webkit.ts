import { once } from 'node:events'
import { Builder, Capabilities } from 'selenium-webdriver'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { type Engine, endGroup, SURROUNDINGS, startGroup, within } from '../support/engine.ts'
import { freePort } from '../support/free-port.mjs'
import { NEEDS } from '../support/machine.mjs'

/** Debian's packages webkit2gtk-driver and xvfb; without them the tests in WebKit are left out. */
export const hasWebKit = NEEDS.webkit.isHere()

const startScreen = async () => {
  const screen = startGroup('Xvfb', ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number]: unknown[] = await once(screen.stdio[3] ?? screen, 'data')
  return { screen, display: `:${String(number).trim()}` }
}

/** Debian's MiniBrowser. Driven, it stores nothing on disk: a relaunch is another tab of the same session. */
export const openWebKit = async (): Promise<Engine> => {
  const home = await temporaryFolder()
  const { screen, display } = await startScreen()
  const port = await freePort()
  const service = startGroup('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: { ...SURROUNDINGS, DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: home },
  })
  const address = `http://127.0.0.1:${port}`
  const end = async () => {
    await endGroup(service)
    await endGroup(screen)
    await removeFolder(home)
  }
  try {
    await within('WebKitWebDriver answers', () => fetch(`${address}/status`).then(({ ok }) => ok))
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build()
    await driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 })
    return {
      driver: () => driver,
      async relaunch() {
        const [before = ''] = await driver.getAllWindowHandles()
        await driver.switchTo().newWindow('tab')
        const opened = await driver.getWindowHandle()
        await driver.switchTo().window(before)
        await driver.close()
        await driver.switchTo().window(opened)
      },
      async close() {
        await driver.quit().finally(end)
      },
    }
  } catch (failure) {
    await end()
    throw failure
  }
}
