import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { getPickSequence } from '#contract/draft'
import { getTeams } from '#contract/stats'
import { getSchedule, getTonight } from '#contract/tonight'
import { openEmbedded } from '#server/db/engine/embedded'
import { league } from '#server/db/tables/tables'
import { test } from '../support/app-test.ts'
import { DESKTOP, type Device, openDevice, PHONE } from '../support/browser.ts'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { startLeagueServer } from '../support/league-server.ts'
import { installed, logIn, type MemberName } from '../support/member.ts'
import { goalByAnn } from '../support/night.ts'
import { watchShifts } from '../support/page-watch.ts'
import { goOnTo, openNoScreen } from '../support/screens.ts'
import { watchNight } from '../support/watched-night.ts'

const figures = (page: Page) => page.locator('.my-line-figures')
const told = (page: Page) => page.getByRole('main').getByRole('status')
const glows = (page: Page) =>
  page.locator('.glow').evaluateAll((all) => all.map((each) => getComputedStyle(each).animationName))

/** A night on the page, with a goal that is seen and told, while nothing moves. */
const expectGoal = async ({ page, context }: Device) => {
  await watchShifts(context)
  const state = await watchNight(page)
  state.night = goalByAnn()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => figures(page).innerText()).toMatch(/^\+20 tonight/)
  expect(await told(page).innerText()).toBe('TOR 3, BOS 2: goal by Ann Ahl, assist by Bo Berg, +3 for your team.')
  expect(new Set(await glows(page))).toEqual(new Set(['glow']))
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.005)
}

/** In each row of a game with a score: between a club and its score, and between the two pairs. */
const gapsOf = (page: Page) =>
  page.locator('.game-head').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const edges = [...head.querySelectorAll('.game-club')].map((pair) => {
        const range = document.createRange()
        const [club, score] = [...pair.children].filter(({ className }) => className !== 'quiet')
        if (!club || !score) return []
        range.selectNodeContents(club)
        const word = range.getBoundingClientRect()
        range.selectNodeContents(score)
        const figure = range.getBoundingClientRect()
        return [word.left, figure.left - word.right, figure.right]
      })
      const [[, one = 0, end = 0] = [], [start = 0, other = 0] = []] = edges
      return end > 0 && start > 0 ? [{ within: Math.max(one, other), between: start - end }] : []
    }),
  )
describe('tonight', () => {
  test('a goal is seen and told, and nothing moves, on a phone and on a desktop', async ({ openTab }) => {
    const phone = await openTab({ viewport: PHONE, colorScheme: 'light' })
    await expectGoal(phone)
    // No figure glows for a member who wants less motion.
    await phone.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(new Set(await glows(phone.page))).toEqual(new Set(['none']))
    await expectGoal(await openTab({ viewport: DESKTOP, colorScheme: 'dark' }))
  })

  test('on a phone games have one height, scores stand near their clubs, and a tap on a score opens its game', async ({
    openTab,
  }) => {
    const { page } = await openTab({ hasTouch: true })
    await watchNight(page)
    const chip = page.getByRole('navigation', { name: 'Scores' }).getByRole('button', { name: /^MTL 1-0 OTT/ })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    const { y = 0, height = 0 } = (await chip.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(PHONE.height / 2)
    const heights = () =>
      page
        .locator('.game-head')
        .filter({ has: page.locator('.game-pool') })
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    // The first is being played, the second in its intermission, the third to come.
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 700 })
      expect(new Set(await heights()).size, `${width} px`).toBe(1)
      expect(await heights()).toHaveLength(3)
      const gaps = await gapsOf(page)
      expect(gaps, `${width} px`).toHaveLength(2)
      for (const { within, between } of gaps) expect(within * 1.5, `${width} px`).toBeLessThan(between)
    }

    await page.setViewportSize(PHONE)
    await chip.tap()
    const game = page.getByRole('region', { name: 'Games' }).getByRole('listitem').filter({ hasText: 'OTT' }).first()
    await game.getByRole('link', { name: /^Eli Ek/ }).waitFor()
    await expect.poll(() => game.locator('summary').evaluate((own) => own === document.activeElement)).toBe(true)
    // Below the bar, if the page is long enough for that; in sight in any case.
    const top = async () => (await game.boundingBox())?.y ?? -1
    await expect.poll(top).toBeLessThan(PHONE.height - 100)
    expect(await top()).toBeGreaterThanOrEqual(56)
  })

  /** The files of code that are asked for from then on. */
  const codeRequests = (page: Page): string[] => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname)
    })
    return asked
  }
  const PLACES = ['tonight-view', 'team-view', 'players-view']

  test('when the app is at rest the code of the places under the thumb is there', async ({ openTab }) => {
    const { page } = await openTab({ viewport: PHONE })
    const asked = codeRequests(page)
    await logIn(page, 'member', '/trades')
    const places = () => PLACES.filter((place) => asked.some((path) => path.includes(place)))
    await expect.poll(places, { timeout: 30_000 }).toEqual(PLACES)
    await page.waitForLoadState('networkidle')
    asked.length = 0
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Tonight' }).click()
    await page.getByRole('region', { name: /^Games/ }).waitFor()
    expect(asked).toEqual([])
  })

  test('it is not fetched ahead where data is saved', async ({ openTab }) => {
    const { page, context } = await openTab({ viewport: PHONE })
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    )
    const asked = codeRequests(page)
    // What the bar shows is asked for at that time, too.
    const atRest = page.waitForRequest(`**${getPickSequence.path}`)
    await logIn(page, 'member', '/trades')
    await atRest
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => PLACES.some((place) => path.includes(place)))).toEqual([])
  })

  test('a league may keep it for premium members: for others there is no word of it, and no question', async ({
    browser,
  }) => {
    const dataDir = await copyOfLeague(inject('demoLeague'))
    const database = await openEmbedded(dataDir)
    await database.transaction((queries) => queries.update(league).set({ tonightPremium: true }))
    await database.close()
    // It prints every request, those of the app's worker included.
    const server = await startLeagueServer({ dataDir, env: { LOG_LEVEL: 'info' } })
    const visit = async (member: MemberName, see: (page: Page) => Promise<void>) => {
      const device = await openDevice(browser, { origin: server.origin })
      try {
        await logIn(device.page, member)
        await see(device.page)
        expect(device.problems()).toEqual([])
      } finally {
        await device.close()
      }
    }
    try {
      await visit('member', async (page) => {
        await installed(page)
        await openNoScreen(page)
        for (const path of ['/standings', '/', '/teams/3', '/skaters', '/notifications']) {
          await goOnTo(page, path)
          await page.waitForLoadState('networkidle')
          const words = await page.locator('body').innerText()
          expect(words, path).not.toMatch(/tonight|(games?|\d)\sthis\sweek|scores$/im)
        }
        await page.goto('/tonight')
        await page.getByRole('heading', { name: 'Page not found' }).waitFor()
        await page.waitForLoadState('networkidle')
      })
      expect(server.output()).toContain(getTeams.path)
      for (const { path } of [getTonight, getSchedule]) expect(server.output()).not.toContain(path)
      await visit('premium', async (page) => {
        await page.getByRole('navigation').getByRole('link', { name: 'Tonight', exact: true }).first().click()
        await page.getByRole('region', { name: /^Games/ }).waitFor()
      })
      expect(server.output()).toContain(getTonight.path)
    } finally {
      await server.stop()
      await removeFolder(dataDir)
    }
  })
})
