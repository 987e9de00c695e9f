import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { getDraftLog, putClock, putPickForMe } from '#contract/draft-room'
import { messages } from '#contract/messages'
import { getUser } from '#contract/user'
import { answerOf } from '../support/answer-of.ts'
import { testOn } from '../support/app-test.ts'
import { startDraftNight } from '../support/draft-night.ts'
import { logIn } from '../support/member.ts'
import { print } from './figures.ts'

// A whole draft, run by an admin on a phone who never leaves the director's page: two members are absent, and have left
// lists, one that picks at once and one that picks when the time is up.

const ABSENT_AT_ONCE = 'OLDICE'
const ABSENT_BY_CLOCK = 'ENA'
const ROSTER = 22
const TEAMS = 12

const test = testOn(() => startDraftNight())

/** A change past the page, for what is not a part of the test. */
const put = async (page: Page, path: string, data: object): Promise<void> => {
  const answer = await page.context().request.put(path, { data, headers: { 'x-requested-with': 'hockey-pool' } })
  expect(answer.status()).toBe(200)
}

test("a whole draft from the director's page on a phone", { timeout: 900_000 }, async ({ openTab }) => {
  const phone = await openTab({ hasTouch: true })
  phone.expectProblems(/\/last-drafted: .*status of 404/)
  const { page } = phone
  await logIn(page, 'admin', '/draft-admin')
  // The admin's own team plays by its list as well: the night is run with one hand.
  const { teamId } = Value.Parse(getUser.answer, await answerOf(page, getUser.path))
  await put(page, putPickForMe.path.replace('{teamId}', String(teamId)), { mode: 'now' })

  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  let taps = 0
  const tap = async (name: string | RegExp) => {
    taps += 1
    await page.getByRole('button', { name, exact: true }).tap()
  }
  /** A button and its question, until it is done. */
  const act = async (name: string | RegExp, done: string | RegExp) => {
    await tap(name)
    await tap('Confirm')
    await page.getByText(done).waitFor()
  }
  const choose = async (name: string, choice: string | { index: number }) => {
    taps += 2
    await page.getByRole('combobox', { name, exact: true }).selectOption(choice)
  }
  const clock = page.getByRole('heading', { name: `On the clock: ${ABSENT_BY_CLOCK}` })

  for (const name of [ABSENT_AT_ONCE, ABSENT_BY_CLOCK]) {
    await choose('Keeper of an absent team', name)
    await choose(`Keep for ${name}`, { index: 1 })
    await tap('Confirm')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }
  await choose('Time for a pick', '30 seconds')
  await tap('Confirm')
  await page.getByText('The clock is set to 30 seconds').waitFor()
  await act('Lock Keepers', messages.keepersLocked)

  // One turn of the absent team by the clock that the page offers, with a pause and a slip in it.
  await clock.waitFor({ timeout: 120_000 })
  await act('Pause Draft', 'The draft is paused')
  await act('Resume', 'The draft has resumed')
  await clock.waitFor({ state: 'detached', timeout: 60_000 })
  await clock.waitFor({ timeout: 120_000 })
  await act(/^Undo /, / is free again$/)
  const byHand = taps
  // Twenty more would take ten minutes, and show the same.
  await put(page, putClock.path, { secondsPerPick: 1 })
  await page.getByRole('heading', { name: 'The draft is over.' }).waitFor({ timeout: 600_000 })

  const log = Value.Parse(getDraftLog.answer, await answerOf(page, getDraftLog.path))
  const standing = log.filter(({ kind, takenBackAt }) => kind === 'pick' && takenBackAt == null)
  const rosterOf = (name: string) => standing.filter(({ teamShortName }) => teamShortName === name)
  const names = [...new Set(standing.map(({ teamShortName }) => teamShortName ?? ''))]
  expect(new Set(standing.map(({ player }) => player?.id)).size).toBe(TEAMS * ROSTER)
  expect(names.map((name) => rosterOf(name).length)).toEqual(Array.from({ length: TEAMS }, () => ROSTER))
  const ways = (name: string) => new Set(rosterOf(name).map(({ how }) => how))
  // A list of two players a box runs out in some of them, and says nothing of players from outside.
  for (const name of [ABSENT_AT_ONCE, ABSENT_BY_CLOCK])
    expect(ways(name)).toEqual(new Set(['keeper', 'list', 'points']))
  expect(visited.filter((path) => path !== '/draft-admin')).toEqual([])
  print("A draft of 12 teams, two of them absent, from the director's page on a phone", [
    `${standing.length} picks, ${log.length} lines in the log, ${byHand} taps, no other page`,
    `${ABSENT_AT_ONCE}: ${[...ways(ABSENT_AT_ONCE)].join(', ')}; ${ABSENT_BY_CLOCK}: ${[...ways(ABSENT_BY_CLOCK)].join(', ')}`,
  ])
})
