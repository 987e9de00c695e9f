import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, NETWORK_LOST, openDevice } from '../support/browser.ts'
import { type LeagueServer, startLeagueServer } from '../support/league-server.ts'
import { installed, logIn } from '../support/member.ts'

// npm start -- --scenario game-night, in fast motion: the real server, its simulated NHL, and the built app on a phone.

let server: LeagueServer
let browser: Browser
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hockey-pool-night-'))
  server = await startLeagueServer({ dataDir: folder, args: ['--scenario', 'game-night', '--pace', '60'] })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const clocks = (page: Page) => page.locator('.game-state.on').allTextContents()

test('begins with six games under way, whose clocks move by themselves, and keeps the scores without a connection', async () => {
  const device = await openDevice(browser, { origin: server.origin })
  const { page } = device
  await logIn(page, 'member', '/tonight')
  await page.getByRole('heading', { name: 'Games' }).waitFor()
  expect((await clocks(page)).length).toBeGreaterThanOrEqual(6)
  await page
    .getByText(/tonight · .* if it ended now/)
    .first()
    .waitFor()
  const before = (await clocks(page)).join()
  await expect.poll(async () => (await clocks(page)).join(), { timeout: 45_000 }).not.toBe(before)

  await installed(page)
  // What was asked for before the worker was there has not been kept.
  await page.reload()
  await page.getByRole('heading', { name: 'Games' }).waitFor()
  device.expectProblems(NETWORK_LOST)
  await page.getByText(/^(Provisional|All games are over), as of /).waitFor()
  await server.stop()
  const again = await device.relaunch('/tonight')
  await again.getByRole('heading', { name: 'Games' }).waitFor()
  await again.getByText(/^(Provisional|All games are over), as of /).waitFor()
  const told = (await clocks(again)).join()
  await again.waitForTimeout(3_000)
  expect((await clocks(again)).join()).toBe(told)
  expect(device.problems()).toEqual([])
  await server.start()
  await expect.poll(async () => (await clocks(again)).join(), { timeout: 60_000 }).not.toBe(told)
  await device.close()
})
