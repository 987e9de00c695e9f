import { browser, open, origin } from './oc-look.mjs'

const page = await open('admin')
await page.goto(`${origin}/league/backup`)
await page.getByRole('heading', { name: 'Recent backups' }).waitFor()
await page.waitForTimeout(1500)
console.log('before', await page.getByRole('listitem').allTextContents())
const t = Date.now()
page.on('response', (r) => r.url().includes('backups') && console.log((Date.now() - t) / 1000, r.url(), r.status()))
const [dl] = await Promise.all([
  page.waitForEvent('download'),
  page.getByRole('link', { name: 'Download a backup' }).click(),
])
console.log('download event', (Date.now() - t) / 1000)
await dl.path()
console.log('done', (Date.now() - t) / 1000)
for (let i = 0; i < 30; i++) {
  await page.waitForTimeout(1000)
  const l = await page.locator('ul[aria-label=Backups] li').allTextContents()
  if (l.length) {
    console.log('shown', (Date.now() - t) / 1000, l)
    break
  }
}
await page.screenshot({ path: '/tmp/oc/backup.png' })
await browser.close()
