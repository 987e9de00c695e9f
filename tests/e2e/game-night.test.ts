import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testOn } from '../support/app-test.ts'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { startLeagueServer } from '../support/league-server.ts'
import { logIn } from '../support/member.ts'

// npm start -- --scenario game-night, in fast motion: the real server, its simulated NHL, and the built app on a phone.

const test = testOn(async () => {
  const dataDir = await temporaryFolder()
  const server = await startLeagueServer({ dataDir, args: ['--scenario', 'game-night', '--pace', '60'] })
  return {
    ...server,
    async end() {
      await server.stop()
      await removeFolder(dataDir)
    },
  }
})

const clocks = (page: Page) => page.locator('.game-about > .loss').allTextContents()

test('a game night begins with six games under way, whose clocks move by themselves', async ({ tab: { page } }) => {
  await logIn(page, 'member', '/tonight')
  await page.getByRole('heading', { name: 'Games' }).waitFor()
  await expect.poll(async () => (await clocks(page)).length, { timeout: 45_000 }).toBeGreaterThanOrEqual(6)
  const before = await clocks(page)
  await page
    .getByText(/tonight · .* if it ended now/)
    .first()
    .waitFor()
  await expect.poll(() => clocks(page), { timeout: 45_000 }).not.toEqual(before)
})
