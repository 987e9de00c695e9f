import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { getPickSequence } from '#contract/draft'
import { getTeams } from '#contract/stats'
import { getSchedule, getTonight } from '#contract/tonight'
import { openEmbedded } from '#server/db/engine/embedded'
import { league } from '#server/db/tables/tables'
import { test } from '../support/app-test.ts'
import { DESKTOP, openDevice, PHONE } from '../support/browser.ts'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { startLeagueServer } from '../support/league-server.ts'
import { installed, logIn, type MemberName } from '../support/member.ts'
import { goalByAnn } from '../support/night.ts'
import { watchNight } from '../support/watched-night.ts'

declare global {
  interface Window {
    /** Sum of the layout shifts of this page, as the browser scores them. */
    shifted?: number
    taps?: number
  }
}

/** What is asked of the server about games from then on, by its page. */
const gameRequests = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/.*(tonight|schedule)/.test(pathname)) asked.push(pathname)
  })
  return asked
}

const PAGES = ['/standings', '/', '/teams/3', '/skaters', '/notifications']

/** Every page as somebody sees it for whom there are no games: no word of them, and no question. */
const expectNothingOfIt = async (page: Page) => {
  const asked = gameRequests(page)
  for (const path of PAGES) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('body').innerText(), path).not.toMatch(/tonight|(games?|\d)\sthis\sweek|scores$/im)
  }
  await page.goto('/tonight')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
}

const figures = (page: Page) => page.locator('.my-line-figures')
const told = (page: Page) => page.getByRole('main').getByRole('status')
const glows = (page: Page) =>
  page.locator('.glow').evaluateAll((all) => all.map((each) => getComputedStyle(each).animationName))

describe('tonight', () => {
  test.for([
    ['phone', PHONE, 'light'],
    ['desktop', DESKTOP, 'dark'],
  ] as const)('a goal is seen and told, and nothing moves, on a %s', async ([, viewport, colorScheme], { openTab }) => {
    const { page, context } = await openTab({ viewport, colorScheme })
    await context.addInitScript(() => {
      window.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          window.shifted = (window.shifted ?? 0) + ('value' in entry ? Number(entry.value) : 0)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const state = await watchNight(page)
    state.night = goalByAnn()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => figures(page).innerText()).toMatch(/^\+20 tonight/)
    expect(await told(page).innerText()).toBe('TOR 3, BOS 2: goal by Ann Ahl, assist by Bo Berg, +3 for your team.')
    expect(new Set(await glows(page))).toEqual(new Set(['glow']))
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.005)
  })

  test('on a phone a game keeps its height when a period ends', async ({ openTab }) => {
    const { page } = await openTab()
    await watchNight(page)
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
    }
  })

  test('on a phone the scores are in sight, and a tap brings a game to the top, open', async ({ openTab }) => {
    const { page } = await openTab({ hasTouch: true })
    await watchNight(page)
    const chip = page.getByRole('navigation', { name: 'Scores' }).getByRole('button', { name: /^MTL 1-0 OTT/ })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    const { y = 0, height = 0 } = (await chip.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(PHONE.height / 2)
    await chip.tap()
    const game = page.getByRole('region', { name: 'Games' }).getByRole('listitem').filter({ hasText: 'OTT' }).first()
    await game.getByRole('link', { name: /^Eli Ek/ }).waitFor()
    await expect.poll(() => game.locator('summary').evaluate((own) => own === document.activeElement)).toBe(true)
    // Below the bar, if the page is long enough for that; in sight in any case.
    const top = async () => (await game.boundingBox())?.y ?? -1
    await expect.poll(top).toBeLessThan(PHONE.height - 100)
    expect(await top()).toBeGreaterThanOrEqual(56)
  })

  test('in a row of a game a score stands nearer to its club than the two pairs to each other', async ({ openTab }) => {
    const { page } = await openTab()
    await watchNight(page)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 700 })
      const gaps = await page.locator('.game-head').evaluateAll((heads) =>
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
      expect(gaps, `${width} px`).toHaveLength(2)
      for (const { within, between } of gaps) expect(within * 1.5, `${width} px`).toBeLessThan(between)
    }
  })

  test('two taps switch on that it tells of goals', async ({ open }) => {
    const { page, context } = await open({ hasTouch: true })
    // The browser's own push service and question, neither of which a test has.
    await context.addInitScript(() => {
      // Keys of the example in RFC 8291: the server takes no others than a point of the curve.
      const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
      const signedUp = {
        toJSON: () => ({
          endpoint: 'https://fcm.googleapis.com/fcm/send/test',
          keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
        }),
        unsubscribe: async () => true,
      }
      let isOn = false
      Object.defineProperties(PushManager.prototype, {
        getSubscription: { value: async () => (isOn ? signedUp : null) },
        subscribe: {
          value: async () => {
            isOn = true
            return signedUp
          },
        },
      })
      let permission = 'default'
      Object.defineProperties(Notification, {
        permission: { get: () => permission },
        requestPermission: {
          value: async () => {
            permission = 'granted'
            return permission
          },
        },
      })
    })
    await watchNight(page)
    await installed(page)
    await page.evaluate(() => {
      Object.assign(window, { taps: 0 })
      addEventListener('click', () => Object.assign(window, { taps: (window.taps ?? 0) + 1 }), { capture: true })
    })
    await page.getByRole('link', { name: 'Notify me when my players score' }).tap()
    await page.getByRole('switch', { name: /^Notify me on this device/ }).tap()
    await page.getByRole('switch', { name: /^One of my players scores/, checked: true }).waitFor()
    expect(await page.evaluate(() => window.taps)).toBe(2)
    await page.getByRole('switch', { name: /^Notify me on this device/ }).tap()
    await page.getByRole('switch', { name: /^Notify me on this device/, checked: false }).waitFor()
  })

  test('no figure glows for a member who wants less motion', async ({ openTab }) => {
    const { page } = await openTab({ reducedMotion: 'reduce' })
    const state = await watchNight(page)
    state.night = goalByAnn()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => figures(page).innerText()).toMatch(/^\+20 tonight/)
    expect(new Set(await glows(page))).toEqual(new Set(['none']))
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

  test('nothing of it is seen, or asked for, where the server does not offer it', async ({ openTab }) => {
    const { page } = await openTab({ viewport: DESKTOP })
    await page.route('**/api/v1/user', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), features: ['push'] } })
    })
    await logIn(page, 'member')
    await expectNothingOfIt(page)
  })

  test('a league may keep it for premium members: no one else sees it, or asks', async ({ browser }) => {
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
        await installed(device.page)
        await see(device.page)
        expect(device.problems()).toEqual([])
      } finally {
        await device.close()
      }
    }
    try {
      await visit('member', expectNothingOfIt)
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
