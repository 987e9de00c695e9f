// biome-ignore-all lint/correctness/noEmptyPattern: vitest reads which fixtures are needed from the pattern

import { cp } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { type Device, type DeviceOptions, launchBrowser, openDevice } from './browser.ts'
import { type LeagueCopy, removeFolder, startLeagueCopy, temporaryFolder } from './demo-league.ts'
import type { LeagueServer } from './league-server.ts'
import { installed, logIn, type UserName } from './member.ts'
import { standingsTable } from './standings.ts'
import { warmedUp } from './stored.ts'
import { originNoted } from './walks-server.ts'

type OpenDevice = (options?: Partial<DeviceOptions>) => Promise<Device>

/** Opens devices; what goes wrong on one of them fails the test when `closeAll` is called. */
const deviceOpener = (browser: Browser | null, defaults: DeviceOptions) => {
  const devices: Device[] = []
  const open: OpenDevice = async (options = {}) => {
    const device = await openDevice(browser, { ...defaults, ...options })
    devices.push(device)
    return device
  }
  const closeAll = async () => {
    const problems = devices.flatMap((device) => device.problems())
    await Promise.all(devices.map((device) => device.close()))
    expect(problems, 'errors in the browser').toEqual([])
  }
  return { open, closeAll }
}

/** Installs the app by one visit to Standings and waits until it has kept everything; returns the profile. */
const visitOnce = async (origin: string, member: UserName): Promise<string> => {
  const profile = await temporaryFolder()
  const { page, close } = await openDevice(null, { origin, profile })
  try {
    await logIn(page, member)
    await standingsTable(page).waitFor()
    await installed(page)
    await warmedUp(page)
    // A browser that is ended, as here, has no moment left to write what the member has just seen.
    await page.waitForFunction(() => localStorage.getItem('pool-glance')?.includes('"teams"'))
  } finally {
    await close()
  }
  return profile
}

/**
 * Phones on which the app was opened before. What it fetches for use without a connection is most of a test's work, so
 * each member's phone is filled once and copied.
 */
const keptPhones = () => {
  const filled = new Map<string, Promise<string>>()
  return {
    /** A copy of the member's phone, for the test to do with as it likes. */
    async copy(origin: string, member: UserName): Promise<string> {
      const key = `${origin} ${member}`
      const filling = filled.get(key) ?? visitOnce(origin, member)
      filled.set(key, filling)
      const original = await filling
      const profile = await temporaryFolder()
      await cp(original, profile, { recursive: true })
      return profile
    },
    async remove(): Promise<void> {
      for (const end of await Promise.allSettled(filled.values()))
        if (end.status === 'fulfilled') await removeFolder(end.value)
    },
  }
}

/**
 * Tests of the built app in a real browser, against the built server with a demo league that all files of a worker share.
 * What a test changes it puts back, or it belongs to a member whom no other file changes.
 */
export const test = base
  .extend('sharedLeague', { scope: 'worker' }, async ({}, { onCleanup }): Promise<LeagueServer> => {
    const league = await startLeagueCopy(inject('demoLeague'))
    onCleanup(league.end)
    return league
  })
  .extend('league', ({ sharedLeague }) => sharedLeague)
  .extend('origin', ({ league }) => league.origin)
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  /** Devices that share nothing and forget everything. */
  .extend('open', async ({ origin, browser }, { onCleanup }): Promise<OpenDevice> => {
    const { open, closeAll } = deviceOpener(browser, { origin })
    onCleanup(closeAll)
    return open
  })
  .extend('device', ({ open }) => open())
  /**
   * The same without the app's worker, for tests that ask nothing of it: what it fetches for use without a connection
   * is several times the work of the screens themselves.
   */
  .extend(
    'openTab',
    ({ open }): OpenDevice =>
      (options = {}) =>
        open({ serviceWorkers: 'block', ...options }),
  )
  .extend('tab', ({ openTab }) => openTab())
  .extend('keptPhones', { scope: 'worker' }, ({}, { onCleanup }) => {
    const phones = keptPhones()
    onCleanup(phones.remove)
    return phones
  })
  /** Devices that remember, each with what its folder holds: close one and open it again. */
  .extend('openProfile', async ({ origin }, { onCleanup }) => {
    const ends: (() => Promise<void>)[] = []
    onCleanup(async () => {
      await Promise.all(ends.map((end) => end()))
    })
    return (profile: string): OpenDevice => {
      const { open, closeAll } = deviceOpener(null, { origin, profile })
      ends.push(() => closeAll().finally(() => removeFolder(profile)))
      return open
    }
  })
  /** One that has never seen the app, as a phone with the app on its home screen later on. */
  .extend('openInstalled', async ({ openProfile }): Promise<OpenDevice> => openProfile(await temporaryFolder()))
  /**
   * The phone of a member who has opened the app before: with its worker, and all it stores for use without a
   * connection. The next person to use it logs in again.
   */
  .extend(
    'phoneOf',
    ({ origin, keptPhones, openProfile }) =>
      async (member: UserName): Promise<OpenDevice> =>
        openProfile(await keptPhones.copy(origin, member)),
  )

/** The same with a league of the file's own, for other settings, another season or another build. */
export const testOn = (start: () => Promise<LeagueCopy>) =>
  test
    .extend('ownLeague', { scope: 'file' }, async ({}, { onCleanup }): Promise<LeagueServer> => {
      const league = await start()
      onCleanup(league.end)
      return league
    })
    .extend('league', ({ ownLeague }) => ownLeague)

/** The walks of the quick suite: on one server for all of them, each as a different member. */
export const walk = test.extend('origin', () => originNoted(inject('walksServer')))
