import { type Page, request } from 'playwright-core'
import { Value } from 'typebox/value'
import { describe, expect, onTestFinished } from 'vitest'
import { getTeam, type TeamNames } from '#contract/stats'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { test } from '../support/app-test.ts'
import { enter, logIn } from '../support/member.ts'
import { overflowOf } from '../support/screens.ts'

const ownTeamOf = async (page: Page): Promise<string> => {
  const user: unknown = await answerOf(page, getUser.path)
  return `/teams/${Value.Parse(getUser.answer, user).teamId}`
}

const currentPlayers = (page: Page) => page.getByRole('table', { name: 'Current Players' })
const moves = (page: Page) => currentPlayers(page).getByRole('button', { name: /^(Scratch|Dress) (?!Points)/ })

/** Where the first row begins, and how many are whole above whatever lies at the bottom. */
const rowsInSight = (page: Page) =>
  currentPlayers(page).evaluate((table) => {
    const rows = [...table.querySelectorAll('.table-body > [role=row]')].map((row) => row.getBoundingClientRect())
    const middle = window.innerWidth / 2
    let bottom = window.innerHeight
    while (bottom > 0 && !document.elementFromPoint(middle, bottom - 1)?.closest('main')) bottom -= 1
    return { first: rows[0]?.top ?? 0, whole: rows.filter((row) => row.bottom <= bottom).length }
  })

/** As wide as 31 characters get, in one word. */
const WIDE = 'W'.repeat(31)

const rename = async (origin: string, team: string, { name, shortName }: TeamNames) => {
  const visitor = await request.newContext({ baseURL: origin, extraHTTPHeaders: { 'x-requested-with': 'hockey-pool' } })
  await enter(visitor, 'gottfried')
  await visitor.patch(`/api/v1/stats${team}`, { data: { name, shortName }, failOnStatusCode: true })
  await visitor.dispose()
}

describe("the member's team on a phone", () => {
  test('is renamed, fits with the longest name, and the browser asks before unsaved changes are lost', async ({
    tab: { page },
    league,
  }) => {
    await logIn(page, 'gottfried', '/team-settings')
    const team = await ownTeamOf(page)
    const before = Value.Parse(getTeam.answer, await answerOf(page, `/api/v1/stats${team}`))
    // Other tests read the names of all teams.
    onTestFinished(() => rename(league.origin, team, before))
    const name = page.getByRole('textbox', { name: 'Team Name' })
    await name.fill(`${WIDE}WWW`)
    expect(await name.inputValue()).toBe(WIDE)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Team settings updated successfully!').waitFor()
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)

    await name.fill('Not Yet')
    const asked = page.waitForEvent('dialog')
    // Refused, the page never loads: there is nothing to wait for.
    const reload = page.reload({ timeout: 1_000 }).catch(() => null)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await reload
    expect(await name.inputValue()).toBe('Not Yet')
    await page.getByRole('link', { name: 'My Team' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()

    await page.getByRole('heading', { level: 1, name: WIDE }).waitFor()
    await expect.poll(() => moves(page).count()).toBeGreaterThan(15)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    const refresh = await page.getByRole('button', { name: 'Refresh' }).boundingBox()
    expect((refresh?.x ?? 390) + (refresh?.width ?? 0)).toBeLessThanOrEqual(390)
  })

  test('shows its players at once, with their buttons in sight, and its columns go only where a text would be cut', async ({
    tab: { page },
  }) => {
    await logIn(page, 'wilma', '/teams/mine')
    await expect.poll(() => moves(page).count()).toBeGreaterThan(15)
    for (const { width, height, least } of [
      { width: 320, height: 740, least: 0 },
      { width: 360, height: 740, least: 4 },
      { width: 390, height: 844, least: 6 },
    ]) {
      await page.setViewportSize({ width, height })
      await page.waitForFunction((px) => window.innerWidth === px, width)
      await expect.poll(() => currentPlayers(page).getAttribute('data-narrow')).toBe(null)
      const edges = await moves(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
      expect(Math.max(...edges)).toBeLessThanOrEqual(width)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      if (least === 0) continue
      const { first, whole } = await rowsInSight(page)
      expect(first).toBeLessThanOrEqual(440)
      expect(whole).toBeGreaterThanOrEqual(least)
    }

    // All chips are in one row that is scrolled, and as high as a thumb needs.
    const chips = page.getByRole('group', { name: 'Show' })
    const heights = await chips
      .getByRole('button')
      .evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().height))
    expect(heights).toEqual([44, 44, 44, 44, 44])
    expect((await chips.boundingBox())?.height).toBe(44)

    // The line opens into the whole row.
    const summary = page.getByRole('table', { name: 'Team Summary' })
    const line = page.getByRole('button', { name: /^\d+(st|nd|rd|th) · \d+/ })
    expect(await summary.isVisible()).toBe(false)
    await line.click()
    expect(await summary.getByRole('cell').count()).toBe(9)
    expect(await summary.isVisible()).toBe(true)
    await line.click()
    expect(await summary.isVisible()).toBe(false)

    // Words that grow in a row of the same size: some 260 px, for which the buttons leave room and the names do not.
    const boughtAt = currentPlayers(page).getByRole('row').nth(1).getByRole('cell').nth(-4)
    await boughtAt.evaluate((cell) => {
      cell.style.whiteSpace = 'nowrap'
      cell.textContent = 'the twenty-fourth of November, at noon'
    })
    await expect.poll(() => currentPlayers(page).getAttribute('data-narrow')).toBe('start')
  })
})
