import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { BACKUP_PATH } from '#contract/office-records'
import type { Dice } from '#rules/pick-sequence'
import type { Engine } from '#server/db/engine/database'
import { commandOn } from '../support/command-on.ts'
import { cookieOf, type DemoServer, demoServer } from '../support/demo-members.ts'
import { startLeagueServer } from '../support/league-server.ts'
import { startCommand } from '../support/process-output.ts'
import { askingAt } from '../support/server-processes.ts'
import { rowsIn } from '../support/test-database.ts'
import { differing, leagueRows } from './league-rows.ts'
import { ADMIN, OFFICE_ACTIONS } from './office-actions.ts'
import type { Place } from './places.ts'

// A trade, and what an admin does in the office, is whole or absent, whenever the server is killed around it. Beside the league whose
// server is killed there is a copy of it, in which everything is done once and nothing is killed: after each step both
// have the same rows and show the same standings. An import is left out: it goes day by day, and goes on where it was
// (tests/trials/own-league.test.ts).

/** Something that is done in both leagues. */
interface Step {
  readonly name: string
  /** Looks at both leagues as they are before. */
  begin(): Promise<{
    /** Does it in the league that is left in peace. */
    once(): Promise<unknown>
    /** Asks the server that is killed for it, each time in the same words; fails when that was in vain. */
    send(): Promise<unknown>
  }>
  /** How long sending takes, ms; as long as `once` where nothing is said. */
  readonly takes?: number
}

const PUBLIC_URL = 'http://localhost:5199'
/** With passkeys: members are invited. */
const ENV = { PUBLIC_URL, SCHEDULE: 'off', LOGIN: 'accounts' }
/** Who is logged in. */
const MEMBERS = [ADMIN, 'premium']
const HISTORY = 'year,rank,team,member,points\n1994-1995,1,Rink Rats,Anna,612.50\n1994-1995,2,Old Boys,admin,600\n'

type Ask = DemoServer['ask']

/** The built command, beside the server or, once that is gone, by itself. */
const command = ({ dataDir, env }: Place, ...words: string[]): ChildProcess =>
  startCommand(words, { env: { DATA_DIR: dataDir, ...env }, stdio: 'ignore' })

/** What a killed process had begun on a PostgreSQL server ends there by itself, one way or the other. */
const isAtRest = (database: Engine): Promise<boolean> =>
  rowsIn(
    database,
    sql`select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  ).then((rows) => rows.length === 0)

const at = async <Found>(place: Place, work: (database: Engine) => Promise<Found>): Promise<Found> => {
  const database = await place.open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The logins are those of accounts: a server that has accounts ends any other. */
const haveAccounts = (database: Engine): Promise<unknown> =>
  rowsIn(database, sql`update session set subject = 'member-' || subject`)

/** Does the selected actions in both leagues, and kills the server of the first around each of them. Answers how often. */
export async function killOffice(
  killed: Place,
  calm: Place,
  dice: Dice,
  isSelected: (name: string) => boolean = () => true,
): Promise<number> {
  const since = Date.now()
  const [cookie = ''] = await at(killed, async (database) => {
    const cookies = await Promise.all(MEMBERS.map((member) => cookieOf(database, member, PUBLIC_URL, new Date())))
    await haveAccounts(database)
    return cookies
  })
  const database = await calm.open()
  const reference = await demoServer({ database, env: ENV })
  for (const member of MEMBERS) await reference.cookie(member)
  await haveAccounts(database)
  const server = await startLeagueServer({ dataDir: killed.dataDir, env: { ...ENV, ...killed.env } })
  const ask = askingAt(server.origin, () => cookie)
  let kills = 0

  let running: ChildProcess | null = null

  const calmRows = () => leagueRows(database, since)
  const killedRows = () =>
    at(killed, async (opened) => {
      await expect.poll(() => isAtRest(opened)).toBe(true)
      return leagueRows(opened, since)
    })

  const changing = ([name, request]: (typeof OFFICE_ACTIONS)[number]): Step => {
    const headers = { 'idempotency-key': name.replaceAll(' ', '-') }
    const decided = async (league: Ask, { path, ...asked }: Awaited<ReturnType<typeof request>>) => {
      const { status, body } = await league(ADMIN, path, { ...asked, headers })
      // An invitation is shown once; asked for with the same key again, it is there.
      if (body.code === 'SHOWN_ONCE' || body.link !== undefined) return 'shown once'
      expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200)
      return body
    }
    return {
      name,
      begin: async () => {
        const [calmly, asked] = [await request(reference.ask), await request(ask)]
        return { once: () => decided(reference.ask, calmly), send: () => decided(ask, asked) }
      },
    }
  }

  /** Sends it, with a kill from before it arrives to after it was answered; and again, until both leagues are the same. */
  const take = async ({ name, begin, takes }: Step) => {
    const { once: doOnce, send } = await begin()
    const before = await calmRows()
    const begun = performance.now()
    await doOnce()
    const took = takes ?? performance.now() - begun
    const after = await calmRows()

    const sent = send().catch(() => null)
    // A process that was just started takes about twice as long.
    await wait((dice(1_000) / 1_000) * took * 2.5)
    running?.kill('SIGKILL')
    await server.kill()
    const answer = await sent
    const found = await killedRows()
    if (differing(found, after).length > 0) expect(differing(found, before), `${name}: whole or absent`).toEqual([])
    await server.start()
    kills += 1
    if (answer !== null) expect(differing(found, after), `${name}: what was answered as done is done`).toEqual([])

    const again = await send()
    if (answer !== null) expect(again).toEqual(answer)
    expect(await send()).toEqual(again)
    const figures = async (league: Ask) => (await league(ADMIN, '/stats/teams')).body
    expect(await figures(ask)).toEqual(await figures(reference.ask))
  }

  const takingHistory = async (): Promise<Step> => {
    const file = join(killed.dataDir, 'history.csv')
    await writeFile(file, HISTORY)
    const begun = performance.now()
    await once(command(killed, 'history', file, '--dry-run'), 'exit')
    const takes = performance.now() - begun
    const now = new Date().toISOString()
    return {
      name: 'take the history of a file',
      begin: async () => ({
        once: () => commandOn(database, 'history FILE', { file: HISTORY, now }),
        send: async () => {
          running = command(killed, 'history', file)
          const [code] = await once(running, 'exit')
          if (code !== 0) throw new Error('The command failed.')
        },
      }),
      takes,
    }
  }

  const downloading: Step = {
    name: 'download a backup',
    begin: async () => ({
      once: async () => {},
      send: async () => {
        const answer = await fetch(server.origin + BACKUP_PATH, { headers: { cookie } })
        expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).length).toBeGreaterThan(0)
        return answer.status
      },
    }),
    // A second in which it is made and sent.
    takes: 1_000,
  }

  try {
    const selected = (actions: typeof OFFICE_ACTIONS) => actions.filter(([name]) => isSelected(name))
    for (const action of selected(OFFICE_ACTIONS.slice(0, -4))) await take(changing(action))
    if (isSelected('take the history of a file')) await take(await takingHistory())
    if (isSelected('download a backup')) await take(downloading)
    for (const action of selected(OFFICE_ACTIONS.slice(-4))) await take(changing(action))
    await server.stop()
    expect(differing(await killedRows(), await calmRows())).toEqual([])
    return kills
  } finally {
    await server.kill()
    await reference.close()
  }
}
