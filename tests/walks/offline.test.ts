import { expect } from 'vitest'
import { walk } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'
import { AGE, goOnTo } from '../support/screens.ts'
import { columnTexts, standingsTable } from '../support/standings.ts'
import { storedBy, warmedUp } from '../support/stored.ts'

/** Of the one who is called ines. */
const OWN_TEAM = '/teams/10'

walk('after one visit the app starts without a connection, with the figures and their age', async ({ device }) => {
  await logIn(device.page, 'ines')
  await standingsTable(device.page).waitFor()
  const before = await columnTexts(device.page, 'Team')
  await installed(device.page)
  await warmedUp(device.page)
  const { cached, databases } = await storedBy(device.page)
  expect(JSON.stringify(databases)).toContain('/api/v1/stats/teams')
  expect(cached.length).toBeGreaterThan(10)
  expect(cached.filter((url) => /^\/(api|auth|idp|ws)\b/.test(new URL(url).pathname))).toEqual([])
  expect(JSON.stringify(databases)).not.toMatch(/\/(auth|idp)\//)

  device.expectProblems(NETWORK_LOST)
  await device.context.setOffline(true)
  const page = await device.relaunch('/standings')
  await standingsTable(page).waitFor()
  expect(await columnTexts(page, 'Team')).toEqual(before)
  const age = () => page.getByText(AGE).filter({ visible: true })
  await age().first().waitFor()
  await page.getByText(/^Statistics last updated /).waitFor()
  await page.getByRole('columnheader', { name: 'Team', exact: true }).getByRole('button').click()
  await expect.poll(() => new URL(page.url()).search).toBe('?standings_sort=name&standings_dir=asc')
  const ascending = await columnTexts(page, 'Short Name')
  await page.reload()
  await expect.poll(() => columnTexts(page, 'Short Name')).toEqual(ascending)

  // Visited never before.
  for (const path of [OWN_TEAM, '/skaters', '/trades']) {
    await goOnTo(page, path)
    await page.getByRole('rowheader').first().waitFor()
    expect(await page.getByRole('alert').count(), path).toBe(0)
  }
  await goOnTo(page, '/tonight')
  await page.getByRole('region', { name: /^Games/ }).waitFor()
  await page.getByText(/^Offline · figures as of/).waitFor()

  await goOnTo(page, '/standings')
  await age().first().waitFor()
  await device.context.setOffline(false)
  await expect.poll(() => page.getByText(AGE).count()).toBe(0)
  expect(await page.getByText(/^No connection|^Offline/).count()).toBe(0)
})
