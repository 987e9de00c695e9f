import { mkdir } from 'node:fs/promises'
import { inject, onTestFinished, test } from 'vitest'
import { DESKTOP, launchBrowser, openDevice, PHONE } from '../support/browser.ts'
import { startLeagueCopy } from '../support/demo-league.ts'
import { projectRoot } from '../support/league-server.ts'
import { logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

const FOLDER = `${projectRoot}/public/screenshots`

/** The pictures of the manifest and of README.md: `npm run screenshots` takes them anew. */
test('screenshots', async () => {
  const league = await startLeagueCopy(inject('demoLeague'))
  onTestFinished(league.end)
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  await mkdir(FOLDER, { recursive: true })
  for (const { name, viewport, deviceScaleFactor } of [
    { name: 'standings-narrow', viewport: PHONE, deviceScaleFactor: 2 },
    { name: 'standings-wide', viewport: DESKTOP, deviceScaleFactor: 1 },
  ]) {
    // Without the worker nothing is said about saving for later.
    const device = await openDevice(browser, {
      origin: league.origin,
      viewport,
      deviceScaleFactor,
      colorScheme: 'light',
      serviceWorkers: 'block',
    })
    await logIn(device.page, 'member')
    await standingsTable(device.page).waitFor()
    await device.page.waitForLoadState('networkidle')
    await device.page.screenshot({ path: `${FOLDER}/${name}.png` })
    await device.close()
  }
})
