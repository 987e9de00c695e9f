import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { CHART } from '#contract/limits'
import type { RosterItem } from '#contract/roster'
import type { User } from '#contract/user'
import { test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'

/** One of the member's forwards who plays: he can be scratched whatever else is on the roster. */
const ownForward = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const ask = async (path: string) => (await fetch(`/api/v1${path}`)).json()
    const { teamId }: User = await ask('/user')
    const roster: RosterItem[] = await ask(`/roster/teams/${teamId}/players?current=true`)
    const found = roster.find(({ player, rosterEntry }) => player.position === 'C' && !rosterEntry.scratched)
    if (!found) throw new Error('The team has no centre who plays.')
    return found.player.id
  })

const cell = (page: Page, table: string, at: number) =>
  page.getByRole('table', { name: table }).getByRole('cell').nth(at)
const STATUS = 3

describe('the player page', () => {
  test('scratches an own player after asking, and says from when to dress again; offline it shows them and sends nothing', async ({
    device,
  }) => {
    const { page } = device
    await logIn(page, 'member')
    await installed(page)
    const id = await ownForward(page)
    await page.goto(`/players/${id}`)
    const name = await cell(page, 'Statistics', 0).innerText()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    expect(await cell(page, 'Roster', STATUS).innerText()).toBe('Dressed')

    await page.getByRole('button', { name: 'Scratch' }).click()
    const question = page.getByRole('alertdialog', { name: `Scratch ${name}?` })
    await question.getByText(`${name} cannot be dressed again before`).waitFor()
    await question.getByRole('button', { name: 'Scratch', exact: true }).click()
    await page.getByText(`${name} is scratched.`).waitFor()
    expect(await cell(page, 'Roster', STATUS).innerText()).toBe('Scratched')
    await page.getByText(/^Can be dressed from /).waitFor()
    expect(await page.getByRole('button', { name: 'Dress' }).getAttribute('aria-disabled')).toBe('true')
    await page.reload()
    await expect.poll(() => cell(page, 'Roster', STATUS).innerText()).toBe('Scratched')
    await page.getByRole('table', { name: 'Previous seasons' }).waitFor()

    device.expectProblems(NETWORK_LOST)
    await device.context.setOffline(true)
    const again = await device.relaunch(`/players/${id}`)
    await again.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await expect.poll(() => cell(again, 'Roster', STATUS).innerText()).toBe('Scratched')
    await again.getByText(/figures as of \d\d:\d\d/).waitFor()
    await again.getByRole('img', { name: /games played/ }).waitFor()
    await again.getByRole('button', { name: 'Dress' }).press('Enter')
    await again.getByText('You are offline. Nothing was changed: try again when the connection is back.').waitFor()
  })

  test('shows the season as a chart of its height on any screen, read with the keys, and as a table', async ({
    openTab,
  }) => {
    const { page } = await openTab({ viewport: { width: 320, height: 640 } })
    await logIn(page, 'member')
    await page.goto(`/players/${await ownForward(page)}`)
    const chart = page.getByRole('img', { name: /games played/ })
    await chart.waitFor()
    const days = page.getByRole('slider', { name: 'Game day' })
    for (const viewport of [null, DESKTOP]) {
      if (viewport) await page.setViewportSize(viewport)
      const width = async () => (await chart.boundingBox())?.width ?? 0
      await expect.poll(width).toBeGreaterThan(viewport ? 700 : 250)
      expect((await chart.boundingBox())?.height).toBe(CHART.heightPx)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
    const last = await days.getAttribute('aria-valuetext')
    await days.press('ArrowLeft')
    expect(await days.getAttribute('aria-valuetext')).not.toBe(last)
    const games = await chart.locator('[data-testid^="bar.item"]').count()
    expect(games).toBeGreaterThan(20)
    await page.getByRole('button', { name: 'Show as table' }).click()
    expect(await page.getByRole('table', { name: 'Season by game day' }).getByRole('row').count()).toBe(games + 1)
  })
})
