import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { logIn } from '../support/member.ts'

const lightness = (page: Page) =>
  page.evaluate(() => {
    const numbers =
      getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? []
    return Math.round(((numbers[0] ?? 0) + (numbers[1] ?? 0) + (numbers[2] ?? 0)) / 3)
  })

test('light, dark, contrast and stillness follow the system, and a theme that is chosen is remembered', async ({
  openTab,
}) => {
  const { page } = await openTab({ colorScheme: 'dark' })
  await logIn(page, 'admin', '/league/message')
  await page.getByRole('textbox', { name: 'Message' }).fill('The draft is on Friday.')
  expect(await lightness(page)).toBeLessThan(80)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => lightness(page)).toBeGreaterThan(180)

  // With more contrast what is muted is written as the rest, and lines are as dark as words.
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
  expect(clear).toMatchObject({ words: usual.words, muted: usual.words })
  expect(clear.line).not.toBe(usual.line)

  // Controls change at once, and questions open at once, for those who want things still.
  const control = page.getByText('Send to everyone', { exact: true })
  await control.click()
  const question = page.getByRole('alertdialog')
  const cancel = question.getByRole('button', { name: 'Cancel' })
  await cancel.waitFor()
  const durations = async () => [
    await control.evaluate((button) => getComputedStyle(button).transitionDuration),
    await question.evaluate((dialog) => getComputedStyle(dialog).animationDuration),
  ]
  expect(await durations()).not.toContain('0s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await durations()).toEqual(['0s', '0s'])
  await cancel.click()
  await question.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'admin', exact: true }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(() => lightness(page)).toBeLessThan(80)
  await page.goto('/rules')
  await page.getByRole('heading', { name: 'Hockey Pool Rules' }).waitFor()
  expect(await lightness(page)).toBeLessThan(80)
})
