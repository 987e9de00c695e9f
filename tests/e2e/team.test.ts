import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { getTeamPlayers } from '#contract/roster'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'

const ownTeamOf = async (page: Page): Promise<string> => {
  const user: unknown = await answerOf(page, getUser.path)
  return `/teams/${Value.Parse(getUser.answer, user).teamId}`
}

const currentPlayers = (page: Page) => page.getByRole('table', { name: 'Current Players' })
const moves = (page: Page) => currentPlayers(page).getByRole('button', { name: /^(Scratch|Dress) (?!Points)/ })
const nextMoves = (page: Page) => moves(page).count()

const rosterOf = async (page: Page, team: string) =>
  Value.Parse(getTeamPlayers.answer, await answerOf(page, `/api/v1/roster${team}/players?current=true`))

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** As wide as 31 characters get, in one word. */
const WIDE = 'W'.repeat(31)

describe('the own team on a phone', () => {
  test('scratches one player and dresses another with three taps and one request, and Escape changes nothing', async ({
    openTab,
  }) => {
    const { page } = await openTab({ hasTouch: true })
    await logIn(page, 'admin')
    const team = await ownTeamOf(page)
    const before = await rosterOf(page, team)
    const out = before.find(({ player, rosterEntry }) => player.position === 'C' && !rosterEntry.scratched)?.player
    if (!out) throw new Error('The team has no centre who plays.')
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && changes.push(new URL(request.url()).pathname))
    await page.goto(team)

    const scratch = page.getByRole('button', { name: `Scratch ${out.name}`, exact: true })
    const size = await scratch.boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
    // In sight without moving the table.
    expect((size?.x ?? 390) + (size?.width ?? 0)).toBeLessThanOrEqual(390)
    await scratch.tap()
    const question = page.getByRole('alertdialog', { name: `Scratch ${out.name}?` })
    await question.getByText(/cannot be dressed again before/).waitFor()
    const choice = question.getByRole('radio').nth(1)
    const comes = (await choice.locator('xpath=..').locator('span').first().innerText()).trim()
    await choice.tap()
    await question.getByRole('button', { name: 'Scratch and dress' }).tap()

    const back = page.getByRole('button', { name: `Dress ${out.name}`, exact: true })
    await back.waitFor()
    const scratchOther = page.getByRole('button', { name: `Scratch ${comes}`, exact: true })
    await scratchOther.waitFor()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await back.getAttribute('aria-disabled')).toBe('true')
    expect(changes).toEqual([`/api/v1/roster${team}/lineup`])
    const after = await rosterOf(page, team)
    const stateOf = (name: string) => after.find(({ player }) => player.name === name)?.rosterEntry.scratched
    expect([stateOf(out.name), stateOf(comes)]).toEqual([true, false])

    // Escape leaves everything as it was, and the focus where it was.
    await scratchOther.press('Enter')
    const other = page.getByRole('alertdialog', { name: `Scratch ${comes}?` })
    await other.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => scratchOther.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(changes).toHaveLength(1)
  })

  test('is renamed once, asks before unsaved changes are lost, and is there without a signal', async ({
    openInstalled,
  }) => {
    const device = await openInstalled()
    device.expectProblems(NETWORK_LOST)
    await logIn(device.page, 'member', '/team-settings')
    let page = device.page
    const team = await ownTeamOf(page)
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
    await page.getByText(/figures as of \d\d:\d\d/).waitFor()
  })
})
