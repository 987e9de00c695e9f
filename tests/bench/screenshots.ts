import { mkdir } from 'node:fs/promises'
import { onTestFinished, test } from 'vitest'
import { messages } from '#contract/messages'
import { DESKTOP, openDevice, PHONE } from '../support/browser.ts'
import { startDraftNight } from '../support/draft-night.ts'
import { projectRoot } from '../support/league-server.ts'
import { logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'
import { ownBrowser, ownLeague } from './slow-phone.ts'

const FOLDER = `${projectRoot}/public/screenshots`

/** The pictures of the manifest and of README.md: `npm run screenshots` takes them again. */
test('screenshots', async () => {
  const league = await ownLeague()
  const browser = await ownBrowser()
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

/** The board of a member who is on the clock, after the picks of the teams before them. */
test('a picture of the draft', async () => {
  const league = await startDraftNight()
  onTestFinished(league.end)
  const browser = await ownBrowser()
  const open = () =>
    openDevice(browser, {
      origin: league.origin,
      viewport: PHONE,
      deviceScaleFactor: 2,
      colorScheme: 'light',
      serviceWorkers: 'block',
    })
  const member = await open()
  await logIn(member.page, 'member', '/draft')
  const admin = await open()
  await logIn(admin.page, 'admin', '/draft-admin')
  await admin.page.getByRole('button', { name: 'Lock Keepers', exact: true }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await admin.page.getByText(messages.keepersLocked).waitFor()
  await member.page
    .getByRole('status')
    .getByText(messages.yourTurn)
    .or(member.page.getByRole('status').getByText(/^Waiting for/))
    .first()
    .waitFor()
  await member.page.getByRole('article').first().waitFor()
  await member.page.screenshot({ path: `${FOLDER}/draft-narrow.png` })
})
