import type { Page, Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/app-test.ts'
import { DESKTOP, PHONE, TABLET } from '../support/browser.ts'
import {
  brokenNames,
  cutAccents,
  deafControls,
  enlarge,
  heldHeight,
  hiddenWords,
  spaceOut,
  walkByKeyboard,
  withoutEdge,
} from '../support/eye.ts'
import { logIn, loginLink } from '../support/member.ts'
import { goOnTo, openNoScreen, overflowOf, screensOf, WALK_PROBLEMS } from '../support/screens.ts'
import { paleWords } from './pale-words.ts'

const LYING = { width: 844, height: 390 }
/** A window of 1280 x 1024 at 400 % (WCAG 1.4.10). */
const ENLARGED = { width: 320, height: 256 }
/** One on each side of the widths and heights at which a banner changes. */
const SIZES = [ENLARGED, PHONE, LYING, TABLET, { width: 1920, height: 1080 }]

/** More than a screen's own controls before its lists. */
const STROKES = 40

const CLOCK = /\b\d{1,2}:\d\d\b.{0,4}/g

/** What one screen gets wrong for eyes and hands other than its author's, by the way in which it is viewed. */
const look = async (page: Page): Promise<Record<string, unknown>> => {
  const wrong: Record<string, unknown> = {}
  const note = (what: string, found: readonly string[]) => {
    if (found.length > 0) wrong[what] = found
  }
  if ((await overflowOf(page)) > 0) note('on a phone', ['scrolls sideways'])
  note('cut or covered', await hiddenWords(page))
  note('broken names', await brokenNames(page))
  note('cut accents', await cutAccents(page))
  await spaceOut(page, true)
  note('with the spacing of WCAG 1.4.12', await hiddenWords(page))
  await spaceOut(page, false)
  for (const size of [LYING, ENLARGED]) {
    const name = `${size.width} x ${size.height}`
    await page.setViewportSize(size)
    if ((await overflowOf(page)) > 0) note(name, ['scrolls sideways'])
    if ((await heldHeight(page)) > 0.6) note(name, ['what stays in place leaves too little room'])
    note(`${name}: words`, await hiddenWords(page))
  }
  await enlarge(page, true)
  if ((await overflowOf(page)) > 0) note('enlarged, with large letters', ['scrolls sideways'])
  await enlarge(page, false)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ forcedColors: 'active' })
  note("in the system's colours", await withoutEdge(page))
  await page.emulateMedia({ forcedColors: 'none' })
  note('by keyboard', await walkByKeyboard(page, STROKES))
  return wrong
}

/** Goes on to a screen and waits for its late parts, too, which would move what is being measured. The draft's channel asks on for ever. */
const goOnToWhole = async (page: Page, path: string) => {
  const asked = new Set<Request>()
  const ask = (request: Request) => {
    if (!request.url().includes('/ws/draft/')) asked.add(request)
  }
  const end = (request: Request) => asked.delete(request)
  page.on('request', ask).on('requestfinished', end).on('requestfailed', end)
  await goOnTo(page, path)
  // Parts ask for others as they come.
  for (let quiet = 0; quiet < 3; quiet = asked.size > 0 ? 0 : quiet + 1) await page.waitForTimeout(50)
  page.off('request', ask).off('requestfinished', end).off('requestfailed', end)
}

describe('for every eye and hand', () => {
  test('every screen has a title and one clock, and keeps its words, its edges and its way through', async ({
    openTab,
  }) => {
    // A device whose own clock has twelve hours.
    const { page, expectProblems } = await openTab({ locale: 'en-US' })
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await openNoScreen(page)
    const wrong: Record<string, unknown> = {}
    const clocks: string[] = []
    for (const path of await screensOf(page, 1)) {
      await goOnToWhole(page, path)
      expect(await page.title(), path).toMatch(path === '/' ? /^Hockey Pool$/ : /.+ · Hockey Pool$/)
      clocks.push(...((await page.getByRole('main').innerText()).match(CLOCK) ?? []))
      const found = await look(page)
      if (Object.keys(found).length > 0) wrong[path] = found
    }
    expect(wrong, JSON.stringify(wrong)).toEqual({})
    expect(clocks.length).toBeGreaterThan(20)
    expect(clocks.filter((time) => /^\d:|[ap]\.?m/i.test(time))).toEqual([])
  })

  test("a premium member's board keeps its figures apart on the narrowest phone, and cuts none", async ({
    openTab,
  }) => {
    const { page } = await openTab({ viewport: { width: 320, height: 640 } })
    await logIn(page, 'premium')
    await page.goto('/draft')
    await page.locator('.box .tag').nth(20).waitFor()
    const rows = await page.locator('.box .table-body .row').evaluateAll((all) =>
      all.slice(0, 10).map((row) => {
        /** The edges of a column's words; of the tag's field its own. */
        const edges = (place: string) => {
          const range = document.createRange()
          range.selectNodeContents(row.querySelector(`.at-${place}`) ?? row)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        }
        return { fantasy: edges('fantasy'), tag: edges('tag'), nhl: edges('nhl'), team: edges('team') }
      }),
    )
    expect(rows).toHaveLength(10)
    for (const { fantasy, tag, nhl, team } of rows) {
      expect(tag.left - fantasy.right).toBeGreaterThanOrEqual(12)
      expect(nhl.left).toBeGreaterThanOrEqual(tag.right)
      expect(team.left).toBeGreaterThan(nhl.right)
      expect(team.right).toBeLessThanOrEqual(320)
    }
  })

  test('words on pictures can be read at all sizes', async ({ tab: { page } }) => {
    const wrong: Record<string, unknown> = {}
    const scan = async (path: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const size of colorScheme === 'light' ? SIZES : [DESKTOP]) {
          await page.setViewportSize(size)
          const pale = await paleWords(page)
          if (pale.length > 0) wrong[`${path} ${size.width} x ${size.height} ${colorScheme}`] = pale
        }
      }
    }
    await page.goto('/')
    await loginLink(page).waitFor()
    await page.waitForLoadState('networkidle')
    await scan('/')
    await logIn(page, 'premium')
    await openNoScreen(page)
    // One for each picture, and a team with the longest of names.
    for (const path of ['/', '/standings', '/skaters', '/goalies', '/teams/1', '/players-preview']) {
      await goOnToWhole(page, path)
      await scan(path)
    }
    expect(wrong, JSON.stringify(wrong)).toEqual({})
  })

  test('whatever can be tapped looks pressed as soon as a finger is on it', async ({ openTab }) => {
    const { page, expectProblems } = await openTab({ hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
    expectProblems(WALK_PROBLEMS)
    await logIn(page, 'admin')
    await openNoScreen(page)
    const known = new Set<string>()
    const wrong: Record<string, unknown> = {}
    const press = async (where: string) => {
      const found = await deafControls(page, known)
      if (found.length > 0) wrong[where] = found
    }
    for (const path of await screensOf(page, 1)) {
      await goOnToWhole(page, path)
      await press(path)
    }
    await page.getByRole('button', { name: /^Menu/ }).tap()
    for (const group of ['All Teams', 'Management', 'admin']) {
      await page.locator('.bar-menu').getByRole('button', { name: group, exact: true }).tap()
      await press(`menu, ${group}`)
    }
    expect(known.size).toBeGreaterThan(60)
    // Every kind again where the look is another: in the dark, and in the system's colours.
    for (const media of [{ colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
      await page.emulateMedia({ reducedMotion: 'reduce', ...media })
      known.clear()
      for (const path of ['/skaters', '/teams/1', '/draft']) {
        await goOnToWhole(page, path)
        await press(`${path} ${JSON.stringify(media)}`)
      }
    }
    expect(wrong, JSON.stringify(wrong)).toEqual({})
  })
})
