import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { test } from '../support/app-test.ts'
import { NETWORK_LOST } from '../support/browser.ts'
import { enter, installed, logIn } from '../support/member.ts'
import { AGE, goOnTo, openNoScreen, openScreen, screensOf } from '../support/screens.ts'
import { columnTexts, standingsTable } from '../support/standings.ts'
import { storedBy } from '../support/stored.ts'

/** Of the one who is called member. */
const OWN_TEAM = 3
/** The others show the moment, or have no table. */
const WITH_ROWS = /standings|skaters|goalies|draft-report|trades|roster-changes|^\/teams|players\/\d/

describe('without a network', () => {
  test('after one visit to Standings and with the server stopped, every screen opens with its rows and their age', async ({
    league,
    tab,
    phoneOf,
  }) => {
    const open = await phoneOf('member')
    await logIn(tab.page, 'member')
    await standingsTable(tab.page).waitFor()
    const before = await columnTexts(tab.page, 'Team')
    const paths = await screensOf(tab.page, OWN_TEAM)
    // It would go on asking a server that is gone.
    await tab.page.goto('about:blank')

    await league.stop()
    onTestFinished(() => league.start())
    const { page, expectProblems } = await open()
    expectProblems(NETWORK_LOST)
    await page.goto('/standings')
    await standingsTable(page).waitFor()
    expect(await columnTexts(page, 'Team')).toEqual(before)
    await page.getByText(AGE).filter({ visible: true }).first().waitFor()
    await page
      .getByText(/offline/i)
      .first()
      .waitFor()
    await page.getByText(/^Statistics last updated /).waitFor()

    for (const path of [...paths, '/teams/5', '/no/such/page']) {
      await openScreen(page, path)
      if (!WITH_ROWS.test(path) || (await page.getByText('This page is not available yet.').count()) > 0) continue
      expect(await page.getByRole('alert').count(), path).toBe(0)
      expect(await page.getByRole('row').count(), path).toBeGreaterThan(1)
    }
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()

    // Nothing of another team's player himself was asked for: the lists have his figures and his time with the team.
    await openScreen(page, '/teams/5')
    const player = page.getByRole('table', { name: 'Current Players' }).getByRole('rowheader').getByRole('link').first()
    await page.goto((await player.getAttribute('href')) ?? '')
    await page.getByRole('table', { name: 'Statistics' }).waitFor()
    await page.getByRole('table', { name: 'Roster' }).waitFor()
  })

  test('a blocked picture keeps no one from having the app offline', async ({ league, open }) => {
    const BLOCKED = '/art/banner-standings.svg'
    const blocker = createServer((asked, answer) => {
      const { pathname } = new URL(asked.url ?? '/', league.origin)
      if (pathname === BLOCKED) return answer.writeHead(403).end()
      const { method, headers } = asked
      const sent = request(asked.url ?? '/', { method, headers }, (back) => {
        answer.writeHead(back.statusCode ?? 502, back.headers)
        back.pipe(answer)
      })
      sent.on('error', () => answer.destroy())
      asked.pipe(sent)
    })
    // The test's own login goes through a tunnel.
    blocker.on('connect', (_, near) => {
      const far = connect(Number(new URL(league.origin).port), 'localhost', () => {
        near.write('HTTP/1.1 200 OK\r\n\r\n')
        near.pipe(far).pipe(near)
      })
      far.on('error', () => near.destroy())
      near.on('error', () => far.destroy())
    })
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      blocker.closeAllConnections()
      blocker.close()
    })
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { page, context, expectProblems } = await open({ proxy: { server: `http://127.0.0.1:${port}` } })
    expectProblems(/403/)
    expectProblems(NETWORK_LOST)
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    expect(await page.evaluate(async (path) => (await fetch(path)).status, BLOCKED)).toBe(403)
    await installed(page)
    await context.setOffline(true)
    await page.goto('/standings')
    await standingsTable(page).waitFor()
    expect(await page.getByText('The app could not be saved on this device.').count()).toBe(0)
  })

  test("a public network that answers everything itself replaces nothing of the pool's", async ({
    league,
    tab,
    phoneOf,
  }) => {
    const open = await phoneOf('member')
    await logIn(tab.page, 'member')
    await standingsTable(tab.page).waitFor()
    const before = await columnTexts(tab.page, 'Team')
    await tab.page.goto('about:blank')

    await league.stop()
    onTestFinished(() => league.start())
    const answers = [
      ['text/html', '<!doctype html><title>Welcome to the rink</title>'],
      ['application/json', '{"error":"Please accept the terms of use."}'],
    ] as const
    for (const [type, body] of answers) {
      const asked: string[] = []
      const portal = createServer((request, response) => {
        asked.push(request.url ?? '')
        response.writeHead(200, { 'Content-Type': type }).end(body)
      })
      await new Promise<void>((resolve) => portal.listen(Number(new URL(league.origin).port), '127.0.0.1', resolve))
      const end = async () => {
        portal.closeAllConnections()
        await new Promise((resolve) => portal.close(resolve))
      }
      try {
        const { page, close, expectProblems } = await open()
        // Neither is this a worker's new version, nor a picture.
        expectProblems(/./)
        // What the first frame holds, and what the worker has kept.
        for (const [path, address] of [
          ['/standings', '/api/v1/stats/teams'],
          ['/nhl-standings', '/api/v1/stats/nhl-teams'],
        ] as const) {
          await openScreen(page, path)
          await page.getByRole('table').first().waitFor()
          const timesRequested = () => asked.filter((each) => each === address).length
          const timesBefore = timesRequested()
          await page.getByRole('button', { name: 'Refresh' }).click()
          await expect.poll(timesRequested).toBeGreaterThan(timesBefore)
          await page.getByText(AGE).filter({ visible: true }).first().waitFor()
          expect(await page.getByRole('alert').count(), `${type} ${path}`).toBe(0)
        }
        expect(JSON.stringify(await storedBy(page))).not.toMatch(/Welcome to the rink|terms of use/)
        await close()
      } finally {
        await end()
      }
    }

    const { page, expectProblems } = await open()
    expectProblems(NETWORK_LOST)
    await page.goto('/standings')
    await standingsTable(page).waitFor()
    expect(await columnTexts(page, 'Team')).toEqual(before)
    await openScreen(page, '/nhl-standings')
    expect(await page.getByRole('row').count()).toBeGreaterThan(30)
  })

  test('with nothing but the member kept no screen says so in red', async ({ league, tab, phoneOf }) => {
    const open = await phoneOf('member')
    await enter(tab.context.request, 'member')
    const paths = await screensOf(tab.page, OWN_TEAM)
    await league.stop()
    onTestFinished(() => league.start())
    const { page, expectProblems } = await open({ whole: true })
    expectProblems(NETWORK_LOST)
    await page.goto('/rules')
    await page.evaluate(async () => {
      const glance = JSON.parse(localStorage.getItem('pool-glance') ?? '{}')
      localStorage.setItem('pool-glance', JSON.stringify({ ...glance, answers: { user: glance.answers.user } }))
      // The page writes what it has in memory a moment after each change, and when it is left.
      Storage.prototype.setItem = () => undefined
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('pool-cache')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const deleting = opening.result.transaction('snapshots', 'readwrite').objectStore('snapshots').clear()
          deleting.onerror = () => reject(deleting.error)
          deleting.onsuccess = () => resolve()
        }
      })
    })
    // Those of other roles refuse a member, which no connection would change.
    const ofOtherRoles = /^\/(draft-admin|players-preview|league)/
    await openNoScreen(page)
    for (const path of paths.filter((each) => !ofOtherRoles.test(each))) {
      await goOnTo(page, path)
      expect(await page.locator('.notice.error').allTextContents(), path).toEqual([])
      if (path !== '/') {
        const sentence = path === '/notifications' ? /can't be switched on or off now/ : /isn't saved on your phone yet/
        await expect.poll(() => page.getByText(sentence).count(), { message: path }).toBeGreaterThan(0)
      }
    }
  })
})
