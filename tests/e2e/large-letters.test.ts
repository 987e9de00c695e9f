import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { brokenNames, hiddenFigures } from '../support/eye.ts'
import { logIn } from '../support/member.ts'
import { goOnTo, openNoScreen, openScreen, overflowOf, screensOf, WALK_PROBLEMS } from '../support/screens.ts'
import { standingsTable, teamRows } from '../support/standings.ts'

/** A device whose owner has set letters of 32 instead of 16 pixels in the browser's settings. */
const profileWithLargeLetters = async () => {
  const profile = await temporaryFolder()
  await mkdir(join(profile, 'Default'))
  const preferences = { webkit: { webprefs: { default_font_size: 32 } } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  onTestFinished(() => removeFolder(profile))
  return profile
}

describe('with letters twice as large on a phone', () => {
  test('every figure and every entry of the menu can be reached, and no page scrolls sideways', async ({
    openInstalled,
  }) => {
    const profile = await profileWithLargeLetters()
    const { page, context, expectProblems } = await openInstalled({ profile, serviceWorkers: 'block', whole: true })
    expectProblems(NETWORK_LOST)
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await standingsTable(page).waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')

    const tooWide: Record<string, number> = {}
    const broken: Record<string, readonly string[]> = {}
    await openNoScreen(page)
    for (const path of await screensOf(page, 1)) {
      await goOnTo(page, path)
      const overflow = await overflowOf(page)
      if (overflow > 0) tooWide[path] = overflow
      const names = [...(await brokenNames(page)), ...(await hiddenFigures(page))]
      if (names.length > 0) broken[path] = names
    }
    expect([tooWide, broken]).toEqual([{}, {}])

    // Two lines of a name, each of 35 pixels, and the room around them.
    await openScreen(page, '/skaters')
    await page.getByText(/\d+ of \d+ players/).waitFor()
    const row = page.getByRole('main').getByRole('row').nth(1)
    expect((await row.boundingBox())?.height).toBeGreaterThan(72)
    await openScreen(page, '/standings')

    // The room around words grows with them.
    const roomOf = (element: Locator) => element.evaluate((each) => getComputedStyle(each).paddingInline)
    expect(await roomOf(teamRows(page).first().getByRole('rowheader'))).toBe('16px 8px')

    // A click is refused where something else lies over its target.
    await standingsTable(page).getByRole('columnheader', { name: 'Cash' }).getByRole('button').click()
    await teamRows(page).first().getByRole('cell').last().click()

    await context.setOffline(true)
    await page.getByText(/^Offline/).waitFor()
    const menu = page.getByRole('button', { name: 'Menu' })
    const box = await menu.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    await menu.click()
    expect(await roomOf(page.getByRole('button', { name: 'Extras' }))).toBe('40px')
    await page.getByRole('button', { name: 'admin', exact: true }).click()
    await page.getByText('Dark', { exact: true }).click()
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  })
})
