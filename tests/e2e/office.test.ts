// biome-ignore-all lint/correctness/noEmptyPattern: vitest reads which fixtures are needed from the pattern

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { test as base } from '../support/app-test.ts'
import { startLeagueCopy } from '../support/demo-league.ts'
import { type LeagueServer, projectRoot } from '../support/league-server.ts'
import { addAuthenticator } from '../support/passkeys.ts'
import { overflowOf } from '../support/screens.ts'

const test = base.extend('ownLeague', { scope: 'file' }, async ({}, { onCleanup }): Promise<LeagueServer> => {
  const league = await startLeagueCopy(inject('demoLeague'), { env: { LOGIN: 'accounts' } })
  onCleanup(league.end)
  return league
})

/** The admin's own way in; everybody else's comes from the office. */
async function firstLink({ dataDir }: LeagueServer): Promise<string> {
  const command = [join(projectRoot, 'dist/server/admin/cli/league.js'), 'invite', 'admin']
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return /http:\S+\/idp\/invitation\/\S+/.exec(stdout)?.[0] ?? ''
}

test('an admin invites a member in seven taps on a phone, and the member is in', async ({ openTab, league }) => {
  const { page, context } = await openTab()
  await addAuthenticator(context, page)
  await page.goto(await firstLink(league))
  await page.getByRole('button', { name: 'Create a passkey on this device' }).click()
  await page.waitForURL(/\/teams\/\d+$/)

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('link', { name: 'League Office' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Members/ })
    .click()
  const row = page.getByRole('button', { name: /^newcomer/ })
  expect(await row.innerText()).toContain('not invited yet')
  await row.click()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const card = page.getByRole('region', { name: 'Invitation of newcomer' })
  await card.getByRole('img', { name: 'The link as a QR code' }).waitFor()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  const link = await card.locator('code').innerText()
  await row.getByText('invited · never seen').waitFor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: 'Copy', exact: true }).click()
  await card.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const phone = await openTab()
  await addAuthenticator(phone.context, phone.page)
  await phone.page.goto(link)
  await phone.page.getByRole('heading', { name: 'Welcome, newcomer' }).waitFor()
  await phone.page.getByRole('button', { name: 'Create a passkey on this device' }).click()
  await phone.page.waitForURL(({ pathname }) => pathname === '/')

  // Removed, they are out with the next thing that they ask for.
  phone.expectProblems(/status of 401/)
  await page.reload()
  await page.getByRole('button', { name: /^newcomer/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^newcomer/ }).count()).toBe(0)
  const status = await phone.page.evaluate(async () => (await fetch('/api/v1/user')).status)
  expect(status).toBe(401)
})
