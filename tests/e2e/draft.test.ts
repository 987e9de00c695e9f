import type { Locator, Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { LIVE } from '#contract/limits'
import { messages } from '#contract/messages'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { testOn } from '../support/app-test.ts'
import { DESKTOP, NETWORK_LOST, SERVER_AWAY } from '../support/browser.ts'
import { startDraftNight } from '../support/draft-night.ts'
import { logIn } from '../support/member.ts'
import { countTaps } from '../support/page-watch.ts'
import { overflowOf } from '../support/screens.ts'
import { teamRows } from '../support/standings.ts'

/** A phone that comes back shows the true board after so long, ms. */
const BACK_LIMIT_MS = 5_000
/** From the admin's action to the member's screen. */
const LEARNS_WITHIN_MS = 2_000

/** To find and draft a player by name. */
const MOST_TAPS = 4
/** To draft the next one of the list, from any page. */
const LIST_TAPS = 3

/** What a layout shift moved; the types of the DOM do not have it yet. */
interface Moved {
  readonly node: Node | null
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}

declare global {
  interface Window {
    /** Where the page moved by itself by a pixel or more, not within half a second of a tap or a key. */
    shifts?: string[]
    /** What the app's icon was told, the latest last. */
    badges?: string[]
  }
}

const countTapsAndShifts = async (page: Page) => {
  await countTaps(page)
  await page.evaluate(() => {
    const shifts: string[] = []
    const edges = ({ left, right, top, bottom }: DOMRectReadOnly) => [left, right, top, bottom]
    const isMoved = (before: DOMRectReadOnly, after: DOMRectReadOnly) =>
      edges(before).some((edge, at) => Math.abs(edge - (edges(after)[at] ?? 0)) >= 1)
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('hadRecentInput' in entry) || entry.hadRecentInput || !('sources' in entry)) continue
        for (const { node, previousRect, currentRect } of entry.sources as Moved[]) {
          if (isMoved(previousRect, currentRect)) shifts.push(node?.textContent ?? '')
        }
      }
    }).observe({ type: 'layout-shift' })
  })
}

/** Whether a tap on its middle, without any scrolling, is for the element. */
const isUnderTheThumb = (target: Locator) =>
  target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit !== null && element.contains(hit)
  })

/** No simulated member plays while the test lasts. */
const test = testOn(() => startDraftNight({ pace: 999 }))

const teamOf = async (page: Page): Promise<number> => {
  const user: unknown = await answerOf(page, getUser.path)
  return Value.Parse(getUser.answer, user).teamId ?? 0
}
const turn = (page: Page, text: string) => page.getByRole('status').getByText(text)
const waitingFor = (team: string) => messages.waitingFor.replace('{team}', team)
const confirm = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()

/** What the browser prints where there is no keeper and no pick yet. */
const EXPECTED = /\/(keepers|last-drafted): .*status of 404/

/** An admin's press of a button, until it is done. */
const act = async (page: Page, button: string, done: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await confirm(page, 'Confirm')
  await page.getByText(done).waitFor()
}
const setTurn = async (admin: Page, team: string) => {
  await admin.getByRole('combobox', { name: 'Team', exact: true }).selectOption(team)
  await act(admin, 'Set Picking Team', messages.pickingTeamSet)
}

/** Where an element's middle is. */
const middleOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a pick list made on a phone by stars, a finger and keys', async ({ openTab }) => {
  const phone = await openTab({ hasTouch: true })
  phone.expectProblems(EXPECTED)
  const { page, context } = phone
  await logIn(page, 'member', '/draft')
  const stars = page.getByRole('article', { name: 'Box 1.LW' }).getByRole('button', { name: /^Want / })
  const wanted: string[] = []
  for (const place of [0, 1, 2]) {
    await stars.nth(place).tap()
    await expect.poll(() => stars.nth(place).getAttribute('aria-pressed')).toBe('true')
    wanted.push(((await stars.nth(place).getAttribute('aria-label')) ?? '').replace('Want ', ''))
  }
  expect(await overflowOf(page)).toBe(0)
  const [one = '', two = '', three = ''] = wanted
  await page.getByRole('link', { name: 'Pick list: 3 of 3 still free' }).tap()
  const names = () => page.getByRole('list', { name: 'Wanted players' }).getByRole('link').allInnerTexts()
  await expect.poll(names).toEqual([one, two, three])

  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await page.getByRole('heading', { name: 'Wanted' }).evaluate((heading) => heading.scrollIntoView())
  const from = await middleOf(handle(one))
  const to = await middleOf(handle(three))
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] })
  await touch('touchStart', from.y)
  await touch('touchMove', (from.y + to.y) / 2)
  await touch('touchMove', to.y)
  await touch('touchEnd')
  await expect.poll(names).toEqual([two, three, one])

  await handle(three).focus()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('ArrowUp')
  await saved
  await expect.poll(names).toEqual([three, two, one])
  await expect.poll(() => handle(three).evaluate((own) => own === document.activeElement)).toBe(true)
  await page.getByText(`Next from your list: ${three} (1.LW).`).waitFor()
  await page.reload()
  await expect.poll(names).toEqual([three, two, one])
})

test('the draft on two devices, without a network, and with a server that dies', async ({ league, open, openTab }) => {
  const phone = await open()
  phone.expectProblems(NETWORK_LOST)
  phone.expectProblems(SERVER_AWAY)
  phone.expectProblems(EXPECTED)
  const member = phone.page
  await member.addInitScript(() => {
    const badges: string[] = []
    Object.assign(window, { badges })
    Object.defineProperties(Navigator.prototype, {
      setAppBadge: { value: async () => void badges.push('turn') },
      clearAppBadge: { value: async () => void badges.push('none') },
    })
  })
  const badges = () => member.evaluate(() => window.badges)
  await logIn(member, 'member', '/keepers')
  const candidates = member.getByRole('region', { name: /^Your players \(\d+\)$/ })
  const keep = candidates.getByRole('radio').first()
  await keep.waitFor()
  expect(await isUnderTheThumb(keep)).toBe(true)
  await keep.click()
  await confirm(member, 'Confirm Keeper')
  await member.getByText(/^Your keeper: /).waitFor()

  const desk = await openTab({ viewport: DESKTOP })
  const admin = desk.page
  desk.expectProblems(NETWORK_LOST)
  desk.expectProblems(SERVER_AWAY)
  desk.expectProblems(EXPECTED)
  await logIn(admin, 'admin', '/draft-admin')
  await act(admin, 'Lock Keepers', messages.keepersLocked)
  const choice = admin.getByRole('combobox', { name: 'Team', exact: true })
  const nameOf = async (teamId: number) => choice.locator(`option[value="${teamId}"]`).innerText()
  const ownName = await nameOf(await teamOf(member))
  const played = [ownName, await nameOf(await teamOf(admin))]
  const teams = await choice.locator('option').allInnerTexts()
  const [first = '', second = '', third = ''] = teams.slice(1).filter((name) => !played.includes(name))

  // The admin's other tabs and the member's phone are visible, and not touched.
  const board = await desk.context.newPage()
  await board.goto('/draft')
  const report = await desk.context.newPage()
  await report.goto('/draft-report')
  await setTurn(admin, first)
  await member.goto('/draft')
  await turn(member, waitingFor(first)).waitFor()
  await setTurn(admin, ownName)
  await turn(member, messages.yourTurn).waitFor()

  // A player far down the board, by name: without scrolling, and with few taps.
  const far = member.getByRole('region', { name: 'Goalies' }).getByRole('button', { name: /^Draft \w+ / })
  const name = ((await far.last().getAttribute('aria-label')) ?? '').replace('Draft ', '')
  await countTapsAndShifts(member)
  await member.getByRole('searchbox', { name: 'Search by name' }).click()
  await member.keyboard.type(name)
  const button = member.getByRole('article').getByRole('button', { name: `Draft ${name}` })
  await expect.poll(() => member.getByRole('article').count()).toBe(1)
  expect(await isUnderTheThumb(button)).toBe(true)
  await button.click()
  const dialog = member.getByRole('alertdialog', { name: 'Confirm Draft Pick' })
  await dialog.getByText(name).waitFor()
  await confirm(member, 'Draft')
  const head = member.getByRole('article').locator('header')
  await head.getByText(messages.drafted).waitFor()
  await expect.poll(() => head.getByRole('heading').evaluate((own) => own === document.activeElement)).toBe(true)
  await turn(member, messages.yourTurn).waitFor({ state: 'detached' })
  expect(await member.evaluate(() => window.taps)).toBeLessThanOrEqual(MOST_TAPS)
  expect(await member.evaluate(() => window.shifts)).toEqual([])
  await board.getByRole('region', { name: 'Draft Pick Sequence' }).getByText(name).waitFor()
  await report.getByRole('link', { name }).waitFor()

  // The next one of the list, from another page, where a member learns of their turn at once; and it is taken back.
  await setTurn(admin, ownName)
  await member.goto('/draft')
  await turn(member, messages.yourTurn).waitFor()
  const openBoxes = member.getByRole('article').filter({ has: member.locator('header.active') })
  const free = openBoxes.getByRole('row').filter({ has: member.getByRole('button', { name: /^Draft / }) })
  const saved = member.waitForResponse((answer) => answer.request().method() === 'PUT')
  await free
    .first()
    .getByRole('button', { name: /^Want / })
    .click()
  expect((await saved).status()).toBe(200)
  await setTurn(admin, first)
  const channel = member.waitForRequest(new RegExp(`${LIVE.path}/.+/xhr`))
  await member.goto('/standings')
  await member.getByText('Statistics last updated ').waitFor()
  await channel
  const placeOfRow = async () => (await teamRows(member).nth(2).boundingBox())?.y
  const place = await placeOfRow()
  await countTapsAndShifts(member)
  const done = admin.waitForResponse(/set-picking-team/)
  const setting = setTurn(admin, ownName)
  await done
  const line = member.getByRole('link', { name: /^Your pick/ })
  await line.waitFor({ timeout: LEARNS_WITHIN_MS })
  await setting
  await turn(member, 'It is your turn to pick.').waitFor()
  // A thumb on its way to a row still meets that row.
  expect(await placeOfRow()).toBe(place)
  expect(await member.title()).toBe('Your pick · Standings · Hockey Pool')
  expect(await badges()).toEqual(['turn'])
  await line.click()
  const next = member.locator('.room-line', { hasText: /^Next from your list: / })
  const offered = (await next.getByRole('button').getAttribute('aria-label')) ?? ''
  await next.getByRole('button').click()
  await member.getByRole('alertdialog', { name: 'Confirm Draft Pick' }).getByText(offered).waitFor()
  await confirm(member, 'Draft')
  await member.getByRole('article').locator('header').getByText(messages.drafted).waitFor()
  expect(await member.evaluate(() => window.taps)).toBe(LIST_TAPS)
  await expect.poll(badges).toEqual(['turn', 'none'])
  const picked = offered.replace('Draft ', '')
  await report.getByRole('link', { name: picked }).waitFor()
  await turn(member, messages.yourTurn).waitFor({ state: 'detached' })
  await admin.getByRole('button', { name: `Undo ${picked}` }).click()
  await confirm(admin, 'Confirm')
  await member.getByText(`${picked} is free again: the pick was taken back.`).waitFor()
  await member
    .getByRole('article')
    .getByRole('button', { name: `Draft ${picked}`, exact: true })
    .waitFor()

  // Without a network for a while: the poll that waited still gets its answer, and no later one does.
  await phone.context.setOffline(true)
  await setTurn(admin, first)
  await setTurn(admin, second)
  await turn(board, waitingFor(second)).waitFor()
  expect(await turn(member, waitingFor(second)).count()).toBe(0)
  await phone.context.setOffline(false)
  await turn(member, waitingFor(second)).waitFor({ timeout: BACK_LIMIT_MS })

  // The server dies, which both devices say, and comes back.
  await league.kill()
  const banners = [board, member].map((page) => page.getByText(messages.channelDropped))
  await Promise.all(banners.map((banner) => banner.waitFor()))
  await league.start()
  await setTurn(admin, third)
  for (const page of [board, member]) await turn(page, waitingFor(third)).waitFor()
  await Promise.all(banners.map((banner) => banner.waitFor({ state: 'hidden' })))
})
