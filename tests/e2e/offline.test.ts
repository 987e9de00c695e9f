import { createServer } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST, SERVER_AWAY } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { AGE, goOnTo, openNoScreen, screensOf } from '../support/screens.ts'
import { columnTexts, standingsOfApp, standingsTable } from '../support/standings.ts'
import { storedBy } from '../support/stored.ts'

/** Of the one who is called member. */
const OWN_TEAM = 3
/** The others show the moment, or have no table. */
const WITH_ROWS = /standings|skaters|goalies|draft-report|trades|roster-changes|^\/teams|players\/\d/

test('after one visit to Standings and with the server stopped, every screen opens with its rows and their age', async ({
  league,
  phoneOf,
}) => {
  const open = await phoneOf('member')
  const device = await open()
  device.expectProblems(NETWORK_LOST)
  device.expectProblems(SERVER_AWAY)
  await logIn(device.page, 'member')
  await standingsTable(device.page).waitFor()
  const before = await columnTexts(device.page, 'Team')
  const paths = await screensOf(device.page, OWN_TEAM)

  await league.stop()
  onTestFinished(() => league.start())
  const page = await device.relaunch('/standings')
  await standingsTable(page).waitFor()
  expect(await columnTexts(page, 'Team')).toEqual(before)
  await page.getByText(AGE).filter({ visible: true }).first().waitFor()
  await page
    .getByText(/offline/i)
    .first()
    .waitFor()
  await page.getByText(/^Statistics last updated /).waitFor()

  await openNoScreen(page)
  for (const path of [...paths, '/teams/5']) {
    await goOnTo(page, path)
    if (!WITH_ROWS.test(path) || (await page.getByText('This page is not available yet.').count()) > 0) continue
    await expect.poll(() => page.getByRole('row').count(), { message: path }).toBeGreaterThan(1)
    expect(await page.getByRole('alert').count(), path).toBe(0)
  }

  // The page of another team's player was never fetched: the lists have the figures and the time with the team.
  const player = page.getByRole('table', { name: 'Current Players' }).getByRole('rowheader').getByRole('link').first()
  await page.goto((await player.getAttribute('href')) ?? '')
  await page.getByRole('table', { name: 'Statistics' }).waitFor()
  await page.getByRole('table', { name: 'Roster' }).waitFor()
})

test("a public network that answers everything itself replaces nothing of the pool's", async ({ league, phoneOf }) => {
  const open = await phoneOf('member')
  const device = await open()
  // Neither is what the network answers a worker's new version, nor a picture.
  device.expectProblems(/./)
  await logIn(device.page, 'member')
  await standingsTable(device.page).waitFor()
  const before = await columnTexts(device.page, 'Team')
  await device.page.goto('about:blank')

  await league.stop()
  onTestFinished(() => league.start())
  let answer = { type: '', body: '' }
  const asked: string[] = []
  const portal = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'Content-Type': answer.type }).end(answer.body)
  })
  await new Promise<void>((resolve) => portal.listen(Number(new URL(league.origin).port), '127.0.0.1', resolve))
  const end = async () => {
    portal.closeAllConnections()
    await new Promise((resolve) => portal.close(resolve))
  }
  onTestFinished(end)
  for (answer of [
    { type: 'text/html', body: '<!doctype html><title>Welcome to the rink</title>' },
    { type: 'application/json', body: '{"error":"Please accept the terms of use."}' },
  ]) {
    const page = await device.relaunch('/standings')
    const expectKept = async (address: string) => {
      const timesRequested = () => asked.filter((each) => each === address).length
      const timesBefore = timesRequested()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect.poll(timesRequested).toBeGreaterThan(timesBefore)
      await page.getByText(AGE).filter({ visible: true }).first().waitFor()
      expect(await page.getByRole('alert').count(), `${answer.type} ${address}`).toBe(0)
    }
    // What the first frame holds, and what the worker has kept.
    await standingsOfApp(page).waitFor()
    await expectKept('/api/v1/stats/teams')
    await goOnTo(page, '/nhl-standings')
    await page.getByRole('table').first().waitFor()
    await expectKept('/api/v1/stats/nhl-teams')
  }
  expect(JSON.stringify(await storedBy(device.page))).not.toMatch(/Welcome to the rink|terms of use/)

  await end()
  const page = await device.relaunch('/standings')
  await standingsTable(page).waitFor()
  expect(await columnTexts(page, 'Team')).toEqual(before)
  await goOnTo(page, '/nhl-standings')
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(30)
})
