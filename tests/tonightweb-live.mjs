import { chromium } from 'playwright-core'
import { findChromium } from './support/find-chromium.mjs'
const [,, who='member', path='/tonight', seconds='120', size='390x844', scheme='light'] = process.argv
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--disable-gpu'] })
const [width, height] = size.split('x').map(Number)
const ctx = await browser.newContext({ baseURL: 'http://localhost:3121', viewport: { width, height }, colorScheme: scheme, locale: 'en-CA', timezoneId: 'America/Toronto', serviceWorkers: 'allow' })
const form = await ctx.request.get('/auth/login?return=%2Frobots.txt')
await ctx.request.post(form.url(), { form: { member: who } })
const page = await ctx.newPage()
page.on('console', m => { if (m.type()==='error') console.log('console', m.text()) })
page.on('pageerror', e => console.log('pageerror', e.message))
await page.addInitScript(() => { window.__cls = []; new PerformanceObserver(l => { for (const e of l.getEntries()) if (!e.hadRecentInput) window.__cls.push([e.value, Math.round(e.startTime), (e.sources||[]).map(s=>(s.node?.className||s.node?.parentElement?.className||s.node?.nodeName)+' '+JSON.stringify([s.previousRect.y,s.currentRect.y]))]) }).observe({ type: 'layout-shift', buffered: true }) })
let asked = 0
page.on('request', r => { if (r.url().endsWith('/api/v1/tonight')) asked += 1 })
await page.goto(path)
await page.getByRole('heading', { level: 1 }).first().waitFor()
await page.waitForTimeout(3000)
await page.evaluate(() => {
  window.__log = []
  const s = document.querySelector('.banner-body [role=status]')
  if (s) new MutationObserver(() => { if (s.textContent) window.__log.push(s.textContent + ' || glow ' + [...document.querySelectorAll('.glow')].map(e => e.textContent).join(',')) }).observe(s, { childList: true, characterData: true, subtree: true })
})
const end = Date.now() + Number(seconds) * 1000
let n = 0
while (Date.now() < end) {
  await page.waitForTimeout(Math.min(20000, Number(seconds)*1000/4))
  await page.screenshot({ path: `/tmp/twl-${path.replaceAll('/','_')}-${size}-${n++}.png` })
}
console.log('asked', asked, 'cls', JSON.stringify(await page.evaluate(() => window.__cls)))
for (const l of await page.evaluate(() => window.__log ?? [])) console.log(l)
await browser.close()
