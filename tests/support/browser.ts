import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, findHeadlessShell } from './find-chromium.mjs'

const WHOLE = findChromium() ?? undefined

export const LAUNCH = {
  executablePath: findHeadlessShell() ?? WHOLE,
  chromiumSandbox: false,
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1280, height: 800 }

/** Long for a busy machine, and short enough that a test that goes wrong says so soon. */
const ACTION_LIMIT_MS = 30_000

/** What the browser itself reports when a request gets no answer; expected where a test takes the network away. */
export const NETWORK_LOST =
  /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|FAILED)/

/** What a server answers while it starts or ends; expected where a test stops it under an open app. */
export const SERVER_AWAY = /status of 503/

/** What a visitor's first page asks at once is answered with 401, and the browser prints every 401. */
const VISITOR_401 = /\/api\/v1\/(user|stats\/teams): .*status of 401/

export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  /** Another start of the app on this device: a new tab, the old ones closed. */
  relaunch(path: string): Promise<Page>
  /** Lets console errors pass that a test causes on purpose. */
  expectProblems(pattern: RegExp): void
  /** Unexpected console errors, page errors and violations of the content security policy so far. */
  problems(): string[]
  close(): Promise<void>
}

export interface DeviceOptions extends BrowserContextOptions {
  origin: string
  /** A folder that outlives the browser; without it everything is forgotten at the end. */
  profile?: string
  /** Chromium with its surroundings, which alone show notifications and have settings. */
  whole?: boolean
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(LAUNCH)

const watch = (context: BrowserContext, problems: string[]) => {
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(error.error().stack || String(error.error())))
}

/** Opens the app's surroundings: a phone unless told otherwise, in the language and the time zone of the tests. */
export const openDevice = async (
  browser: Browser | null,
  { origin, profile, whole = false, ...options }: DeviceOptions,
): Promise<Device> => {
  const settings: BrowserContextOptions = {
    baseURL: origin,
    viewport: PHONE,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    ...options,
  }
  const executablePath = whole ? WHOLE : LAUNCH.executablePath
  const context =
    browser === null || whole
      ? await chromium.launchPersistentContext(profile ?? '', { ...LAUNCH, executablePath, ...settings })
      : await browser.newContext(settings)
  context.setDefaultTimeout(ACTION_LIMIT_MS)
  const seen: string[] = []
  const expected = [VISITOR_401]
  watch(context, seen)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      reportError(new Error(`content security policy: ${effectiveDirective} refused ${blockedURI} in ${sourceFile}`)),
    )
  })
  let page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    get page() {
      return page
    },
    async relaunch(path) {
      const before = context.pages()
      page = await context.newPage()
      await Promise.all(before.map((old) => old.close()))
      await page.goto(path)
      return page
    },
    expectProblems: (pattern) => void expected.push(pattern),
    problems: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    close: () => context.close(),
  }
}
