import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { overflowOf } from '../support/screens.ts'

/** The rules lead to each of these. */
const lists = ['Trades', 'Roster Changes', 'Draft Picks'] as const

/** What a member reads in a table, headings first. */
const tableTexts = async (page: Page, name: string): Promise<string[]> => {
  const table = page.getByRole('table', { name })
  await table.getByRole('rowheader').first().waitFor()
  return table.getByRole('row').allTextContents()
}

const rulesDates = async (page: Page): Promise<string[]> => {
  const dates = page.getByRole('region', { name: "This season's dates" }).getByRole('definition')
  await dates.first().waitFor()
  return dates.allTextContents()
}

const readAll = async (page: Page) => {
  await page.goto('/nhl-standings')
  const read: Record<string, string[]> = { 'Wild Card': await tableTexts(page, 'Eastern Wild Card') }
  await page.goto('/rules')
  read.dates = await rulesDates(page)
  for (const name of lists) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    read[name] = await tableTexts(page, name)
    await page.goBack()
    await rulesDates(page)
  }
  return read
}

describe('the lists of the season', () => {
  test('are long, fit the phone, lead on, and are all there without a network', async ({ phoneOf }) => {
    const open = await phoneOf('member')
    const { page, context, expectProblems } = await open()
    expectProblems(NETWORK_LOST)
    await logIn(page, 'member', '/rules')
    // A kept phone shows what it has until the answers of a league that has moved on arrive.
    await readAll(page)
    await page.waitForLoadState('networkidle')
    const online = await readAll(page)
    expect(online.Trades?.length).toBeGreaterThan(20)
    expect(online['Draft Picks']?.length).toBeGreaterThan(200)
    expect(online.dates).toHaveLength(4)

    await page.getByRole('link', { name: 'Draft order' }).click()
    expect(new URL(page.url()).hash).toBe('#order')
    const heading = page.getByRole('heading', { name: 'Draft order' })
    // Below the bar, and not under it.
    await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThan(56)
    expect((await heading.boundingBox())?.y).toBeLessThan(300)
    expect(await overflowOf(page)).toBe(0)

    await context.setOffline(true)
    expect(await readAll(page)).toEqual(online)
  })
})
