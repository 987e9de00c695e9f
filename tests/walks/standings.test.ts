import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { getTeams } from '#contract/stats'
import { walk } from '../support/app-test.ts'
import { DESKTOP, PHONE, TABLET } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { overflowOf } from '../support/screens.ts'
import { columnTexts, standingsTable, teamRows } from '../support/standings.ts'

const sorted = (texts: string[], compare: (a: string, b: string) => number) => [...texts].sort(compare)
const downward = (a: string, b: string) => Number(b) - Number(a)
const alphabetically = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' })

const hundredths = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100)
/** 1 for the best; equal totals share a place. */
const placeIn = (totals: readonly number[], index: number) =>
  1 + totals.filter((each) => each > (totals[index] ?? 0)).length

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
    // With the places that the last update brought, which the demo has on some days.
    const totals = teams.map(({ totalScore }) => totalScore ?? 0)
    const before = teams.map(
      ({ totalScore, scoreDiffPrevious }) => hundredths(totalScore) - hundredths(scoreDiffPrevious),
    )
    const placesWon = teams.map((_, index) => placeIn(before, index) - placeIn(totals, index))
    const shown = placesWon.map((won, index) => {
      const rank = String(teams[index]?.ranking)
      return won === 0
        ? [rank]
        : [rank, `${won > 0 ? '▲' : '▼'}${Math.abs(won)}`, `, ${won > 0 ? 'up' : 'down'} ${Math.abs(won)}`]
    })
    expect((await columnTexts(page, 'Rank')).map((text) => text.split('\n'))).toEqual(shown)
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
    expect(names).toEqual(sorted(names, alphabetically))

    await header.getByRole('button').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?standings_sort=name&standings_dir=desc')
    expect(await header.getAttribute('aria-sort')).toBe('descending')
    expect(await columnTexts(page, 'Short Name')).toEqual([...ascending].reverse())

    // Numbers begin with the highest.
    await standingsTable(page).getByRole('columnheader', { name: 'Cash' }).getByRole('button').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?standings_sort=cash&standings_dir=desc')
    const cash = await columnTexts(page, 'Cash')
    expect(cash).toEqual(sorted(cash, downward))

    const best = teamRows(page).first().getByRole('link')
    const name = await best.innerText()
    await best.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('table', { name: 'Current Players' }).getByRole('rowheader').first().waitFor()
  },
)
