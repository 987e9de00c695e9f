import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { LAUNCH } from '../support/browser.ts'
import { type LeagueCopy, startLeagueCopy } from '../support/demo-league.ts'
import { freePort } from '../support/free-port.mjs'
import { projectRoot } from '../support/league-server.ts'
import { logIn } from '../support/member.ts'
import { ask, hasNginx, startNginx } from '../support/nginx.ts'
import { standingsTable } from '../support/standings.ts'

/** Opens a live channel as the page's own script does. */
const openChannel = (page: Page): Promise<string> =>
  page.evaluate(async () => (await fetch(`/ws/draft/000/${crypto.randomUUID()}/xhr`, { method: 'POST' })).text())

const portOf = (origin: string) => new URL(origin).port

describe.skipIf(!hasNginx)('behind nginx', () => {
  let secure: number
  let origin: string
  let league: LeagueCopy
  let browser: Browser
  beforeAll(async () => {
    secure = await freePort()
    origin = `https://localhost:${secure}`
    league = await startLeagueCopy(inject('demoLeague'), { env: { PUBLIC_URL: origin, TRUST_PROXY: 'loopback' } })
    browser = await chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, '--ignore-certificate-errors'] })
  })
  afterAll(async () => {
    await browser?.close()
    await league?.end()
  })

  /** A member's browser has standings and the live channel. */
  const expectStandings = async () => {
    const page = await browser.newPage({ baseURL: origin, ignoreHTTPSErrors: true, serviceWorkers: 'block' })
    onTestFinished(() => page.close())
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    expect(await openChannel(page)).toBe('o\n')
    return page
  }

  test('the whole product works over https: files, API, login and standings', async () => {
    const plain = await freePort()
    const nginx = await startNginx('nginx.conf', {
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen 443 ': `listen 127.0.0.1:${secure} `,
      '127.0.0.1:3000': `127.0.0.1:${portOf(league.origin)}`,
    })
    onTestFinished(nginx.stop)

    const redirected = await ask(`http://localhost:${plain}/standings?standings_sort=name`)
    expect(redirected.status).toBe(301)
    expect(redirected.headers.location).toBe('https://localhost/standings?standings_sort=name')

    const shell = await ask(`${origin}/standings`, { accept: 'text/html', 'accept-encoding': 'br' })
    expect(shell.status).toBe(200)
    expect(shell.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' })
    expect(shell.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
    expect(
      (
        await ask(`${origin}/standings`, {
          accept: 'text/html',
          'if-none-match': shell.headers.etag ?? '',
          'accept-encoding': 'br',
        })
      ).status,
    ).toBe(304)
    expect((await ask(`${origin}/metrics`)).status).toBe(404)

    const refused = await ask(`${origin}/api/v1/user`)
    expect([refused.status, JSON.parse(refused.body.toString())]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])

    const page = await expectStandings()
    const session = (await page.context().cookies()).find(({ name }) => name.startsWith('__Host-'))
    expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  test('the built web app alone can be served in front of another server', async () => {
    const nginx = await startNginx('nginx-web-only.conf', {
      'listen 443 ': `listen 127.0.0.1:${secure} `,
      '127.0.0.1:8080': `127.0.0.1:${portOf(league.origin)}`,
      // The demo's identity provider lives in the server; a real one has another address.
      '^/(api|auth|ws)/': '^/(api|auth|ws|idp)/',
      'root /srv/hockey-pool;': `root ${projectRoot}/dist/web;`,
    })
    onTestFinished(nginx.stop)

    // Security and caching are those of the product's own server.
    const html = { accept: 'text/html' }
    const [own, shell] = await Promise.all([ask(`${league.origin}/standings`, html), ask(`${origin}/standings`, html)])
    expect(shell.body).toEqual(own.body)
    for (const name of [
      'content-security-policy',
      'cache-control',
      'strict-transport-security',
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
    ]) {
      expect(shell.headers[name], name).toBe(own.headers[name])
    }
    for (const [path, type] of [
      ['/sw.js', 'javascript'],
      ['/manifest.webmanifest', 'application/manifest+json'],
      ['/favicon.svg', 'image/svg+xml'],
      ['/icons/icon-192.png', 'image/png'],
    ] as const) {
      const { status, headers } = await ask(`${origin}${path}`)
      expect([status, headers['cache-control']], path).toEqual([200, 'no-cache'])
      expect(headers['content-type'], path).toContain(type)
    }
    // The same addresses are pages, and the same are not.
    const navigation = { 'sec-fetch-mode': 'navigate' }
    const subresource = { 'sec-fetch-mode': 'no-cors', accept: 'text/html' }
    for (const [path, headers, status] of [
      ['/', {}, 200],
      ['/standings', navigation, 200],
      ['/metrics', {}, 404],
      ['/metrics', { accept: '*/*' }, 404],
      ['/standings', subresource, 404],
      ['/missing.png', navigation, 404],
    ] as const) {
      const [answer, ownAnswer] = [
        await ask(`${origin}${path}`, headers),
        await ask(`${league.origin}${path}`, headers),
      ]
      expect([answer.status, ownAnswer.status], `${path} ${JSON.stringify(headers)}`).toEqual([status, status])
    }
    const asset = /\/assets\/[^"]+\.js/.exec(shell.body.toString())?.[0]
    const script = await ask(`${origin}${asset}`, { 'accept-encoding': 'gzip' })
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    })
    expect((await ask(`${origin}/assets/missing.js`)).status).toBe(404)

    const refused = await ask(`${origin}/api/v1/user`)
    expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store'])

    await expectStandings()
  })
})
