// biome-ignore-all lint/correctness/noEmptyPattern: vitest reads which fixtures are needed from the pattern

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { alteredBuild, release } from '../support/altered-build.ts'
import { test as base } from '../support/app-test.ts'
import { NETWORK_LOST, SERVER_AWAY } from '../support/browser.ts'
import { startLeagueCopy } from '../support/demo-league.ts'
import { installed, logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

const PICTURE = '/art/banner-standings.svg'

const test = base
  .extend('build', { scope: 'file' }, async ({}, { onCleanup }) => {
    const build = await alteredBuild()
    onCleanup(() => build.remove())
    for (const suffix of ['', '.br', '.gz']) await rm(join(build.home, 'dist/web', PICTURE + suffix), { force: true })
    return build
  })
  .extend('ownLeague', { scope: 'file' }, async ({ build }, { onCleanup }) => {
    const league = await startLeagueCopy(inject('demoLeague'), { home: build.home })
    onCleanup(league.end)
    return league
  })
  .extend('league', ({ ownLeague }) => ownLeague)

const shown = (page: Page) => page.evaluate(() => document.head.dataset.build ?? 'first')

/** How often a page of the app has been loaded. */
const countLoads = (page: Page) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

/** In the moment in which a new worker is let in the page asks for something, as any tab may. */
const askMeanwhile = () => {
  // The empty page before the first one has no workers.
  if (!('ServiceWorker' in window)) return
  const { postMessage } = ServiceWorker.prototype
  ServiceWorker.prototype.postMessage = function (message: { type?: string }) {
    postMessage.call(this, message)
    if (message.type !== 'SKIP_WAITING') return
    setTimeout(() => void fetch('/favicon.svg'), 2)
  }
}

test('the app is kept without a picture, and a new version is applied by a tap, or by itself at a cold start', async ({
  device,
  build,
  league,
}) => {
  const { page, context } = device
  // What is under way when the server stops, or at the reload, gets no answer.
  device.expectProblems(NETWORK_LOST)
  device.expectProblems(SERVER_AWAY)
  device.expectProblems(/banner-standings\.svg: .*status of 404/)
  await logIn(page, 'member')
  await standingsTable(page).waitFor()
  expect(await page.evaluate(async (path) => (await fetch(path)).status, PICTURE)).toBe(404)
  await installed(page)
  await context.setOffline(true)
  await page.goto('/standings')
  await standingsTable(page).waitFor()
  expect(await page.getByText('The app could not be saved on this device.').count()).toBe(0)
  await context.setOffline(false)

  // A page that has not been touched yet would take it without a word.
  await page.getByRole('columnheader', { name: 'Team', exact: true }).getByRole('button').click()
  // While the app is in use it is offered, in one quiet line.
  await release(build, league, 'second')
  const loads = countLoads(page)
  // Looked for when the app comes to the front again.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('New version').waitFor()
  expect(loads()).toBe(0)
  expect(await shown(page)).not.toBe('second')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => shown(page).catch(() => '')).toBe('second')
  await standingsTable(page).waitFor()
  await page.waitForTimeout(1_500)
  expect(loads()).toBe(1)
  expect(await page.getByText('New version').count()).toBe(0)

  // At a cold start it is let in, though the old one is asked for something at that very moment.
  await release(build, league, 'third')
  await context.addInitScript(askMeanwhile)
  const again = await device.relaunch('/standings')
  const loadsAgain = countLoads(again)
  await expect.poll(() => shown(again).catch(() => '')).toBe('third')
  await standingsTable(again).waitFor()
  await again.waitForTimeout(1_500)
  expect(loadsAgain()).toBeLessThanOrEqual(1)
})
