import AxeBuilder from '@axe-core/playwright'
import { chromium } from 'playwright-core'
import { findChromium } from './support/find-chromium.mjs'
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--disable-gpu'] })
for (const path of ['/tonight', '/standings', '/', '/teams/3', '/notifications']) for (const scheme of ['light','dark']) {
  const ctx = await browser.newContext({ baseURL: 'http://localhost:3121', viewport: { width: 390, height: 844 }, colorScheme: scheme, locale: 'en-CA', timezoneId: 'America/Toronto', serviceWorkers: 'block', reducedMotion: 'reduce' })
  const form = await ctx.request.get('/auth/login?return=%2Frobots.txt')
  await ctx.request.post(form.url(), { form: { member: 'member' } })
  const page = await ctx.newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(2000)
  if (path === '/tonight') for (const s of (await page.locator('summary').all()).slice(0,1)) await s.click()
  const r = await new AxeBuilder({ page }).analyze()
  console.log(path, scheme, r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.html.slice(0,140) + ' ' + (n.any[0]?.message ?? '')).join(' | ')))
  await ctx.close()
}
await browser.close()
