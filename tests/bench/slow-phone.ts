import type { BrowserContext, Locator, Page } from 'playwright-core'
import { median } from './figures.ts'

export const CPU_SLOWDOWN = 4
/** The app has done what it does after a launch, and the member reads, ms. */
export const SETTLED_MS = 3_500

declare global {
  interface Window {
    /** From the last tap until the first frame in which what was watched is another, ms. */
    tapToFrame?: number | undefined
  }
}

export const slowDown = async (context: BrowserContext, page: Page, rate: number): Promise<void> => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Taps; the time until the first frame without a question in which the elements of `watched` are others, or read otherwise, ms. */
export const timeOfTap = async (page: Page, target: Locator, watched: string): Promise<number> => {
  await page.evaluate((selector) => {
    window.tapToFrame = undefined
    const shown = () =>
      [...document.querySelectorAll(selector)].map((each) => `${each.getAttribute('href')} ${each.textContent}`).join()
    const onTap = ({ timeStamp }: Event) => {
      const before = shown()
      // Told of changes, not looking at every frame: that would make the page draw frames of its own.
      const changes = new MutationObserver(() => {
        if (shown() === before || document.querySelector('[role=alertdialog]')) return
        changes.disconnect()
        // This frame is laid out and painted when its callbacks are done: the next task finds it finished.
        requestAnimationFrame(() =>
          setTimeout(() => {
            window.tapToFrame = performance.now() - timeStamp
          }),
        )
      })
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    }
    window.addEventListener('click', onTap, { capture: true, once: true })
  }, watched)
  await target.tap()
  const time = await page.waitForFunction(() => window.tapToFrame)
  return Number(await time.jsonValue())
}

export const told = (values: readonly number[]): string =>
  `${Math.round(median(values))} ms (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`
