import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { inject, onTestFinished, test } from 'vitest'
import { getTeams } from '#contract/stats'
import { launchBrowser } from '../support/browser.ts'
import { startLeagueCopy } from '../support/demo-league.ts'
import { freePort } from '../support/league-server.ts'
import { logIn } from '../support/member.ts'
import { ask } from '../support/nginx.ts'
import { median, print } from './figures.ts'

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

const startBare = async (answer: { status: number; headers: object; body: Buffer }): Promise<string> => {
  const port = await freePort()
  const told = JSON.stringify({ ...answer, body: answer.body.toString('base64') })
  const bare = spawn(process.execPath, ['-e', BARE], { env: { ANSWER: told, PORT: String(port) } })
  onTestFinished(async () => {
    bare.kill()
    await once(bare, 'exit')
  })
  const origin = `http://127.0.0.1:${port}`
  while ((await ask(origin).catch(() => null)) === null) await new Promise((resolve) => setTimeout(resolve, 50))
  return origin
}

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

test('GET /api/v1/stats/teams', async () => {
  const league = await startLeagueCopy(inject('demoLeague'))
  onTestFinished(league.end)
  const own = league.origin.replace('localhost', '127.0.0.1')
  const member = { cookie: await sessionCookie(league.origin), 'accept-encoding': 'br' }
  const whole = await ask(`${own}${getTeams.path}`, member)
  const conditional = { ...member, 'if-none-match': whole.headers.etag ?? '' }
  const unchanged = await ask(`${own}${getTeams.path}`, conditional)

  const lines: string[] = []
  for (const { what, headers, answer } of [
    { what: 'conditional request, nothing new (304)', headers: conditional, answer: unchanged },
    { what: `whole answer, ${whole.body.length} bytes (200)`, headers: member, answer: whole },
  ]) {
    const bare = await startBare({ ...answer, headers: { ...answer.headers, date: undefined, connection: undefined } })
    const rounds = { own: [] as number[], bare: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.own.push(await requestsPerSecond(`${own}${getTeams.path}`, headers, answer.status))
      rounds.bare.push(await requestsPerSecond(bare, headers, answer.status))
    }
    const [ours, least] = [median(rounds.own), median(rounds.bare)]
    lines.push(
      `${(ours / least).toFixed(2)} of a bare server: ${what}; ${Math.round(ours)} against ${Math.round(least)} requests/s`,
    )
  }
  print(`GET ${getTeams.path} with a session, against a bare server that sends the same bytes`, lines)
})
