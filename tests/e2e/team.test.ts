import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
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
const nextMoves = (page: Page) =>
  currentPlayers(page)
    .getByText(/^may be sold (now|in \d+ (d|h|min).*|on .+)$/)
    .count()

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** As wide as 31 characters get, in one word. */
const WIDE = 'W'.repeat(31)

describe('the own team on a phone', () => {
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
    await page
      .getByText(/as of \d\d:\d\d/)
      .first()
      .waitFor()
  })
})
