import { open, browser, origin } from './oc-look.mjs'
const page = await open('admin')
console.log(await page.evaluate(async () => { const r = await fetch('/api/v1/history/20252026/nhl-corrections'); return [r.status, (await r.text()).slice(0, 300)] }))
console.log(await page.evaluate(async () => (await (await fetch('/api/v1/user')).json())))
await page.goto(`${origin}/history/20252026`); await page.waitForTimeout(3000); console.log(await page.locator('main').innerText()); await page.screenshot({ path: '/tmp/oc/q.png', fullPage: true })
await browser.close()
