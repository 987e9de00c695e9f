// biome-ignore-all lint/correctness/noEmptyPattern: vitest reads which fixtures are needed from the pattern

import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { type AlteredBuild, alteredBuild, release } from '../support/altered-build.ts'
import { test as base } from '../support/app-test.ts'
import { type Device, NETWORK_LOST } from '../support/browser.ts'
import { startLeagueCopy } from '../support/demo-league.ts'
import type { LeagueServer } from '../support/league-server.ts'
import { installed, logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

const test = base
  .extend('build', { scope: 'file' }, async ({}, { onCleanup }) => {
    const build = await alteredBuild()
    onCleanup(() => build.remove())
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

const expectAppliedAtStart = async (device: Device, build: AlteredBuild, league: LeagueServer, name: string) => {
  // What is under way at the reload gets no answer.
  device.expectProblems(NETWORK_LOST)
  // A server that is starting says so.
  device.expectProblems(/status of 503/)
  await logIn(device.page, 'member')
  await standingsTable(device.page).waitFor()
  await installed(device.page)
  await release(build, league, name)
  const page = await device.relaunch('/standings')
  const loads = countLoads(page)
  await expect.poll(() => shown(page).catch(() => '')).toBe(name)
  await standingsTable(page).waitFor()
  await page.waitForTimeout(1_500)
  expect(loads()).toBeLessThanOrEqual(1)
}

describe('a new version', () => {
  test('is offered in one quiet line while the app is in use, and a tap applies it with one reload', async ({
    device,
    build,
    league,
  }) => {
    const { page } = device
    // What is under way when the server stops, or at the reload, gets no answer.
    device.expectProblems(NETWORK_LOST)
    // A server that is starting says so.
    device.expectProblems(/status of 503/)
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    await installed(page)
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
  })

  test('is applied by itself at a cold start, with one reload at most', ({ device, build, league }) =>
    expectAppliedAtStart(device, build, league, 'third'))

  test('is let in though the old one is asked for something at that very moment', async ({ device, build, league }) => {
    await device.context.addInitScript(askMeanwhile)
    await expectAppliedAtStart(device, build, league, 'fourth')
  })
})
