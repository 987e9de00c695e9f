import autocannon from 'autocannon'
import { expect, test } from 'vitest'
import { getPlayers, getTeams } from '#contract/stats'
import { launchBrowser } from '../support/browser.ts'
import { logIn } from '../support/member.ts'
import { ask } from '../support/nginx.ts'
import { startBare } from './bare-server.ts'
import { median, print } from './figures.ts'
import { ownLeague } from './slow-phone.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 20

/** Answers every request with the same head and bytes: the least that a server on this machine can do. */
const BARE = `
  const { status, headers, body } = JSON.parse(process.env.ANSWER)
  const bytes = Buffer.from(body, 'base64')
  require('node:http').createServer((_, answer) => answer.writeHead(status, headers).end(bytes))
    .listen(Number(process.env.PORT), '127.0.0.1')
`

const sessionCookie = async (origin: string): Promise<string> => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ baseURL: origin })
    await logIn(page, 'member')
    return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  } finally {
    await browser.close()
  }
}

const requestsPerSecond = async (url: string, headers: Record<string, string>, status: number): Promise<number> => {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  const expected = result.statusCodeStats?.[`${status}`]?.count ?? 0
  if (result.errors > 0 || expected !== result.requests.total) {
    throw new Error(`${url} did not always answer ${status}: ${JSON.stringify(result.statusCodeStats)}`)
  }
  return result.requests.average
}

const skaters = `${getPlayers.path}?type=skater`
/** Twelve friends ask for less; it is the phone that must be fast. */
const LEAST_OF_BARE = 0.25

test('prepared answers', async () => {
  const league = await ownLeague({
    // As in use: requests are counted, and each writes its line.
    env: { RATE_LIMIT: '9999999', LOG_LEVEL: 'info' },
    keepsOutput: false,
  })
  const own = league.origin.replace('localhost', '127.0.0.1')
  const member = { cookie: await sessionCookie(league.origin), 'accept-encoding': 'br' }

  const share = async (path: string, headers: Record<string, string>): Promise<number> => {
    const answer = await ask(`${own}${path}`, headers)
    const { status, body } = answer
    const sent = { status, headers: { ...answer.headers, date: undefined, connection: undefined } }
    const bare = await startBare(BARE, { ANSWER: JSON.stringify({ ...sent, body: body.toString('base64') }) })
    const rounds = { own: [] as number[], bare: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.own.push(await requestsPerSecond(`${own}${path}`, headers, answer.status))
      rounds.bare.push(await requestsPerSecond(bare, headers, answer.status))
    }
    const [ours, least] = [median(rounds.own), median(rounds.bare)]
    print(`GET ${path} with a session: ${answer.status}, ${answer.body.length} bytes`, [
      `${(ours / least).toFixed(2)} of a bare server; ${Math.round(ours)} against ${Math.round(least)} requests/s`,
    ])
    return ours / least
  }

  const shares: Record<string, number> = {}
  for (const path of [getTeams.path, skaters]) {
    const whole = await ask(`${own}${path}`, member)
    shares[`304 of ${path}`] = await share(path, { ...member, 'if-none-match': whole.headers.etag ?? '' })
    shares[`200 of ${path}`] = await share(path, member)
  }
  expect(shares[`304 of ${skaters}`]).toBeGreaterThanOrEqual(LEAST_OF_BARE)
  expect(shares[`200 of ${skaters}`]).toBeGreaterThanOrEqual(LEAST_OF_BARE)
})
