import type { Locator, Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { getPlayers, type Player } from '#contract/stats'
import type { DeviceOptions } from '../support/browser.ts'
import { installed } from '../support/member.ts'
import { playerHeader, playersTable } from '../support/players.ts'
import { standingsTable } from '../support/standings.ts'
import { median, print } from './figures.ts'
import { CPU_SLOWDOWN, memberPhone, SETTLED_MS, slowDown, timeOfTap, told } from './slow-phone.ts'

const RUNS = 9
/** More, since each is in a new tab: one differs from the next by a half. */
const VISITS = 15
const ROWS = 950
const MOST_SORT_MS = 100
const MOST_OF_BARE = 2
const MOST_ROUTE_MS = 150
const FIRST_PLAYER = '.table-body > :first-child [href^="/players/"]'

const phone = async (options: Partial<DeviceOptions> = {}) => {
  const device = await memberPhone(options)
  await standingsTable(device.page).waitFor()
  return device
}

const taps = async (page: Page, target: Locator): Promise<number[]> => {
  const times: number[] = []
  for (let run = 0; run <= RUNS; run += 1) times.push(await timeOfTap(page, target, FIRST_PLAYER))
  // The first one warms up.
  return times.slice(1)
}

const playersOfServer = async (page: Page): Promise<Player[]> => {
  const answers: unknown = await page.evaluate(
    async (path) => Promise.all(['skater', 'goalie'].map(async (type) => (await fetch(`${path}?type=${type}`)).json())),
    getPlayers.path,
  )
  if (!Array.isArray(answers)) throw new Error('Two answers are a list.')
  return answers.flatMap((answer) => Value.Parse(getPlayers.answer, answer))
}

/** The same rows and cells as plain elements in the same styles, all there, put in order without any library. */
const showBareList = (page: Page, players: readonly Player[]) =>
  page.evaluate((all) => {
    const tracks = document.querySelector<HTMLElement>('.table')?.style.cssText ?? ''
    const made = (className: string, ...children: (Node | string)[]) => {
      const element = document.createElement('div')
      element.className = className
      element.append(...children)
      return element
    }
    const rows = all.map((player) => {
      const link = document.createElement('a')
      link.href = `/players/${player.id}`
      link.textContent = player.name
      const { team, position, nhlTeam, points, pointsDiffPrevious, pointsThisWeek, pointsLastWeek } = player
      const { projectedPoints, gamesPlayed, teamGamesPlayed, toiPerGp, buyPrice } = player
      const figures = [points, pointsDiffPrevious, pointsThisWeek, pointsLastWeek, projectedPoints]
      const more = [gamesPlayed, teamGamesPlayed, toiPerGp, buyPrice]
      const words = [team?.shortName, position, nhlTeam].map((text) => made('cell text', text ?? ''))
      const numbers = [...figures, ...more].map((value) => made('cell number', String(value ?? '-')))
      return { points: points ?? 0, element: made('row', made('cell text heads', link), ...words, ...numbers) }
    })
    const list = made('table-body')
    let sign = 1
    const order = () => {
      sign = -sign
      rows.sort((a, b) => sign * (a.points - b.points))
      list.append(...rows.map(({ element }) => element))
    }
    order()
    const button = document.createElement('button')
    button.textContent = 'Sort the bare list'
    button.className = 'button'
    button.addEventListener('click', order)
    const table = made('table', list)
    table.style.cssText = tracks
    document.querySelector('main')?.replaceChildren(button, table)
  }, players)

test('sort of a long table', async () => {
  // Without the worker, which lets the answer take as long as it has to.
  const { page, context } = await phone({ serviceWorkers: 'block' })
  const players = (await playersOfServer(page)).slice(0, ROWS)
  expect(players).toHaveLength(ROWS)
  await page.route(`**${getPlayers.path}?type=skater`, (route) => route.fulfill({ json: players }))
  await page.goto('/skaters')
  await page.getByText(`${ROWS} of ${ROWS} players`).waitFor()
  await page.waitForLoadState('networkidle')
  await slowDown(context, page, CPU_SLOWDOWN)
  const app = await taps(page, playerHeader(page, 'Points'))
  await showBareList(page, players)
  const bare = await taps(page, page.getByRole('button', { name: 'Sort the bare list' }))
  const ratio = median(app) / median(bare)
  print(`Sort of ${ROWS} players, 390 x 844, CPU ${CPU_SLOWDOWN}x slower, tap to the frame in the new order`, [
    `${told(app)}  the app, median of ${RUNS} (at most ${MOST_SORT_MS})`,
    `${told(bare)}  the same rows as plain elements, re-appended by a plain script`,
    `${ratio.toFixed(2)}  ratio (at most ${MOST_OF_BARE})`,
  ])
  expect(median(app)).toBeLessThanOrEqual(MOST_SORT_MS)
  expect(ratio).toBeLessThanOrEqual(MOST_OF_BARE)
})

test('way to the skaters', async () => {
  const device = await phone()
  await installed(device.page)
  await device.page.goto('/skaters')
  await playersTable(device.page).waitFor()

  /** In a new tab every time: nothing is in memory. */
  const visit = async (): Promise<number> => {
    const page = await device.relaunch('/standings')
    await standingsTable(page).waitFor()
    await page.waitForTimeout(SETTLED_MS)
    await page.getByRole('button', { name: 'Menu' }).tap()
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Skaters' })
    await link.waitFor()
    await slowDown(device.context, page, CPU_SLOWDOWN)
    return timeOfTap(page, link, FIRST_PLAYER)
  }
  const visits = async () => {
    const times: number[] = []
    for (let run = 0; run <= VISITS; run += 1) times.push(await visit())
    return times.slice(1)
  }
  const online = await visits()
  await device.context.setOffline(true)
  const offline = await visits()
  print(`From the menu to the skaters, 390 x 844, CPU ${CPU_SLOWDOWN}x slower, tap to the frame with the first rows`, [
    `${told(online)}  with a connection, median of ${VISITS} (at most ${MOST_ROUTE_MS})`,
    `${told(offline)}  without one, from the stored answer (at most ${MOST_ROUTE_MS})`,
  ])
  expect(median(online)).toBeLessThanOrEqual(MOST_ROUTE_MS)
  expect(median(offline)).toBeLessThanOrEqual(MOST_ROUTE_MS)
})
