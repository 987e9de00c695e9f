import { describe, expect } from 'vitest'
import { readingTest as test } from '../support/app-test.ts'
import { DESKTOP, PHONE, TABLET } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { columnTexts, standingsTable, teamRows, teamsOfServer } from '../support/standings.ts'

const sorted = (texts: string[], compare: (a: string, b: string) => number) => [...texts].sort(compare)
const downward = (a: string, b: string) => Number(b) - Number(a)
const alphabetically = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' })

const hundredths = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100)
/** 1 for the best; equal totals share a place. */
const placeIn = (totals: readonly number[], index: number) =>
  1 + totals.filter((each) => each > (totals[index] ?? 0)).length

/** Of the one who is called member. */
const OWN_TEAM = 3

describe('standings', () => {
  test("show every team's figures as the server tells them, best team first, to be read and tapped", async ({
    tab: { page },
  }) => {
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    const teams = (await teamsOfServer(page)).sort((a, b) => (b.totalScore ?? 0) - (a.totalScore ?? 0))
    expect(teams).toHaveLength(12)
    const names = await columnTexts(page, 'Team')
    expect(names.map((text) => text.split('\n')[0])).toEqual(teams.map(({ name }) => name))
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

    for (const viewport of [PHONE, TABLET, DESKTOP]) {
      await page.setViewportSize(viewport)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${viewport.width} pixels`).toBeLessThanOrEqual(0)
    }
  })

  test("are summed up in a line of the member's home, whose dots stand between its parts only", async ({
    tab: { page },
  }) => {
    await page.route('**/api/v1/stats/teams', async (route) => {
      const response = await route.fetch()
      const json: { id: number }[] = await response.json()
      // Two share a place, and all have four figures.
      const long = json.map((team, index) => ({
        ...team,
        totalScore: team.id === OWN_TEAM || index === 0 ? 1234 : 2345,
        scoreDiffPrevious: 112,
      }))
      await route.fulfill({ response, json: long })
    })
    await logIn(page, 'member', '/')
    const line = page.locator('.my-line-figures')
    await expect.poll(() => line.innerText()).toMatch(/shared/)
    // Where the line breaks is the font's affair. The first frame's gives way to the app's while one looks.
    const dots = () =>
      line.locator('.my-line-part').evaluateAll((parts) => {
        const edge = document.querySelector('.my-line')?.getBoundingClientRect().left ?? 0
        const leftOf = (part: Element | undefined) => part?.getBoundingClientRect().left ?? 0
        return parts.slice(1).map((part, index) => {
          const beginsALine = leftOf(part) <= leftOf(parts[index])
          const isCutOff = (part.querySelector('.my-line-dot')?.getBoundingClientRect().right ?? 0) <= edge
          return beginsALine === isCutOff ? (isCutOff ? 'cut off' : 'shown') : 'wrong'
        })
      })
    await expect.poll(async () => (await dots()).toSorted()).toEqual(['cut off', 'shown', 'shown'])
  })

  test('sort by a tap on a header, say so, and keep it in the address over a reload', async ({ tab: { page } }) => {
    await logIn(page, 'member')
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

    const nonsense = [
      '?standings_sort=salary',
      '?standings_dir=sideways',
      '?standings_sort=&standings_dir=',
      '?standings_sort[]=1',
    ]
    for (const search of nonsense) {
      await page.goto(`/standings${search}`)
      await standingsTable(page).waitFor()
      const totals = await columnTexts(page, 'Total')
      expect(totals, search).toHaveLength(12)
      expect(totals, search).toEqual(sorted(totals, downward))
      const total = standingsTable(page).getByRole('columnheader', { name: 'Total' })
      expect(await total.getAttribute('aria-sort'), search).toBe('descending')
    }
  })
})
