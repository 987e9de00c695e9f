import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { DESKTOP } from '../support/browser.ts'
import { logIn, loginLink } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

const lightness = (page: Page) =>
  page.evaluate(() => {
    const numbers =
      getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? []
    return Math.round(((numbers[0] ?? 0) + (numbers[1] ?? 0) + (numbers[2] ?? 0)) / 3)
  })

describe('light and dark', () => {
  test('follow the system, also while the app is open', async ({ openTab }) => {
    const { page } = await openTab({ colorScheme: 'dark' })
    await page.goto('/')
    await loginLink(page).waitFor()
    expect(await lightness(page)).toBeLessThan(80)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => lightness(page)).toBeGreaterThan(180)
  })

  test('with more contrast what is muted is written as the rest, and lines are as dark as words', async ({
    openTab,
  }) => {
    const { page } = await openTab({ colorScheme: 'light' })
    await logIn(page, 'member')
    await page.locator('.tab:not([aria-current])').first().waitFor()
    const colours = () =>
      page.evaluate(() => {
        const tab = document.querySelector('.tab:not([aria-current])')
        const { color, borderTopColor } = getComputedStyle(document.querySelector('.tabs') ?? document.body)
        return { words: color, muted: tab && getComputedStyle(tab).color, line: borderTopColor }
      })
    const usual = await colours()
    expect(new Set(Object.values(usual)).size).toBe(3)
    await page.emulateMedia({ contrast: 'more' })
    const clear = await colours()
    expect(clear.words).toBe(usual.words)
    expect(clear.muted).toBe(usual.words)
    expect(clear.line).not.toBe(usual.line)
  })

  test('change controls at once, and questions open at once, for those who want things still', async ({ openTab }) => {
    const { page } = await openTab()
    await logIn(page, 'admin', '/league/message')
    const question = page.getByRole('alertdialog')
    const cancel = question.getByRole('button', { name: 'Cancel' })
    await page.getByRole('textbox', { name: 'Message' }).fill('The draft is on Friday.')
    await page.getByRole('button', { name: 'Send to everyone' }).click()
    await cancel.waitFor()
    const durations = async () => [
      await cancel.evaluate((button) => getComputedStyle(button).transitionDuration),
      await question.evaluate((dialog) => getComputedStyle(dialog).animationDuration),
    ]
    expect(await durations()).not.toContain('0s')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await durations()).toEqual(['0s', '0s'])
  })

  test('can be chosen in the user menu, which the next launch remembers', async ({ openTab }) => {
    const { page } = await openTab({ colorScheme: 'light', viewport: DESKTOP })
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    await page.getByRole('button', { name: 'member' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(() => lightness(page)).toBeLessThan(80)
    await page.reload()
    await standingsTable(page).waitFor()
    expect(await lightness(page)).toBeLessThan(80)
  })
})
