import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { installed, logIn } from '../support/member.ts'
import { ownForward } from '../support/players.ts'
import { FIGURES_AGE } from '../support/screens.ts'

const cell = (page: Page, table: string, at: number) =>
  page.getByRole('table', { name: table }).getByRole('cell').nth(at)
const STATUS = 3

describe('the player page', () => {
  test('scratches an own player after asking, and says from when to dress again; offline it shows them and sends nothing', async ({
    device,
  }) => {
    const { page } = device
    await logIn(page, 'salvatore')
    await installed(page)
    const id = await ownForward(page)
    await page.goto(`/players/${id}`)
    const name = await cell(page, 'Statistics', 0).innerText()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    expect(await cell(page, 'Roster', STATUS).innerText()).toBe('Dressed')

    await page.getByRole('button', { name: 'Scratch' }).click()
    const question = page.getByRole('alertdialog', { name: `Scratch ${name}?` })
    await question.getByText(`${name} can't be dressed again until`).waitFor()
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
    await again.getByText(FIGURES_AGE).waitFor()
    await again.getByRole('img', { name: /games played/ }).waitFor()
    await again.getByRole('button', { name: 'Dress' }).press('Enter')
    await again.getByText('You are offline. Nothing was changed: try again when the connection is back.').waitFor()
  })
})
