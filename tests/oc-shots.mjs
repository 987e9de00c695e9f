import { open, browser, origin } from './oc-look.mjs'
for (const [name, size, scheme] of [['phone', { width: 390, height: 844 }, 'light'], ['wide', { width: 1280, height: 800 }, 'dark']]) {
  const page = await open('admin', size, scheme)
  await page.goto(`${origin}/history/20252026`); await page.getByText('corrections by the NHL').click(); await page.waitForTimeout(600)
  await page.screenshot({ path: `/tmp/oc/season-${name}.png`, fullPage: true })
  await page.goto(`${origin}/teams/1?season=20252026`); await page.getByRole('heading', { name: 'Players at the End' }).waitFor(); await page.waitForTimeout(800)
  const h = page.getByRole('heading', { name: 'Corrections' }); if (await h.count()) { await h.scrollIntoViewIfNeeded(); await page.screenshot({ path: `/tmp/oc/team-${name}.png` }) } else console.log('no corrections for team 1')
  await page.goto(`${origin}/league/corrections`); await page.getByRole('button', { name: /^A trade/ }).click()
  await page.getByLabel('Team').selectOption({ index: 2 }); await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'See What It Does' }).click(); await page.waitForTimeout(400)
  await page.screenshot({ path: `/tmp/oc/corr-${name}.png`, fullPage: true })
  await page.getByRole('button', { name: /^Player onto/ }).click(); await page.getByLabel('Team').selectOption({ index: 2 }); await page.waitForTimeout(300)
  await page.getByRole('searchbox').or(page.getByLabel(/name/i)).first().fill('bra'); await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/oc/onto-${name}.png`, fullPage: true })
}
await browser.close()
