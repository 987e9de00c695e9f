import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type AlteredBuild, alteredBuild } from '../support/altered-build.ts'
import { openDevice } from '../support/browser.ts'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { installed, logIn } from '../support/member.ts'
import { standingsTable } from '../support/standings.ts'
import { median, print } from './figures.ts'
import { CPU_SLOWDOWN, ownLeague } from './slow-phone.ts'

const RUNS = 9
const MOST = 1.3
const STATIC = '/static.html'

declare global {
  interface Window {
    /** When a frame with all rows of the table began, in ms since the page was asked for. */
    rowsDrawn?: number
  }
}

/** The page that the app shows, frozen: markup and styles, no script. */
const frozen = (page: Page): Promise<{ html: string; css: string }> =>
  page.evaluate(() => {
    const body = document.body.cloneNode(true)
    if (!(body instanceof HTMLElement)) throw new Error('The body is an element.')
    for (const script of body.querySelectorAll('script, noscript')) script.remove()
    // The policy of the server forbids style attributes in markup: they become rules.
    let rules = ''
    body.querySelectorAll<HTMLElement>('[style]').forEach((element, index) => {
      rules += `[data-s="${index}"]{${element.getAttribute('style')}}`
      element.removeAttribute('style')
      element.dataset.s = String(index)
    })
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
    const css = sheets.map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n')).join('\n') + rules
    const { lang, className } = document.documentElement
    return {
      css,
      html: `<!doctype html><html lang="${lang}" class="${className}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Static</title><link rel="stylesheet" href="/static.css"></head>${body.outerHTML}</html>`,
    }
  })

const addStaticPage = async (build: AlteredBuild, page: { html: string; css: string }) => {
  await build.add('static.html', page.html)
  await build.add('static.css', page.css)
  const entries = ['static.html', 'static.css'].map((url) => JSON.stringify({ url, revision: 'bench' })).join(',')
  await build.alter('sw.js', (script) => script.replace(/\[(?=\{["']?(?:revision|url)["']?:)/, `[${entries},`))
}

test('relaunch without a network', async () => {
  const build = await alteredBuild()
  onTestFinished(build.remove)
  const league = await ownLeague({ home: build.home })
  const profile = await temporaryFolder()
  onTestFinished(() => removeFolder(profile))
  const device = () => openDevice(null, { origin: league.origin, profile })

  const visit = await device()
  await logIn(visit.page, 'member')
  await standingsTable(visit.page).waitFor()
  const page = await frozen(visit.page)
  await visit.close()
  await league.stop()
  await addStaticPage(build, page)
  await league.start()

  const second = await device()
  await second.page.goto('/standings')
  await standingsTable(second.page).waitFor()
  await installed(second.page)
  await expect
    .poll(
      () =>
        second.page.evaluate(async () => (await caches.match('/static.html', { ignoreSearch: true })) !== undefined),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
  await second.close()
  await league.stop()

  /** A cold start of the browser each time, as a tap on the home screen is. */
  const launch = async (path: string): Promise<number> => {
    const phone = await device()
    try {
      await phone.context.addInitScript(() => {
        const look = () => {
          if (document.querySelectorAll('[role=rowheader]').length < 12) return requestAnimationFrame(look)
          window.rowsDrawn = performance.now()
        }
        look()
      })
      const devtools = await phone.context.newCDPSession(phone.page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
      await phone.page.goto(path)
      // The browser's own time of the picture. A script that counts frames ends before it on a page that has nothing else
      // to do, and after the start of the app's code on one that has.
      const painted = await phone.page.waitForFunction(
        () => window.rowsDrawn && performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      )
      const [drawn, first] = [await phone.page.evaluate(() => window.rowsDrawn), Number(await painted.jsonValue())]
      // The first picture holds the rows. Of the static page it may hold a part of them, which makes the floor lower.
      if (path !== STATIC) expect(drawn).toBeLessThanOrEqual(first)
      return first
    } finally {
      await phone.close()
    }
  }

  const times = { app: [] as number[], floor: [] as number[] }
  await launch('/standings')
  await launch(STATIC)
  for (let run = 0; run < RUNS; run += 1) {
    times.app.push(await launch('/standings'))
    times.floor.push(await launch(STATIC))
  }
  const [app, floor] = [median(times.app), median(times.floor)]
  const spread = (values: number[]) => `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`
  print(`Relaunch with the server stopped, 390 x 844, CPU ${CPU_SLOWDOWN}x slower, until the rows are painted`, [
    `${Math.round(app)} ms  the app, median of ${RUNS} (${spread(times.app)})`,
    `${Math.round(floor)} ms  a static page with the same table from the same worker (${spread(times.floor)})`,
    `${(app / floor).toFixed(2)}  ratio (at most ${MOST})`,
  ])
  expect(app / floor).toBeLessThanOrEqual(MOST)
})
