import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { getTeams } from '#contract/stats'
import { walk } from '../support/app-test.ts'
import { DESKTOP, PHONE, TABLET } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { overflowOf } from '../support/screens.ts'
import { columnTexts, standingsTable, teamRows } from '../support/standings.ts'

const alphabetically = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' })

walk(
  "standings show every team's figures, sort by a tap, keep that in the address and lead to a team",
  async ({ tab: { page } }) => {
    // What the page itself has been given: other walks trade meanwhile.
    const answered = page.waitForResponse(`**${getTeams.path}`)
    await logIn(page, 'wilma')
    const teams = Value.Parse(getTeams.answer, await (await answered).json()).sort(
      (a, b) => (b.totalScore ?? 0) - (a.totalScore ?? 0),
    )
    await standingsTable(page).waitFor()
    expect(teams).toHaveLength(12)
    const inOrder = await columnTexts(page, 'Team')
    expect(inOrder.map((text) => text.split('\n')[0])).toEqual(teams.map(({ name }) => name))
    // Behind it stands on some days of the demo how many places were won or lost.
    const ranks = (await columnTexts(page, 'Rank')).map((text) => text.split('\n')[0])
    expect(ranks).toEqual(teams.map(({ ranking }) => String(ranking)))
    expect(await columnTexts(page, 'Total')).toEqual(teams.map(({ totalScore }) => (totalScore ?? 0).toFixed(0)))
    expect(await columnTexts(page, 'Cash')).toEqual(teams.map(({ cash }) => (cash ?? 0).toFixed(2)))
    expect(await columnTexts(page, 'Short Name')).toEqual(teams.map(({ shortName }) => shortName))

    await page
      .getByText(/^Statistics last updated (\d+ (minute|hour)s? ago|(today|yesterday) at \d\d:\d\d|.*\d{4}.*)$/)
      .waitFor()
    await teamRows(page).getByText('Your team').waitFor()
    expect(await teamRows(page).getByText('Your team').count()).toBe(1)

    const heights = await standingsTable(page)
      .locator('button, a')
      .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(20)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)

    for (const viewport of [TABLET, DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      expect(await overflowOf(page), `${viewport.width} pixels`).toBeLessThanOrEqual(0)
    }

    const header = standingsTable(page).getByRole('columnheader', { name: 'Team', exact: true })
    await header.getByRole('button').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?standings_sort=name&standings_dir=asc')
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    const ascending = await columnTexts(page, 'Short Name')
    await page.reload()
    await standingsTable(page).waitFor()
    expect(await columnTexts(page, 'Short Name')).toEqual(ascending)
    const names = await columnTexts(page, 'Team')
    expect(names).toEqual([...names].sort(alphabetically))

    const best = teamRows(page).first().getByRole('link')
    const name = await best.innerText()
    await best.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('table', { name: 'Current Players' }).getByRole('rowheader').first().waitFor()
  },
)
