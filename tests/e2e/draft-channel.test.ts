import type { Page, Request } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { getDraftBoxes, getLastDrafted, getPickSequence } from '#contract/draft'
import { LIVE } from '#contract/limits'
import { messages } from '#contract/messages'
import { getUser } from '#contract/user'
import { POLL_MS } from '#web/live/supervisor'
import { answerOf } from '../support/answer-of.ts'
import { testOn } from '../support/app-test.ts'
import { DESKTOP } from '../support/browser.ts'
import { startDraftNight } from '../support/draft-night.ts'
import { logIn } from '../support/member.ts'
import { teamRows } from '../support/standings.ts'

/** No simulated member plays while the test lasts. */
const test = testOn(() => startDraftNight({ pace: 999 }))

/** What the browser prints where there is no keeper or no pick yet. */
const EXPECTED = /\/(keepers|last-drafted): .*status of 404/

/** Of the channel: the first of a session opens it. */
const POLLS = new RegExp(`${LIVE.path}/[^/]+/[^/]+/xhr`)

const confirm = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()

const signal = () => {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

/** An admin's press of a button, until it is done. */
const act = async (page: Page, button: string, done: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await confirm(page, 'Confirm')
  await page.getByText(done).waitFor()
}

test('what a pick has asked for arrives, whatever the channel says meanwhile', async ({ openTab }) => {
  const phone = await openTab()
  phone.expectProblems(EXPECTED)
  const { page } = phone
  const asked = signal()
  const told = signal()
  let isPicked = false
  await page.route(POLLS, async (route) => {
    const response = await route.fetch().catch(() => null)
    if (isPicked) await asked.given
    // At the end of the test the page is gone, and its poll with it.
    if (response) await route.fulfill({ response }).catch(() => undefined)
  })
  await logIn(page, 'member', '/draft')
  const { teamId } = Value.Parse(getUser.answer, await answerOf(page, getUser.path))

  const desk = await openTab({ viewport: DESKTOP })
  desk.expectProblems(EXPECTED)
  await logIn(desk.page, 'admin', '/draft-admin')
  await act(desk.page, 'Lock Keepers', messages.keepersLocked)
  await desk.page.getByRole('combobox', { name: 'Team', exact: true }).selectOption(String(teamId))
  await act(desk.page, 'Set Picking Team', messages.pickingTeamSet)
  await page.getByText(messages.yourTurn).waitFor()

  // Between the question that follows the pick and its answer the channel tells of the pick.
  const paths: readonly string[] = [getDraftBoxes.path, getPickSequence.path, getLastDrafted.path]
  const arrived = new Set<string>()
  const pathOf = (request: Request) => new URL(request.url()).pathname
  await page.route('**/api/v1/draft/**', async (route, request) => {
    if (request.method() === 'POST') isPicked = true
    else if (isPicked) {
      if (pathOf(request) === getPickSequence.path) asked.give()
      await told.given
    }
    // What the page has given up meanwhile cannot go on.
    await route.continue().catch(() => undefined)
  })
  page.on('requestfinished', (request) => {
    if (isPicked && paths.includes(pathOf(request))) arrived.add(pathOf(request))
  })
  await page
    .getByRole('button', { name: /^Draft \w+ / })
    .first()
    .click()
  await confirm(page, 'Draft')
  await page
    .getByRole('status')
    .getByText(/^Waiting for /)
    .waitFor()
  told.give()
  await page.getByText(messages.drafted).waitFor()
  await expect.poll(() => [...arrived].sort()).toEqual([...paths].sort())
})

test('a channel that the server has ended stays so until the member asks for another', async ({ openTab }) => {
  const phone = await openTab()
  phone.expectProblems(EXPECTED)
  const { page } = phone
  const sessions = new Set<string>()
  let boards = 0
  let isOver = true
  await page.route(POLLS, async (route, request) => {
    const session = new URL(request.url()).pathname
    const isFirst = !sessions.has(session)
    sessions.add(session)
    if (!isOver) return route.continue()
    await route.fulfill({ contentType: 'application/javascript', body: isFirst ? 'o\n' : 'c[1000,"That is all"]\n' })
  })
  const onTheirWay = new Set<Request>()
  page.on('request', (request) => void onTheirWay.add(request))
  page.on('requestfailed', (request) => void onTheirWay.delete(request))
  page.on('requestfinished', (request) => {
    onTheirWay.delete(request)
    if (request.url().includes(getDraftBoxes.path)) boards += 1
  })
  await page.clock.install()
  await logIn(page, 'member', '/draft')
  const banner = page.getByText(messages.channelDropped)
  await banner.waitFor()
  for (const _ of [1, 2, 3]) {
    const before = boards
    await expect
      .poll(async () => {
        // A jump ends what is on its way: the limits of requests go by this clock, too, and are shorter.
        if (onTheirWay.size === 0) await page.clock.fastForward(POLL_MS)
        return boards
      })
      .toBeGreaterThan(before)
  }
  expect(sessions.size).toBe(1)
  isOver = false
  await page.getByRole('button', { name: 'Refresh' }).click()
  await banner.waitFor({ state: 'hidden' })
  expect(sessions.size).toBe(2)
})

declare global {
  interface Window {
    /** What the app's icon was told, the latest last. */
    badges?: string[]
  }
}

/** From the admin's action to the member's screen. */
const LEARNS_WITHIN_MS = 2_000

test('on Standings a member learns of their turn at once, and on the board of a pick that is taken back', async ({
  openTab,
}) => {
  const phone = await openTab()
  phone.expectProblems(EXPECTED)
  const { page } = phone
  await page.addInitScript(() => {
    const badges: string[] = []
    Object.assign(window, { badges })
    Object.defineProperties(Navigator.prototype, {
      setAppBadge: { value: async () => void badges.push('turn') },
      clearAppBadge: { value: async () => void badges.push('none') },
    })
  })
  const channel = page.waitForRequest(POLLS)
  const desk = await openTab({ viewport: DESKTOP })
  desk.expectProblems(EXPECTED)
  const admin = desk.page
  await logIn(admin, 'admin', '/draft-admin')
  const lock = admin.getByRole('button', { name: 'Lock Keepers', exact: true })
  await admin.getByRole('heading', { name: /^On the clock|No one is on the clock/ }).waitFor()
  if ((await lock.getAttribute('aria-disabled')) !== 'true') await act(admin, 'Lock Keepers', messages.keepersLocked)
  const { teamId: others } = Value.Parse(getUser.answer, await answerOf(admin, getUser.path))
  const setTurn = async (teamId: number | null | undefined) => {
    await admin.getByRole('combobox', { name: 'Team', exact: true }).selectOption(String(teamId))
    await act(admin, 'Set Picking Team', messages.pickingTeamSet)
  }
  await setTurn(others)

  await logIn(page, 'member', '/standings')
  const { teamId } = Value.Parse(getUser.answer, await answerOf(page, getUser.path))
  await channel
  const line = page.getByRole('link', { name: /^Your pick/ })
  const placeOfRow = async () => (await teamRows(page).nth(2).boundingBox())?.y
  await page.getByText('Statistics last updated ').waitFor()
  const place = await placeOfRow()
  const done = admin.waitForResponse(/set-picking-team/)
  const setting = setTurn(teamId)
  await done
  await line.waitFor({ timeout: LEARNS_WITHIN_MS })
  await setting
  await page.getByRole('status').getByText('It is your turn to pick.').waitFor()
  // A thumb on its way to a row still meets that row.
  expect(await placeOfRow()).toBe(place)
  expect(await page.title()).toBe('Your pick · Standings · Hockey Pool')
  expect(await page.evaluate(() => window.badges)).toEqual(['turn'])

  await line.click()
  const draft = page.getByRole('button', { name: /^Draft \w+ / }).first()
  const name = ((await draft.getAttribute('aria-label')) ?? '').replace('Draft ', '')
  await draft.click()
  await confirm(page, 'Draft')
  await page.getByText(messages.drafted).waitFor()
  await expect.poll(() => page.evaluate(() => window.badges)).toEqual(['turn', 'none'])
  await admin.getByRole('button', { name: `Undo ${name}` }).click()
  await confirm(admin, 'Confirm')
  await page.getByText(`${name} is free again: the pick was taken back.`).waitFor()
  await page.getByRole('button', { name: `Draft ${name}`, exact: true }).waitFor()
})
