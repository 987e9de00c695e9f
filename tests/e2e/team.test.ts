import { type Page, request } from 'playwright-core'
import { Value } from 'typebox/value'
import { describe, expect, onTestFinished } from 'vitest'
import { getTeam, type TeamNames } from '#contract/stats'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { enter, installed, logIn } from '../support/member.ts'
import { FIGURES_AGE } from '../support/screens.ts'

const ownTeamOf = async (page: Page): Promise<string> => {
  const user: unknown = await answerOf(page, getUser.path)
  return `/teams/${Value.Parse(getUser.answer, user).teamId}`
}

const currentPlayers = (page: Page) => page.getByRole('table', { name: 'Current Players' })
const moves = (page: Page) => currentPlayers(page).getByRole('button', { name: /^(Scratch|Dress) (?!Points)/ })
const nextMoves = (page: Page) => moves(page).count()

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

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
  test('is renamed once, asks before unsaved changes are lost, and is there without a signal', async ({
    device,
    league,
  }) => {
    device.expectProblems(NETWORK_LOST)
    await logIn(device.page, 'gottfried', '/team-settings')
    let page = device.page
    const team = await ownTeamOf(page)
    const before = Value.Parse(getTeam.answer, await answerOf(page, `/api/v1/stats${team}`))
    // Other tests read the names of all teams.
    onTestFinished(() => rename(league.origin, team, before))
    const saves: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && saves.push(request.url()))

    // A double click sends once.
    const name = page.getByRole('textbox', { name: 'Team Name' })
    await name.fill(`${WIDE}WWW`)
    expect(await name.inputValue()).toBe(WIDE)
    await page.getByRole('button', { name: 'Save' }).dblclick()
    await page.getByText('Team settings updated successfully!').waitFor()
    expect(saves).toHaveLength(1)
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    // Leaving asks: within the app with our dialog, out of it with the browser's.
    await name.fill('Not Yet')
    await page.getByRole('link', { name: 'Hockey Pool' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    const asked = page.waitForEvent('dialog')
    // Refused, the page never loads: there is nothing to wait for.
    const reload = page.reload({ timeout: 1_000 }).catch(() => null)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await reload
    expect(await name.inputValue()).toBe('Not Yet')
    await page.getByRole('link', { name: 'Hockey Pool' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL((url) => url.pathname === '/')

    await page.goto(team)
    await page.getByRole('heading', { level: 1, name: WIDE }).waitFor()
    await expect.poll(() => nextMoves(page)).toBeGreaterThan(15)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const refresh = await page.getByRole('button', { name: 'Refresh' }).boundingBox()
    expect((refresh?.x ?? 390) + (refresh?.width ?? 0)).toBeLessThanOrEqual(390)

    await installed(page)
    await page.reload()
    await currentPlayers(page).waitFor()
    await device.context.setOffline(true)
    page = await device.relaunch(team)
    await page.getByRole('heading', { level: 1, name: WIDE }).waitFor()
    await expect.poll(() => nextMoves(page)).toBeGreaterThan(15)
    expect(await page.title()).toBe(`${WIDE} · Hockey Pool`)
    await moves(page).first().press('Enter')
    await page.getByText('You are offline. Nothing was changed: try again when the connection is back.').waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.getByText(FIGURES_AGE).waitFor()
  })

  test.for([
    { width: 390, height: 844, least: 6 },
    { width: 360, height: 740, least: 4 },
  ])('shows its players at once at $width x $height', async ({ width, height, least }, { openTab }) => {
    const { page } = await openTab({ viewport: { width, height } })
    await logIn(page, 'wilma', '/')
    await page.goto(await ownTeamOf(page))
    await expect.poll(() => nextMoves(page)).toBeGreaterThan(15)
    const { first, whole } = await rowsInSight(page)
    expect(first).toBeLessThanOrEqual(440)
    expect(whole).toBeGreaterThanOrEqual(least)

    // All chips are in one row that is scrolled, and as high as a thumb needs.
    const chips = page.getByRole('group', { name: 'Show' })
    const heights = await chips
      .getByRole('button')
      .evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().height))
    expect(heights).toEqual([44, 44, 44, 44, 44])
    expect((await chips.boundingBox())?.height).toBe(44)
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    // The line opens into the whole row.
    const summary = page.getByRole('table', { name: 'Team Summary' })
    const line = page.getByRole('button', { name: /^\d+(st|nd|rd|th) · \d+/ })
    expect(await summary.isVisible()).toBe(false)
    await line.click()
    expect(await summary.getByRole('cell').count()).toBe(9)
    expect(await summary.isVisible()).toBe(true)
    await line.click()
    expect(await summary.isVisible()).toBe(false)
  })
})
