import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from '#contract/call'
import { getPickSequence } from '#contract/draft'
import { lockKeepers, setPickingTeam } from '#contract/draft-admin'
import { messages } from '#contract/messages'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { openDevice } from '../support/browser.ts'
import { startDraftNight } from '../support/draft-night.ts'
import { installed, logIn } from '../support/member.ts'
import { median, print } from './figures.ts'
import { CPU_SLOWDOWN, ownBrowser, SETTLED_MS, slowDown, timeOfTap, told } from './slow-phone.ts'

const RUNS = 9
const MOST_PICK_MS = 200
const MOST_BOARD_MS = 300
const LEAST_PLAYERS = 264

/** A draft night without simulated picks; the member's phone, and the admin's desk, whose screen is not the board. */
const night = async () => {
  const league = await startDraftNight({ pace: 999 })
  onTestFinished(league.end)
  const browser = await ownBrowser()
  const phone = await openDevice(browser, { origin: league.origin, hasTouch: true, isMobile: true })
  onTestFinished(phone.close)
  await logIn(phone.page, 'member')
  await installed(phone.page)
  const { teamId } = Value.Parse(getUser.answer, await answerOf(phone.page, getUser.path))
  const desk = await openDevice(browser, { origin: league.origin, serviceWorkers: 'block' })
  onTestFinished(desk.close)
  await logIn(desk.page, 'admin', '/rules')
  const post = async (address: string) => {
    const headers = { 'x-requested-with': 'hockey-pool', origin: league.origin }
    const answer = await desk.context.request.post(address, { headers })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await post(lockKeepers.path)
  const giveTurn = async () => {
    const picks = Value.Parse(getPickSequence.answer, await answerOf(desk.page, getPickSequence.path))
    const active = picks.find(({ pickStatus }) => pickStatus === 'ACTIVE')
    if (active?.teamId !== teamId) await post(addressOf(setPickingTeam, { teamId: teamId ?? 0 }))
  }
  await giveTurn()
  return { phone, giveTurn }
}

test('the board of a draft night', async () => {
  const { phone, giveTurn } = await night()
  const { context } = phone

  const warm: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const page = await phone.relaunch('/standings')
    await page.waitForTimeout(SETTLED_MS)
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('button', { name: 'Preseason' }).tap()
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live Draft' })
    await link.waitFor()
    await slowDown(context, page, CPU_SLOWDOWN)
    warm.push(await timeOfTap(page, link, '.box [role=rowheader]'))
  }

  const { page } = phone
  await page.getByRole('status').getByText(messages.yourTurn).waitFor()
  const rows = page.locator('.box [role=rowheader]')
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(LEAST_PLAYERS)
  const picks: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    await slowDown(context, page, 1)
    await giveTurn()
    await page.getByRole('status').getByText(messages.yourTurn).waitFor()
    await page.waitForTimeout(SETTLED_MS)
    await page
      .getByRole('button', { name: /^Draft \w+ / })
      .first()
      .tap()
    await page.getByRole('alertdialog', { name: 'Confirm Draft Pick' }).waitFor()
    await slowDown(context, page, CPU_SLOWDOWN)
    const draft = page.getByRole('alertdialog').getByRole('button', { name: 'Draft', exact: true })
    // The box that he is in becomes the team's.
    picks.push(await timeOfTap(page, draft, '.box-head.closed'))
  }
  print(`A board of ${await rows.count()} players, 390 x 844, CPU ${CPU_SLOWDOWN}x slower, on loopback`, [
    `${told(warm.slice(1))}  from the menu to its first rows, median of ${RUNS} (at most ${MOST_BOARD_MS})`,
    `${told(picks.slice(1))}  from the confirmed pick to the board that has it, median of ${RUNS} (at most ${MOST_PICK_MS})`,
  ])
  expect(median(warm.slice(1))).toBeLessThanOrEqual(MOST_BOARD_MS)
  expect(median(picks.slice(1))).toBeLessThanOrEqual(MOST_PICK_MS)
})
