import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { DESKTOP } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { WALK_PROBLEMS } from '../support/screens.ts'
import { columnTexts, standingsOfApp, standingsTable, teamRows } from '../support/standings.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** What Android's way back asks of an open watcher: it has closed where the event is cancelled. */
const ASKED_TO_CLOSE = `window.CloseWatcher = class extends CloseWatcher {
  constructor() {
    super()
    addEventListener('test-back', (event) => {
      this.addEventListener('close', () => event.preventDefault())
      this.requestClose()
    })
  }
}`

describe('navigation', () => {
  test('on a phone a tab, back and forward lead to the place that was left, and a tab to the top of its page', async ({
    openTab,
  }) => {
    const { page } = await openTab({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 500 } })
    await logIn(page, 'member')
    await standingsOfApp(page).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Shortcuts' })
    const tab = (name: string) => tabs.getByRole('link', { name, exact: true })
    const place = () => page.evaluate(() => Math.round(window.scrollY))
    await teamRows(page).last().scrollIntoViewIfNeeded()
    const left = await place()
    expect(left).toBeGreaterThan(100)

    await tab('Players').tap()
    await page.getByText(/\d+ of \d+ players/).waitFor()
    await expect.poll(place).toBe(0)
    // What is written stands over the keyboard, and needs the room.
    await page.getByRole('searchbox').tap()
    await tabs.waitFor({ state: 'hidden' })
    await page.getByRole('searchbox').press('Enter')
    await tabs.waitFor()
    // A button where the tabs come back is tapped while something is written: the tap must not end on a tab.
    await page.evaluate(() => {
      const button = Object.assign(document.createElement('button'), { textContent: 'Below', id: 'below' })
      button.style.cssText = 'position:fixed;left:40%;bottom:4px;height:44px;z-index:6'
      button.addEventListener('click', () => Object.assign(button, { textContent: 'Tapped' }))
      document.body.append(button)
    })
    await page.getByRole('searchbox').tap()
    await tabs.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Below' }).tap()
    await page.getByRole('button', { name: 'Tapped' }).waitFor({ state: 'attached' })
    await tabs.waitFor()
    await page.evaluate(() => document.querySelector('#below')?.remove())

    await tab('Standings').tap()
    await standingsTable(page).waitFor()
    await expect.poll(place).toBe(left)
    expect(await tab('Standings').getAttribute('aria-current')).toBe('page')
    await tab('Standings').tap()
    await expect.poll(place).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/standings')

    await standingsTable(page).getByRole('columnheader', { name: 'Team', exact: true }).getByRole('button').tap()
    await expect.poll(() => new URL(page.url()).search).toBe('?standings_sort=name&standings_dir=asc')
    const sorted = page.url()
    const order = await columnTexts(page, 'Short Name')
    const link = teamRows(page).last().getByRole('link')
    await link.scrollIntoViewIfNeeded()
    const leftByLink = await place()
    expect(leftByLink).toBeGreaterThan(100)
    const path = (await link.getAttribute('href')) ?? ''
    await link.tap()
    await page.waitForURL(`**${path}`)
    await expect.poll(place).toBe(0)
    await page.goBack()
    await standingsTable(page).waitFor()
    expect(page.url()).toBe(sorted)
    expect(await columnTexts(page, 'Short Name')).toEqual(order)
    await expect.poll(place).toBe(leftByLink)
    await page.goForward()
    await page.waitForURL(`**${path}`)
    await expect.poll(place).toBe(0)

    await page.goto('/rules')
    await page.getByRole('link', { name: 'Draft order' }).tap()
    await expect.poll(() => new URL(page.url()).hash).toBe('#order')
    const heading = page.getByRole('heading', { name: 'Draft order' })
    const top = async () => (await heading.boundingBox())?.y ?? -1
    // Below the bar, and not under it.
    await expect.poll(top).toBeGreaterThan(56)
    expect(await top()).toBeLessThan(300)

    await page.emulateMedia({ media: 'print' })
    expect(await tabs.isVisible()).toBe(false)
  })

  test('the whole bar can be walked with the keyboard alone', async ({ openTab }) => {
    const { page } = await openTab({ viewport: DESKTOP })
    await logIn(page, 'admin')
    await standingsOfApp(page).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    const walked: string[] = []
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab')
      walked.push(await focused())
    }
    const inOrder = [
      'Hockey Pool',
      'Standings',
      'Tonight',
      'Skaters',
      'Goalies',
      'My Team',
      'All Teams',
      'Preseason',
      'Management',
      'Admin',
      'Extras',
    ]
    // Behind the bar comes the page, whose line of the night may be called as the bar's link is.
    const ofBar = walked.slice(0, walked.indexOf('Extras') + 1)
    expect(ofBar.filter((name) => inOrder.includes(name))).toEqual(inOrder)

    const extras = bar(page).getByRole('button', { name: 'Extras' })
    await extras.focus()
    await page.keyboard.press('Enter')
    expect(await extras.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await extras.getAttribute('aria-expanded')).toBe('false')
    expect(await focused()).toBe('Extras')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/nhl-standings')
  })

  test.for(['its watcher', 'the history'])(
    'back closes a sheet or a dialog by %s and keeps the page',
    async (by, { openTab }) => {
      const { page, context, expectProblems } = await openTab({ hasTouch: true, isMobile: true })
      expectProblems(WALK_PROBLEMS)
      await context.addInitScript(by === 'its watcher' ? ASKED_TO_CLOSE : 'delete window.CloseWatcher')
      const toggle = bar(page).getByRole('button', { name: 'Menu' })
      const isOpen = () => toggle.getAttribute('aria-expanded')
      const question = page.getByRole('alertdialog')
      /** As a phone does it: an open watcher gets it, or else the history. */
      const goBack = async () => {
        // Without a watcher the open sheet has an entry, as soon as its code has arrived.
        const isInFront = (await question.isVisible()) || (await isOpen()) === 'true'
        if (by === 'the history' && isInFront) await page.waitForFunction(() => 'poolSheet' in (history.state ?? {}))
        if (await page.evaluate(() => window.dispatchEvent(new Event('test-back', { cancelable: true }))))
          await page.goBack()
      }
      const path = () => new URL(page.url()).pathname
      const tab = (name: string) => page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name })
      await logIn(page, 'tuula', '/skaters')
      await page.getByRole('table', { name: 'Skaters' }).waitFor()
      await tab('Standings').tap()
      await standingsTable(page).evaluate((table) => {
        table.dataset.same = 'yes'
      })
      const same = page.locator('[data-same]')
      await toggle.tap()
      await goBack()
      await expect.poll(isOpen).toBe('false')
      expect([path(), await same.count()]).toEqual(['/standings', 1])

      // Left by a link, the sheet is not a step on the way back. Its rows are for a thumb.
      expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(56)
      await toggle.tap()
      await bar(page).getByRole('button', { name: 'Extras' }).tap()
      const rules = bar(page).getByRole('link', { name: 'Hockey Pool Rules' })
      expect((await rules.boundingBox())?.height).toBeGreaterThanOrEqual(48)
      await rules.tap()
      await page.getByRole('heading', { name: 'Hockey Pool Rules' }).waitFor()
      expect(await isOpen()).toBe('false')
      await goBack()
      await expect.poll(path).toBe('/standings')
      await standingsTable(page).waitFor()
      expect(await isOpen()).toBe('false')
      await goBack()
      await expect.poll(path).toBe('/skaters')

      await tab('My Team').tap()
      const scratch = page.getByRole('button', { name: /^Scratch (?!Points)/, disabled: false }).first()
      await scratch.tap()
      await question.waitFor()
      const { y = 0, height = 0 } = (await question.boundingBox()) ?? {}
      expect(y + height).toBe(page.viewportSize()?.height)
      const team = path()
      await goBack()
      await question.waitFor({ state: 'detached' })
      expect(path()).toBe(team)
      expect(await scratch.isVisible()).toBe(true)
      await scratch.tap()
      await question.getByRole('button', { name: 'Cancel' }).tap()
      await question.waitFor({ state: 'detached' })
      await goBack()
      await expect.poll(path).toBe('/skaters')

      // The browser has gone back by the time it is asked.
      await toggle.tap()
      await bar(page).getByRole('button', { name: 'tuula' }).tap()
      await bar(page).getByRole('link', { name: 'Team Settings' }).tap()
      await page.getByLabel('Team Name').fill('Changed')
      await page.evaluate(() => history.back())
      await question.getByRole('button', { name: 'Cancel' }).tap()
      await question.waitFor({ state: 'detached' })
      await expect.poll(path).toBe('/team-settings')
      expect(await page.getByLabel('Team Name').inputValue()).toBe('Changed')
    },
  )
})
