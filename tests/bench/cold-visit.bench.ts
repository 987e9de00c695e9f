import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type AlteredBuild, alteredBuild } from '../support/altered-build.ts'
import { openDevice } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { median, print } from './figures.ts'
import { CPU_SLOWDOWN, ownLeague } from './slow-phone.ts'

const RUNS = 5
/** A phone at the rink: 1.6 Mbit/s each way, 150 ms for a round trip. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const TARGETS_MS = { paint: 1_100, rows: 1_500 }

interface Visit {
  /** Since the page was asked for, ms. */
  readonly paint: number
  readonly rows: number
  /** What came over the network until then. */
  readonly bytes: number
}

declare global {
  interface Window {
    coldVisit?: Visit
  }
}

/** A page with twelve rows that stand behind as many bytes as the app needs for its own, and nothing else to do. */
const addStaticPage = (build: AlteredBuild, bytes: number) => {
  const rows = Array.from({ length: 12 }, (_, row) => `<p role="rowheader">Team ${row + 1}</p>`).join('')
  const padding = randomBytes(Math.max(0, bytes)).toString('base64').slice(0, bytes)
  return build.add(
    'static.html',
    `<!doctype html><title>Static</title><p>Standings</p><!--${padding}-->${rows}<!--${' '.repeat(64)}-->`,
  )
}

test("a member's first visit on a slow network", { timeout: 900_000 }, async () => {
  const build = await alteredBuild()
  onTestFinished(build.remove)
  const league = await ownLeague({ home: build.home })

  /** A browser that has only the member's cookie. */
  const visit = async (path: string): Promise<Visit> => {
    const phone = await openDevice(null, { origin: league.origin })
    try {
      await logIn(phone.page, 'member', '/robots.txt')
      await phone.context.addInitScript(() => {
        const look = () => {
          if (document.querySelectorAll('[role=rowheader]').length < 12) return requestAnimationFrame(look)
          // The frame after this one is on the screen.
          return requestAnimationFrame(() =>
            setTimeout(() => {
              const entries = [
                ...performance.getEntriesByType('navigation'),
                ...performance.getEntriesByType('resource'),
              ]
              window.coldVisit ??= {
                paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
                rows: performance.now(),
                bytes: entries.reduce(
                  (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0),
                  0,
                ),
              }
            }),
          )
        }
        look()
      })
      const devtools = await phone.context.newCDPSession(phone.page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', NETWORK)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
      await phone.page.goto(path, { waitUntil: 'commit' })
      const seen = await phone.page.waitForFunction(() => window.coldVisit)
      return (await seen.jsonValue()) ?? { paint: Number.NaN, rows: Number.NaN, bytes: 0 }
    } finally {
      await phone.close()
    }
  }
  const visits = async (path: string): Promise<Visit[]> => {
    await visit(path)
    const seen: Visit[] = []
    for (let run = 0; run < RUNS; run += 1) seen.push(await visit(path))
    return seen
  }
  const told = (seen: readonly Visit[], what: 'paint' | 'rows') => {
    const values = seen.map((each) => each[what])
    return `${Math.round(median(values))} ms (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`
  }

  for (const path of ['/standings', '/']) {
    const app = await visits(path)
    const bytes = Math.round(median(app.map((each) => each.bytes)))
    await league.stop()
    await addStaticPage(build, bytes)
    await league.start()
    const floor = await visits('/static.html')
    const rows = (seen: readonly Visit[]) => median(seen.map((each) => each.rows))
    print(`First visit to ${path} with an empty cache, 1.6 Mbit/s, 150 ms, CPU ${CPU_SLOWDOWN}x slower, ${RUNS} runs`, [
      `${told(app, 'paint')}  first paint (at most ${TARGETS_MS.paint})`,
      `${told(app, 'rows')}  rows (at most ${TARGETS_MS.rows}), after ${Math.round(bytes / 1000)} kB`,
      `${told(floor, 'rows')}  rows of a static page behind the same bytes`,
      `${(rows(app) / rows(floor)).toFixed(2)}  ratio`,
    ])
    expect.soft(median(app.map(({ paint }) => paint)), `first paint of ${path}`).toBeLessThanOrEqual(TARGETS_MS.paint)
    expect.soft(rows(app), `rows of ${path}`).toBeLessThanOrEqual(TARGETS_MS.rows)
  }
})
