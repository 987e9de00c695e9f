import type { BrowserContext, CDPSession, Page } from 'playwright-core'

// What a test counts in a page while it does something else.

declare global {
  interface Window {
    /** How often something on the page was tapped. */
    taps?: number
    /** Sum of the layout shifts of this page, as the browser scores them. */
    shifted?: number
    /** The words of what has moved. */
    moved?: string[]
  }
}

export const countTaps = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.taps = 0
    addEventListener('click', () => Object.assign(window, { taps: (window.taps ?? 0) + 1 }), { capture: true })
  })

/** Sums up what moves by itself on each page from its beginning. */
export const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    window.shifted = 0
    window.moved = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.shifted = (window.shifted ?? 0) + ('value' in entry ? Number(entry.value) : 0)
        const sources: { node: Node | null }[] = Reflect.get(entry, 'sources') ?? []
        window.moved?.push(...sources.map(({ node }) => node?.textContent?.slice(0, 80) ?? 'something that is gone'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What the browser's tools call the page's worker. */
export const registrationIdOf = async (devtools: CDPSession): Promise<string> => {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [known] }) => {
      if (known) resolve(known.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return registered
}
