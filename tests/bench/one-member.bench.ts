import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LIVE } from '#contract/limits'
import { Visitor } from '../server/auth-visitor.ts'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { type LeagueServer, projectRoot, startLeagueServer } from '../support/league-server.ts'
import { percentile, print } from './figures.ts'

/** Another built checkout to measure instead, such as an older one. */
const home = process.env.BENCH_HOME ?? projectRoot

const OTHERS = ['premium', 'newcomer', 'admin']
const CONNECTIONS = 100
const MEASURED_MS = 15_000
/** Others may wait so many times as long as without that member, and a little. */
const MOST_TIMES = 4
const MORE_MS = 50

/** Sends requests over so many connections, each as soon as the one before is answered; `#` in the path is always another word. */
const GREEDY = `
  const http = require('node:http')
  const { origin, method, path, headers, connections } = JSON.parse(process.env.WHAT)
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const statuses = {}
  let sent = 0
  const next = () => {
    const word = 'c' + process.pid + '-' + ++sent
    http.request(origin + path.replace('#', word), { method, headers, agent }, (answer) => {
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
      answer.resume().on('end', next)
    }).on('error', () => setTimeout(next, 10)).end()
  }
  for (let each = 0; each < connections; each++) next()
  process.on('SIGTERM', () => process.stdout.write(JSON.stringify(statuses), () => process.exit()))
`

let server: LeagueServer
let origin: string
let own: { teamId: number; playerId: number; cookie: string }

const logIn = async (member: string): Promise<string> => {
  const visitor = new Visitor()
  const form = await visitor.go(`${server.origin}/auth/login`)
  await visitor.go(form.url, { method: 'POST', form: { member } })
  return `pool-session=${visitor.cookie('pool-session')}`
}

beforeAll(async () => {
  const dataDir = await temporaryFolder()
  server = await startLeagueServer({
    home,
    dataDir,
    env: { RATE_LIMIT: '9999999', LOG_LEVEL: 'info' },
    keepsOutput: false,
  })
  origin = server.origin.replace('localhost', '127.0.0.1')
  const cookie = await logIn('member')
  const asked = async (path: string) => (await fetch(`${origin}/api/v1${path}`, { headers: { cookie } })).json()
  const [skater] = await asked('/stats/players?type=skater')
  own = { cookie, teamId: (await asked('/user')).teamId, playerId: skater.id }
}, 240_000)
afterAll(async () => {
  await server.stop()
  await removeFolder(server.dataDir)
})

/** What others wait for: prepared answers and such as the database is asked for. */
const PAGES = [
  '/stats/teams',
  '/roster/teams/1/players?current=true',
  '/user',
  '/draft/pick-sequence',
  '/trading/trades',
]

/** Milliseconds of the requests of a few others, each with a pause between two. */
async function othersWait(cookies: readonly string[]): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + MEASURED_MS
  await Promise.all(
    cookies.map(async (cookie, index) => {
      for (let turn = index; performance.now() < until; turn += 1) {
        const began = performance.now()
        const answer = await fetch(`${origin}/api/v1${PAGES[turn % PAGES.length]}`, { headers: { cookie } })
        await answer.arrayBuffer()
        expect(answer.status).toBe(200)
        times.push(performance.now() - began)
        await wait(20)
      }
    }),
  )
  return times
}

const told = (times: readonly number[]): string =>
  `p50 ${percentile(times, 50).toFixed(1)}, p99 ${percentile(times, 99).toFixed(1)} ms (${times.length} requests)`

function greedy(what: { method: string; path: string; headers: Record<string, string> }): ChildProcess {
  const process = spawn(globalThis.process.execPath, ['-e', GREEDY], {
    env: { WHAT: JSON.stringify({ origin, connections: CONNECTIONS, ...what }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void process.kill('SIGKILL'))
  return process
}

async function stopped(process: ChildProcess): Promise<string> {
  let printed = ''
  process.stdout?.on('data', (text) => {
    printed += text
  })
  process.kill()
  await once(process, 'close')
  return printed
}

const GREED: readonly [string, () => { method: string; path: string }][] = [
  ['opens live channels', () => ({ method: 'POST', path: `${LIVE.path}/000/#/xhr` })],
  ['sends to live channels', () => ({ method: 'POST', path: `${LIVE.path}/000/#/xhr_send` })],
  ['reads the draft board', () => ({ method: 'GET', path: '/api/v1/draft/boxes?any=#' })],
  ['reads a player', () => ({ method: 'GET', path: `/api/v1/stats/players/${own.playerId}/time-series?any=#` })],
  ['empties a cart', () => ({ method: 'DELETE', path: `/api/v1/trading/teams/${own.teamId}/shopping-cart?any=#` })],
  [
    'is refused a lineup',
    () => ({ method: 'PUT', path: `/api/v1/roster/teams/${own.teamId}/roster-entries/1?scratch-status=dressed&any=#` }),
  ],
  ['asks for a team that does not exist', () => ({ method: 'GET', path: '/api/v1/stats/teams/99999?any=#' })],
]

describe(`others while one member, over ${CONNECTIONS} connections, `, () => {
  let others: string[]
  let alone: number[]
  const lines: string[] = []
  beforeAll(async () => {
    others = await Promise.all(OTHERS.map(logIn))
    await othersWait(others)
    alone = await othersWait(others)
    lines.push(`is quiet: ${told(alone)}`)
  }, 120_000)
  afterAll(() => print(`Others while one member, over ${CONNECTIONS} connections, ... (embedded database)`, lines))

  test.each(GREED)('%s', async (does, what) => {
    const headers = { cookie: own.cookie, 'x-requested-with': 'hockey-pool', 'accept-encoding': 'br' }
    const member = greedy({ ...what(), headers })
    await wait(1_000)
    const times = await othersWait(others)
    lines.push(`${does}: ${told(times)}, and was answered ${await stopped(member)}`)
    expect(percentile(times, 50)).toBeLessThan(MOST_TIMES * percentile(alone, 50) + MORE_MS)
  })
})
