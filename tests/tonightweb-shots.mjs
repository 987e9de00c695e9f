import { chromium } from 'playwright-core'
import { findChromium } from './support/find-chromium.mjs'
const base = 'http://localhost:3121'
const [,, who='member', path='/tonight', scene='mid', sizes='390x844', schemes='light', full='1', open=''] = process.argv
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--disable-gpu'] })
const cook = (night, scene) => {
  const n = structuredClone(night)
  const now = Date.now()
  if (scene === 'real') return n
  n.asOf = new Date(now - 8000).toISOString()
  if (scene === 'summer') return { ...n, games: [], lines: [], asOf: undefined, teams: n.teams.map(t=>({...t,points:0,done:0,playing:0,toPlay:0,total:t.officialTotal,rank:t.officialRank})) }
  const states = [['LIVE',2,'REG',754],['LIVE',1,'REG',0,true],['CRIT',4,'OT',192],['LIVE',5,'SO',0],['OFF',3,'OT'],['FINAL',3,'REG'],['PRE'],['FUT'],['PPD']]
  n.games.forEach((g, i) => {
    const s = scene === 'before' || scene==='next' ? ['FUT'] : states[i % states.length]
    g.state = s[0]; delete g.period; delete g.periodType; delete g.secondsLeft; delete g.intermission
    if (s[1]) g.period = s[1]; if (s[2]) g.periodType = s[2]; if (s[3] !== undefined) g.secondsLeft = s[3]; if (s[4]) g.intermission = true
    if (['FUT','PRE','PPD'].includes(s[0])) { delete g.away.score; delete g.home.score; g.start = new Date(now + (i+1) * 1800e3).toISOString() }
  })
  if (scene === 'next') { n.date = new Date(Date.parse(n.today)+3*864e5).toISOString().slice(0,10) }
  const byId = new Map(n.games.map(g => [g.id, g]))
  for (const l of n.lines) {
    const g = byId.get(l.gameId)
    if (['FUT','PRE','PPD'].includes(g.state)) { for (const k of ['goals','assists','powerPlayGoals','shortHandedGoals','gameWinningGoals','wins','overtimeLosses','shutouts']) delete l[k]; l.points = 0 }
    else if (g.state !== 'OFF' && g.state !== 'FINAL') { for (const k of ['gameWinningGoals','wins','overtimeLosses','shutouts']) delete l[k] }
  }
  n.lines = n.lines.filter(l => byId.get(l.gameId).state !== 'PPD')
  const mine = n.lines.filter(l => l.teamId === 3)
  if (mine[2]) { mine[2].scratched = true; mine[2].goals = 1; mine[2].points = 2 }
  for (const t of n.teams) {
    const own = n.lines.filter(l => l.teamId === t.teamId && !l.scratched)
    const st = l => byId.get(l.gameId).state
    t.points = own.reduce((a,l)=>a+l.points,0)
    t.done = own.filter(l=>['OFF','FINAL','OVER'].includes(st(l))).length
    t.toPlay = own.filter(l=>['FUT','PRE'].includes(st(l))).length
    t.playing = own.length - t.done - t.toPlay
    t.total = Math.round((t.officialTotal + t.points)*10)/10
  }
  n.teams.sort((a,b)=>b.total-a.total); n.teams.forEach((t,i)=>t.rank=i+1)
  return n
}
for (const size of sizes.split(',')) for (const scheme of schemes.split(',')) {
  const [width, height] = size.split('x').map(Number)
  const ctx = await browser.newContext({ baseURL: base, viewport: { width, height }, colorScheme: scheme, locale: 'en-CA', timezoneId: 'America/Toronto', serviceWorkers: 'block', hasTouch: width<800, isMobile: width<800 })
  const form = await ctx.request.get('/auth/login?return=%2Frobots.txt')
  await ctx.request.post(form.url(), { form: { member: who } })
  const page = await ctx.newPage()
  page.on('console', m => { if (m.type()==='error') console.log('console', m.text()) })
  page.on('pageerror', e => console.log('pageerror', e.message))
  await page.addInitScript(() => { window.__cls = []; new PerformanceObserver(l => { for (const e of l.getEntries()) window.__cls.push([e.value, e.hadRecentInput, (e.sources||[]).map(s=>s.node?.className||s.node?.nodeName)]) }).observe({ type: 'layout-shift', buffered: true }) })
  await page.route('**/api/v1/tonight', async r => { const a = await r.fetch(); const night = await a.json(); await r.fulfill({ response: a, json: cook(night, scene) }) })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(2500)
  if (open) { for (const s of (await page.locator('summary').all()).slice(0,2)) await s.click(); await page.waitForTimeout(300) }
  console.log(size, scheme, 'overflow', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'cls', JSON.stringify(await page.evaluate(() => window.__cls)))
  await page.screenshot({ path: `/tmp/tw-${who}-${path.replaceAll('/','_')}-${scene}-${size}-${scheme}.png`, fullPage: full==='1' })
  await ctx.close()
}
await browser.close()
