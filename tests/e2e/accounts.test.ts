import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { testOn } from '../support/app-test.ts'
import { startLeagueCopy } from '../support/demo-league.ts'
import { type LeagueServer, projectRoot } from '../support/league-server.ts'
import { installed, loginLink } from '../support/member.ts'
import { overflowOf } from '../support/screens.ts'

const test = testOn(() => startLeagueCopy(inject('demoLeague'), { env: { LOGIN: 'accounts' } }))

/** The link that the command prints. */
async function invite({ dataDir }: LeagueServer, user: string): Promise<string> {
  const command = [join(projectRoot, 'dist/server/cli/league.js'), 'invite', user]
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return /http:\S+\/idp\/invitation\/\S+/.exec(stdout)?.[0] ?? ''
}

/** A phone's authenticator, which says yes by itself. */
const addAuthenticator = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  /** How many passkeys it keeps. */
  const count = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
  return { count }
}

/** Where passkeys are listed for a field, Chromium's authenticator for tests chooses by itself, before the button is pressed. */
const withoutList = (context: BrowserContext) =>
  context.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

const logOut = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'member', exact: true }).click()
  // The page that is left says "Login" at its very end, too: what is tapped there goes with it.
  const next = page.waitForEvent('domcontentloaded')
  await Promise.all([next, page.getByRole('link', { name: 'Logout' }).click()])
  await loginLink(page).waitFor()
}

const make = (page: Page) => page.getByRole('button', { name: 'Create a passkey on this device' })
const use = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })

test("an invitation leads to the member's team, and its passkey logs in again, with the app installed", async ({
  open,
  openTab,
  league,
}) => {
  const { page, context } = await open()
  const authenticator = await addAuthenticator(context, page)
  const link = await invite(league, 'member')
  const late = await openTab()
  await late.page.goto(link)
  await page.goto(link)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Welcome, member')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await make(page).click()
  await page.waitForURL(/\/teams\/\d+$/)
  await page
    .getByRole('heading', { name: /Thursday Night Skate/ })
    .first()
    .waitFor()
  expect(await authenticator.count()).toBe(1)
  // The page that still shows the button, elsewhere.
  late.expectProblems(/status of 410/)
  await make(late.page).click()
  await late.page.getByText('This invitation has been used.').waitFor()
  expect(await make(late.page).count()).toBe(0)
  await installed(page)

  const nameHere = () => page.evaluate(async () => (await (await fetch('/api/v1/user')).json()).name)
  await logOut(page)
  await loginLink(page).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/idp') && !url.pathname.startsWith('/auth'))
  await expect.poll(nameHere).toBe('member')
  await logOut(page)
  await withoutList(context)
  await page.goto('/auth/login?return=/standings')
  await use(page).click()
  await page.waitForURL(/\/standings/)
  expect(await nameHere(), 'with the button').toBe('member')
})

test('without a passkey the login says so and goes on when there is one', async ({ openTab, league }) => {
  const { page, context, expectProblems } = await openTab()
  const authenticator = await addAuthenticator(context, page)
  await withoutList(context)
  await page.goto('/auth/login')
  await use(page).click()
  await page.getByRole('alert').getByText('this device has no passkey').waitFor()

  // One that was removed at the server is known to the phone only.
  await page.goto(await invite(league, 'premium'))
  await make(page).click()
  await page.waitForURL(/\/teams\/\d+$/)
  await page.goto('/idp/account')
  await page.getByText('Rename or remove').click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove it anyway' }).click()
  await page.getByText('You have none.').waitFor()
  await context.clearCookies()
  expectProblems(/status of 404/)
  await page.goto('/auth/login')
  await use(page).click()
  await page.getByRole('alert').getByText('This passkey has been removed.').waitFor()
  expect(await authenticator.count()).toBe(1)
})

test('the account page adds, renames and removes passkeys, and ends the login of a second device', async ({
  openTab,
  league,
}) => {
  const [phone, laptop] = [await openTab(), await openTab()]
  await addAuthenticator(phone.context, phone.page)
  await addAuthenticator(laptop.context, laptop.page)
  for (const { page } of [phone, laptop]) {
    await page.goto(await invite(league, 'tuula'))
    await make(page).click()
    await page.waitForURL(/\/teams\/\d+$/)
    // What the app still asks for when its login ends is refused, and the browser prints that.
    await page.goto('about:blank')
  }
  const { page } = phone
  await page.goto('/auth/account')
  const passkeys = page.getByText('Rename or remove')
  expect(await passkeys.count()).toBe(2)
  await passkeys.first().click()
  await page.getByRole('textbox', { name: 'Name' }).first().fill('The blue phone')
  await page.getByRole('button', { name: 'Rename' }).first().click()
  await page.getByText('The blue phone').first().waitFor()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  expect(await page.getByText('(this one)').count()).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: 'Log out', exact: true }).count()).toBe(0)
  await laptop.page.goto('/idp/account')
  await laptop.page.getByText('Log in first').waitFor()

  // This phone's authenticator has one for this member already.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('status').getByText('a passkey for you already').waitFor()
})

test('an admin invites a member in seven taps on a phone, and the member is in', async ({ openTab, league }) => {
  const { page, context } = await openTab()
  await addAuthenticator(context, page)
  // The admin's own way in; everybody else's comes from the office.
  await page.goto(await invite(league, 'admin'))
  await make(page).click()
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
  await make(phone.page).click()
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
