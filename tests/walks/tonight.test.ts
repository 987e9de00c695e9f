import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { CHART } from '#contract/limits'
import type { RosterItem } from '#contract/roster'
import type { User } from '#contract/user'
import { walk } from '../support/app-test.ts'
import { DESKTOP } from '../support/browser.ts'
import { goalByAnn } from '../support/night.ts'
import { overflowOf } from '../support/screens.ts'
import { watchNight } from '../support/watched-night.ts'

/** One of the team's forwards who plays. */
const ownForward = (page: Page): Promise<number | undefined> =>
  page.evaluate(async () => {
    const ask = async (path: string) => (await fetch(`/api/v1${path}`)).json()
    const { teamId }: User = await ask('/user')
    const roster: RosterItem[] = await ask(`/roster/teams/${teamId}/players?current=true`)
    return roster.find(({ player, rosterEntry }) => player.position === 'C' && !rosterEntry.scratched)?.player.id
  })

walk("tonight's goals come by themselves and lead to the players, each with a season", async ({ openTab }) => {
  const { page, expectProblems } = await openTab({ viewport: { width: 320, height: 640 } })
  // The players of that night are made up.
  expectProblems(/\/players\/11\b.*status of 404/)
  await page.clock.install()
  const state = await watchNight(page)
  state.night = goalByAnn()
  await page.clock.fastForward('00:20')
  await expect.poll(() => page.locator('.my-line-figures').innerText()).toMatch(/^\+20 tonight/)
  expect(await page.getByRole('main').getByRole('status').innerText()).toBe(
    'TOR 3, BOS 2: goal by Ann Ahl, assist by Bo Berg, +3 for your team.',
  )
  await page.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: 'Games' })
    .getByRole('link', { name: /^Ann Ahl/ })
    .waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/players/11')

  await page.goto(`/players/${await ownForward(page)}`)
  const chart = page.getByRole('img', { name: /games played/ })
  await chart.waitFor()
  const days = page.getByRole('slider', { name: 'Game day' })
  for (const viewport of [null, DESKTOP]) {
    if (viewport) await page.setViewportSize(viewport)
    const width = async () => (await chart.boundingBox())?.width ?? 0
    await expect.poll(width).toBeGreaterThan(viewport ? 700 : 250)
    expect((await chart.boundingBox())?.height).toBe(CHART.heightPx)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  }
  const last = await days.getAttribute('aria-valuetext')
  await days.press('ArrowLeft')
  expect(await days.getAttribute('aria-valuetext')).not.toBe(last)
  const games = await chart.locator('[data-testid^="bar.item"]').count()
  expect(games).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Show as table' }).click()
  expect(await page.getByRole('table', { name: 'Season by game day' }).getByRole('row').count()).toBe(games + 1)
})
