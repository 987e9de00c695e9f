import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { addressOf } from '#contract/call'
import { getTeamPlayers } from '#contract/roster'
import { answerOf } from '../support/answer-of.ts'
import { walk } from '../support/app-test.ts'
import { logIn } from '../support/member.ts'

/** Of the one who is called tuula. */
const teamId = 4

const rosterOf = async (page: Page) =>
  Value.Parse(getTeamPlayers.answer, await answerOf(page, addressOf(getTeamPlayers, { teamId }, { current: true })))

walk('a lineup changes with three taps and one request, and Escape changes nothing', async ({ openTab }) => {
  const { page } = await openTab({ hasTouch: true })
  await logIn(page, 'tuula', `/teams/${teamId}`)
  const before = await rosterOf(page)
  const out = before.find(({ player, rosterEntry }) => player.position === 'C' && !rosterEntry.scratched)?.player
  if (!out) throw new Error('The team has no centre who plays.')
  const changes: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && changes.push(new URL(request.url()).pathname))

  const scratch = page.getByRole('button', { name: `Scratch ${out.name}`, exact: true })
  const size = await scratch.boundingBox()
  expect(size?.height).toBeGreaterThanOrEqual(44)
  // In sight without moving the table.
  expect((size?.x ?? 390) + (size?.width ?? 0)).toBeLessThanOrEqual(390)
  await scratch.tap()
  const question = page.getByRole('alertdialog', { name: `Scratch ${out.name}?` })
  await question.getByText(/can't be dressed again until/).waitFor()
  const choice = question.getByRole('radio').nth(1)
  const comes = (await choice.locator('xpath=..').locator('span').first().innerText()).trim()
  await choice.tap()
  await question.getByRole('button', { name: 'Scratch and dress' }).tap()

  const back = page.getByRole('button', { name: `Dress ${out.name}`, exact: true })
  await back.waitFor()
  const scratchOther = page.getByRole('button', { name: `Scratch ${comes}`, exact: true })
  await scratchOther.waitFor()
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await back.getAttribute('aria-disabled')).toBe('true')
  expect(changes).toEqual([`/api/v1/roster/teams/${teamId}/lineup`])
  const after = await rosterOf(page)
  const stateOf = (name: string) => after.find(({ player }) => player.name === name)?.rosterEntry.scratched
  expect([stateOf(out.name), stateOf(comes)]).toEqual([true, false])

  // Escape leaves everything as it was, and the focus where it was.
  await scratchOther.press('Enter')
  const other = page.getByRole('alertdialog', { name: `Scratch ${comes}?` })
  await other.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => scratchOther.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(changes).toHaveLength(1)
})
