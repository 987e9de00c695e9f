import { cp } from 'node:fs/promises'
import { openDevice } from './browser.ts'
import { removeFolder, temporaryFolder } from './demo-league.ts'
import { installed, logIn, type UserName } from './member.ts'
import { standingsTable } from './standings.ts'
import { warmedUp } from './stored.ts'

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
export const keptPhones = () => {
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
