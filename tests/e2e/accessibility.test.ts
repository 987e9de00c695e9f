import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST, PHONE } from '../support/browser.ts'
import { installed, logIn, loginLink } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'

const violations = async (page: Page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

describe.for(['light', 'dark'] as const)('an accessibility scan in the %s theme finds nothing', (colorScheme) => {
  test('on the pages of a visitor', async ({ open }) => {
    const { page, expectProblems } = await open({ colorScheme })
    await page.goto('/')
    await page.getByText('Click top right corner to log in.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto('/standings')
    await loginLink(page).waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto('/auth/login')
    expect(await violations(page)).toEqual([])
    expectProblems(/status of 400/)
    await page.goto('/auth/callback?state=forged')
    expect(await violations(page)).toEqual([])
  })

  test.for([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const)('on the pages of a member, on a %s', async ([, viewport], { open }) => {
    const { page } = await open({ colorScheme, viewport })
    await logIn(page, 'admin')
    await standingsTable(page).waitFor()
    expect(await violations(page)).toEqual([])
    const menu = page.getByRole('button', { name: 'Menu' })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('button', { name: 'Management' }).click()
    expect(await violations(page)).toEqual([])
    for (const path of ['/rules', '/teams/1', '/no/such/page']) {
      await page.goto(path)
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      expect(await violations(page)).toEqual([])
    }
  })

  test('on standings without a network', async ({ open }) => {
    const device = await open({ colorScheme })
    device.expectProblems(NETWORK_LOST)
    await logIn(device.page, 'member')
    await standingsTable(device.page).waitFor()
    await installed(device.page)
    await device.context.setOffline(true)
    const page = await device.relaunch('/standings')
    await page
      .getByText(/as of \d\d:\d\d/)
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
  })
})
