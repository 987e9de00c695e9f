import { By } from 'selenium-webdriver'
import { type Engine, within } from '../support/engine.ts'

/** The app as its member sees and touches it. */
export interface App {
  open(path: string): Promise<void>
  see(what: By): Promise<void>
  gone(what: By): Promise<void>
  press(what: By): Promise<void>
  /** Runs in the page; what it promises is waited for. */
  ask(script: string): Promise<unknown>
  /** Asks until the answer is yes, or what was looked for. */
  until(what: string, script: string): Promise<unknown>
}

export const text = (words: string): By => By.xpath(`//*[text()[contains(., "${words}")]]`)

/** A button or a link, by the whole of its name. */
export const control = (name: string): By =>
  By.xpath(
    `//*[self::button or self::a][@aria-label = "${name}" or (not(@aria-label) and normalize-space() = "${name}")]`,
  )

const SCREEN = 'return location.href + "\\n" + document.body.innerText'

/** How far the app's worker has come, and what it has kept. */
const WORKER = `return (async () => {
  const known = await navigator.serviceWorker.getRegistration()
  const workers = ['installing', 'waiting', 'active'].map((place) => place + ': ' + (known?.[place]?.state ?? 'none'))
  const names = [...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name)]
  return [...workers, 'the page has: ' + (navigator.serviceWorker.controller?.state ?? 'none'), ...names].join(', ')
})()`

export const appIn = (engine: Engine, origin: string): App => {
  const ask = (script: string) => engine.driver().executeScript(script)
  /** What goes wrong is easier to understand with what was there. */
  const wait = async <T>(what: string, look: () => Promise<T>) => {
    try {
      return await within(what, look)
    } catch (failure) {
      const screen = await ask(SCREEN).catch(String)
      const worker = await ask(WORKER).catch(String)
      throw new Error(`${what}\n${worker}\n${String(screen).slice(0, 2_000)}`, { cause: failure })
    }
  }
  const firstDrawn = async (what: By) => {
    for (const element of await engine.driver().findElements(what)) {
      const isShown = 'return arguments[0].getClientRects().length > 0'
      if (await engine.driver().executeScript(isShown, element)) return element
    }
    return null
  }
  return {
    open: (path) => engine.driver().get(origin + path),
    see: async (what) => void (await wait(`${what} is seen`, () => firstDrawn(what))),
    gone: async (what) => void (await wait(`${what} goes`, async () => (await firstDrawn(what)) === null)),
    press: async (what) =>
      // Redrawn between being found and being pressed, it is looked for again.
      void (await wait(`${what} is pressed`, async () => {
        const element = await firstDrawn(what)
        if (element === null) return false
        // WebKit's driver does not get to what lies under a bar at the edge.
        await engine
          .driver()
          .executeScript('arguments[0].scrollIntoView({ block: "center", inline: "center" })', element)
        await element.click()
        return true
      })),
    ask,
    until: (what, script) => wait(what, () => ask(script)),
  }
}
