import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { addressOf } from '#contract/call'
import { getTeamPlayers } from '#contract/roster'
import { getPlayers, type Player } from '#contract/stats'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { installed } from '../support/member.ts'
import { playersTable } from '../support/players.ts'
import { warmedUp } from '../support/stored.ts'
import { median, print } from './figures.ts'
import { CPU_SLOWDOWN, floorOfTap, memberPhone, SETTLED_MS, slowDown, timeOfTap, told } from './slow-phone.ts'

const RUNS = 9
const MOST_TAP_MS = 50
const MOST_CONFIRM_MS = 1_000
/** From what became of one tap to the next. */
const READ_MS = 1_000

declare global {
  interface Window {
    /** From the browser's word that it is online until nothing on screen waits, ms. */
    onlineToConfirmed?: number | undefined
  }
}

const phone = async () => {
  const device = await memberPhone({ isMobile: true })
  await installed(device.page)
  // Its work, once after a login, would be measured, too.
  await warmedUp(device.page)
  return device
}

/** Whom the member may buy: those whom their team has sold they may not. */
const freeSkaters = async (page: Page): Promise<Player[]> => {
  const { teamId } = Value.Parse(getUser.answer, await answerOf(page, getUser.path))
  const soldOnes = addressOf(getTeamPlayers, { teamId }, { current: false })
  const sold = Value.Parse(getTeamPlayers.answer, await answerOf(page, soldOnes))
  const all = Value.Parse(getPlayers.answer, await answerOf(page, addressOf(getPlayers, {}, { type: 'skater' })))
  return all
    .filter(({ id, team }) => !team && !sold.some(({ player }) => player.id === id))
    .sort((a, b) => (b.points ?? 0) - (a.points ?? 0))
}

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a tap on Buy until it is seen', async () => {
  const { page, context } = await phone()
  const floor = await floorOfTap(context, RUNS)
  const free = await freeSkaters(page)
  await page.goto('/skaters?skaters_team=free')
  await playersTable(page).waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await slowDown(context, page, CPU_SLOWDOWN)
  const list: number[] = []
  for (const { name } of free.slice(0, RUNS + 1)) {
    list.push(await timeOfTap(page, buttonOf(page, `Buy ${name}`), `.buy[aria-label$="${name}"]`))
    await buttonOf(page, `In cart ${name}`).waitFor()
    // They read it before they tap again.
    await page.waitForTimeout(READ_MS)
  }
  await slowDown(context, page, 1)
  const single: number[] = []
  for (const { id } of free.slice(RUNS + 1, RUNS + 7)) {
    await page.goto(`/players/${id}`)
    await buttonOf(page, 'Buy').waitFor()
    await page.waitForTimeout(SETTLED_MS)
    await slowDown(context, page, CPU_SLOWDOWN)
    single.push(await timeOfTap(page, buttonOf(page, 'Buy'), '.player-actions'))
    await slowDown(context, page, 1)
  }
  print(`A tap on Buy, 390 x 844, CPU ${CPU_SLOWDOWN}x slower, to the frame that says so`, [
    `${told(floor)}  on the only button of a bare page`,
    // The first one loads the outbox's storage.
    `${told(list.slice(1))}  on the list of ${free.length} free skaters, median of ${RUNS} (at most ${MOST_TAP_MS})`,
    `${told(single)}  on a player's page, the first tap after its launch, median of ${single.length} (at most ${MOST_TAP_MS})`,
  ])
  expect(median(list.slice(1))).toBeLessThanOrEqual(MOST_TAP_MS)
  expect(median(single)).toBeLessThanOrEqual(MOST_TAP_MS)
})

test('from online again to a confirmed cart', async () => {
  const { page, context } = await phone()
  const free = await freeSkaters(page)
  await page.goto('/skaters?skaters_team=free')
  await playersTable(page).waitFor()
  await page.waitForTimeout(SETTLED_MS)
  const times: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    await context.setOffline(true)
    const names = free.slice(run * 2, run * 2 + 2).map(({ name }) => name)
    for (const name of names) {
      await buttonOf(page, `Buy ${name}`).tap()
      await buttonOf(page, `Queued ${name}`).waitFor()
    }
    await page.evaluate(() => {
      window.onlineToConfirmed = undefined
      window.addEventListener(
        'online',
        () => {
          const begun = performance.now()
          const look = () => {
            const waits = [...document.querySelectorAll('.buy[data-state]')].some(
              (each) => each.textContent !== 'In cart',
            )
            if (waits) return requestAnimationFrame(look)
            window.onlineToConfirmed = performance.now() - begun
          }
          look()
        },
        { once: true },
      )
    })
    await context.setOffline(false)
    const time = await page.waitForFunction(() => window.onlineToConfirmed)
    times.push(Number(await time.jsonValue()))
  }
  print('Online again, with two purchases waiting, to both confirmed by the server, on loopback', [
    `${told(times.slice(1))}  median of ${RUNS} (at most ${MOST_CONFIRM_MS})`,
  ])
  expect(median(times.slice(1))).toBeLessThanOrEqual(MOST_CONFIRM_MS)
})
