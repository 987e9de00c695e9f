import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '#server/cli/commands'
import type { Database } from '#server/db/engine/database'
import { cookieOf, demoDatabase, MORNING } from '../support/demo-members.ts'
import { doJob, type Job } from '../support/do-job.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { type LiveServers, liveServers } from '../support/live-servers.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { rowVersions } from '../support/row-versions.ts'
import { testDatabase } from '../support/test-database.ts'

type DryJob = Extract<Job, { readonly dryRun: boolean }>
interface DryRun {
  readonly name: string
  readonly job: () => DryJob
}

const env = { LOGIN: 'accounts', PUBLIC_URL: 'https://pool.example.org' }
const tried: string[] = []
/** A restore reads its file, and answers before a database is opened. */
const WITHOUT_CALLS = ['restore']

/** The dry run answers and changes no row of any table; the run that follows changes some. */
async function changesNothing(database: Database, name: string, job: DryJob, now: string): Promise<void> {
  tried.push(name)
  const before = await rowVersions(database)
  const said = await doJob(database, { ...job, dryRun: true }, { now, env })
  expect(said.at(-1)).toBe('Dry run: nothing has been changed.')
  expect(await rowVersions(database)).toEqual(before)
  await doJob(database, { ...job, dryRun: false }, { now, env })
  expect(await rowVersions(database)).not.toEqual(before)
}

describe('in a league under way, the dry run changes nothing', () => {
  let database: Database
  let file: string
  const now = MORNING.toISOString()
  beforeAll(async () => {
    database = await demoDatabase(MORNING)
    await database.transaction((queries) => queries.execute(sql`update league set demo_seed = null`))
    await doJob(database, { do: 'publish', dryRun: false }, { now })
    const teams = await doJob(database, { do: 'teams' }, { now })
    file = [
      'name: The Pool',
      'season: { season: 2027-2028, firstDay: 2027-10-05, lastDay: 2028-04-14 }',
      ...teams,
      'members: [{ user: anna, roles: [admin] }]',
    ].join('\n')
    await cookieOf(database, 'member', env.PUBLIC_URL, MORNING)
  }, 120_000)
  afterAll(() => database.close())

  const correction = {
    kind: 'cash',
    team: '1',
    player: '',
    asOf: '',
    amount: 1,
    nr: null,
    isHalf: false,
    againstRules: false,
  } as const
  const runs: readonly DryRun[] = [
    { name: 'publish', job: () => ({ do: 'publish', dryRun: true }) },
    { name: 'tell', job: () => ({ do: 'tell', words: 'Draft at eight', dryRun: true }) },
    { name: 'rename', job: () => ({ do: 'rename', team: '1', name: 'Other', shortName: '', dryRun: true }) },
    { name: 'correct', job: () => ({ do: 'correct', asked: correction, reason: 'A slip', by: '', dryRun: true }) },
    { name: 'invite', job: () => ({ do: 'invite', user: 'premium', lost: true, dryRun: true }) },
    { name: 'sessions', job: () => ({ do: 'sessions', user: 'member', end: true, dryRun: true }) },
    {
      name: 'history',
      job: () => ({ do: 'history', file: 'year,rank,team,member,points\n1985-1986,1,Rats,Anna,1\n', dryRun: true }),
    },
    { name: 'season', job: () => ({ do: 'season', file, from: null, dryRun: true }) },
    { name: 'season', job: () => ({ do: 'undo-season', dryRun: true }) },
    { name: 'members', job: () => ({ do: 'members', file, remove: true, dryRun: true }) },
  ]
  test.each(runs)('of $name', ({ name, job }) => changesNothing(database, name, job(), now), 60_000)
})

test('the dry run of init changes nothing', async () => {
  const database = await testDatabase()
  await changesNothing(database, 'init', { do: 'init', file: LEAGUE_TEXT, dryRun: true }, '2025-06-01T12:00:00Z')
  await database.close()
})

describe('in a draft', () => {
  let live: LiveServers
  beforeAll(async () => {
    live = await liveServers({ teams: 4 })
  })
  afterAll(() => live.close())

  test('the dry run of take-back changes nothing', async () => {
    await live.act('PATCH', 'generate-boxes')
    await live.act('POST', 'lock-keepers')
    const { playerId, name } = await live.free('1.C')
    expect((await live.draft((await live.picking()) ?? 0, playerId)).status).toBe(200)
    const later = new Date(Date.now() + 1_000).toISOString()
    const job = { do: 'take-back', player: name, by: '', dryRun: true } as const
    await changesNothing(live.database, 'take-back', job, later)
  })
})

describe('before an import', () => {
  const pool = nhlImport()

  test('its dry run changes nothing', async () => {
    const { database, nhl, now } = pool()
    tried.push('import')
    const before = await rowVersions(database)
    const said = await doJob(database, { do: 'import', from: null, days: 'new', dryRun: true }, { now, nhlApi: nhl })
    expect(said.at(-1)).toBe('Dry run: nothing has been changed.')
    expect(await rowVersions(database)).toEqual(before)
  })
})

test('every command that has a dry run was tried', () => {
  const names = commands.filter(({ options }) => 'dry-run' in options).map(({ name }) => name)
  expect([...new Set([...tried, ...WITHOUT_CALLS])].sort()).toEqual(names.sort())
})
