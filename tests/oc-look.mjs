import { chromium } from 'playwright-core'
import { findChromium } from './support/find-chromium.mjs'

const origin = process.env.ORIGIN ?? 'http://localhost:3141'
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, chromiumSandbox: false })
export const open = async (user, size = { width: 390, height: 844 }, colorScheme = 'light') => {
  const context = await browser.newContext({
    viewport: size,
    colorScheme,
    timezoneId: 'America/Toronto',
    locale: 'en-CA',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  await page.goto(`${origin}/auth/login`)
  await page.getByRole('button', { name: user, exact: false }).first().click()
  await page.waitForURL((u) => !u.pathname.startsWith('/auth'))
  return page
}
export { browser, origin }
