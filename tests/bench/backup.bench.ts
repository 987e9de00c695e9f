import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { getPlayers, getTeams } from '#contract/stats'
import type { Database } from '#server/db/engine/database'
import { openDatabase } from '#server/db/open-database'
import { copyOfLeague, removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { cookieOf } from '../support/demo-members.ts'
import { projectRoot, startLeagueServer } from '../support/league-server.ts'
import { databaseOnServer } from '../support/postgres-databases.ts'
import { addRacers, FIRST_TEAM, freeAgents, RACERS } from '../support/races.ts'
import { PUBLIC_URL } from '../support/server-processes.ts'
import { addressOf } from '../support/test-database.ts'
import { percentile, print } from './figures.ts'

/** Where the built server and command are; another checkout's, to compare with. */
const HOME = process.env.BUILD ?? projectRoot
const BACKUPS = 4
const QUIET_MS = 5_000
/** A request each; far more than a league's members make together. */
const EVERY_MS = 20
const silent = { warn: () => {} }

/** What a member asks for, by turns: prepared, read from the database, changed. */
const turns = (teamId: number, playerId: number): [method: string, path: string][] => {
  const own = `/api/v1/trading/teams/${teamId}/shopping-cart`
  return [
    ['GET', getTeams.path],
    ['GET', '/api/v1/user'],
    ['GET', `${getPlayers.path}?type=skater`],
    ['GET', own],
    ['POST', `${own}/players/${playerId}?action=buy`],
    ['GET', `/api/v1/roster/teams/${1 + (teamId % 12)}/players?current=true`],
    ['GET', '/api/v1/trading/trades'],
    ['DELETE', `${own}/players/${playerId}`],
  ]
}

interface Answered {
  due: number
  ms: number
}

/** Sends at a steady pace, whether the answers come or not, and notes when each was due and how long it took. */
function load(origin: string, cookies: readonly string[], agents: readonly number[]) {
  // A kept connection that the server closes just then would count as a failure.
  const agent = new Agent({ keepAlive: false })
  const answered: Answered[] = []
  const open = new Set<Promise<void>>()
  const failed: number[] = []
  let sent = 0
  let stopped = false
  const ask = (method: string, path: string, cookie: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { cookie, 'x-requested-with': 'hockey-pool', 'accept-encoding': 'br' }
      request(`${origin}${path}`, { agent, method, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
        .on('error', reject)
        .end()
    })
  const began = performance.now()
  const run = async () => {
    while (!stopped) {
      await wait(Math.max(0, began + sent * EVERY_MS - performance.now()))
      const due = began + sent * EVERY_MS
      const member = sent % RACERS
      const round = turns(FIRST_TEAM + member, agents[member] ?? 0)
      const [method, path] = round[(sent + Math.floor(sent / RACERS)) % round.length] ?? ['GET', '/healthz']
      sent += 1
      const answer = ask(method, path, cookies[member] ?? '')
        .then((status) => {
          answered.push({ due, ms: performance.now() - due })
          if (status !== 200) failed.push(status)
        })
        .catch(() => void failed.push(0))
        .finally(() => void open.delete(answer))
      open.add(answer)
    }
  }
  const running = run()
  return {
    answered,
    failed,
    stop: async () => {
      stopped = true
      await running
      await Promise.all(open)
    },
  }
}

async function backUp(path: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(HOME, 'dist/server/cli/league.js'), 'backup', path], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
}

async function measure(engine: string, dataDir: string, databaseUrl: string | null): Promise<void> {
  const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
  const folder = await temporaryFolder()
  const serve = {
    dataDir,
    home: HOME,
    env: { ...env, PUBLIC_URL, SCHEDULE: 'off', LOGIN: 'trial' },
    keepsOutput: false,
  }
  let server = await startLeagueServer(serve)
  await server.stop()
  const database: Database = await openDatabase({ dataDir, databaseUrl }, silent, 'job')
  await addRacers([{ database }])
  const agents = await freeAgents([{ database }])
  const cookies: string[] = []
  for (let racer = 0; racer < RACERS; racer += 1) {
    cookies.push(await cookieOf(database, `racer${FIRST_TEAM + racer}`, PUBLIC_URL, new Date()))
  }
  await database.close()
  server = await startLeagueServer(serve)
  const backups: { from: number; to: number }[] = []
  const members = load(server.origin.replace('localhost', '127.0.0.1'), cookies, agents)
  // What is made once is made: every member has asked for everything.
  await wait(EVERY_MS * RACERS * 8)
  const began = performance.now()
  try {
    for (let made = 0; made < BACKUPS; made += 1) {
      await wait(QUIET_MS)
      const from = performance.now()
      await backUp(join(folder, `${made}.backup`), { DATA_DIR: dataDir, ...env })
      backups.push({ from, to: performance.now() })
    }
    await wait(QUIET_MS)
  } finally {
    await members.stop()
    await server.stop()
    await rm(folder, { recursive: true })
  }
  // A request belongs to the moment at which it was sent; one that waited for a backup's end is not usual either.
  const isDuring = ({ due }: Answered) => backups.some(({ from, to }) => due >= from && due <= to)
  const measured = members.answered.filter(({ due }) => due >= began)
  const during = measured.filter(isDuring).map(({ ms }) => ms)
  const usual = measured.filter((each) => !isDuring(each)).map(({ ms }) => ms)
  const seconds = backups.map(({ from, to }) => (to - from) / 1000)
  const figures = (values: readonly number[]) =>
    `p50 ${percentile(values, 50).toFixed(1)}, p99 ${percentile(values, 99).toFixed(1)}, at most ${Math.max(...values).toFixed(1)} ms (${values.length} requests)`
  print(`${Math.round(1000 / EVERY_MS)} requests/s beside a backup, ${engine}`, [
    `without: ${figures(usual)}`,
    `with:    ${figures(during)}; a backup takes ${percentile(seconds, 50).toFixed(1)} s`,
    `refused: ${members.failed.length === 0 ? 'none' : JSON.stringify(Object.fromEntries([...new Set(members.failed)].map((status) => [status, members.failed.filter((each) => each === status).length])))}`,
  ])
  expect(members.failed).toEqual([])
  expect(percentile(during, 99) / percentile(usual, 99), 'p99 during a backup against the usual').toBeLessThan(2)
}

test('a backup beside requests, embedded database', { timeout: 900_000 }, async () => {
  const dataDir = await copyOfLeague(inject('demoLeague'))
  try {
    await measure('embedded database', dataDir, null)
  } finally {
    await removeFolder(dataDir)
  }
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a backup beside requests, PostgreSQL server',
  { timeout: 900_000 },
  async () => {
    const database = await databaseOnServer(process.env.TEST_DATABASE_URL ?? '')
    const dataDir = await temporaryFolder()
    try {
      await measure('PostgreSQL server', dataDir, await addressOf(database))
    } finally {
      await removeFolder(dataDir)
      await database.close()
    }
  },
)
