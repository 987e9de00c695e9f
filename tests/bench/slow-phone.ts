import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { type Device, type DeviceOptions, launchBrowser, openDevice } from '../support/browser.ts'
import { type LeagueCopy, startLeagueCopy } from '../support/demo-league.ts'
import { logIn } from '../support/member.ts'
import { median } from './figures.ts'

export const CPU_SLOWDOWN = 4
/** The app has done what it does after a launch, and the member reads, ms. */
export const SETTLED_MS = 3_500
/** Rows that a scroll brings into sight have been drawn, ms. */
const SCROLLED_MS = 300

declare global {
  interface Window {
    /** From the next tap until the first frame in which what is watched is another, ms. */
    tapToFrame?: Promise<number>
  }
}

/** Until the test ends. */
export const ownBrowser = async (): Promise<Browser> => {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  return browser
}

/** A server with a copy of the demo league, until the test ends. */
export const ownLeague = async (options?: Parameters<typeof startLeagueCopy>[1]): Promise<LeagueCopy> => {
  const league = await startLeagueCopy(inject('demoLeague'), options)
  onTestFinished(league.end)
  return league
}

/** A phone with a demo league's member, at home on the standings. */
export const memberPhone = async (options: Partial<DeviceOptions> = {}): Promise<Device> => {
  const { origin } = await ownLeague()
  const device = await openDevice(await ownBrowser(), { origin, hasTouch: true, ...options })
  onTestFinished(device.close)
  await logIn(device.page, 'member')
  return device
}

export const slowDown = async (context: BrowserContext, page: Page, rate: number): Promise<void> => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Taps; the time until the first frame without a question in which the elements of `watched` are others, or read otherwise, ms. */
export const timeOfTap = async (page: Page, target: Locator, watched: string): Promise<number> => {
  await page.evaluate(async (selector) => {
    const shown = () =>
      [...document.querySelectorAll(selector)].map((each) => `${each.getAttribute('href')} ${each.textContent}`).join()
    const before = shown()
    const isChanged = () => shown() !== before && !document.querySelector('[role=alertdialog]')
    // A frame is laid out and painted when its callbacks are done: the next task finds it finished. It has to be the
    // very next one: a timer or a message would come after whatever else waits for the frame to be over.
    const whenPainted = (report: () => void) =>
      requestAnimationFrame(() => void scheduler.postTask(report, { priority: 'user-blocking' }))
    const { promise, resolve } = Promise.withResolvers<number>()
    window.tapToFrame = promise
    const onTap = ({ timeStamp }: Event) => {
      // By events of changes, not by looking at every frame: that would make the page draw extra frames.
      const changes = new MutationObserver(() => {
        if (!isChanged()) return
        changes.disconnect()
        whenPainted(() => resolve(performance.now() - timeStamp))
      })
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    }
    // Once ahead, or the browser would compile what measures while it measures.
    isChanged()
    await new Promise<void>((painted) => whenPainted(painted))
    window.addEventListener('click', onTap, { capture: true, once: true })
  }, watched)
  // The thumb alone: `Locator.tap` looks at every step what lies under it, in the page that is measured.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'nearest' }))
  // Asked for ahead: a question in the middle, or one at every frame, would be measured, too.
  const time = page.evaluate(() => window.tapToFrame)
  await page.waitForTimeout(SCROLLED_MS)
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  return Number(await time)
}

export const told = (values: readonly number[]): string =>
  `${Math.round(median(values))} ms (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`
