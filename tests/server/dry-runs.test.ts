import { describe, expect, test } from 'vitest'
import { commands } from '#server/cli/commands'
import type { Database } from '#server/db/engine/database'
import { cookieOf } from '../support/demo-members.ts'
import { correctionOf, doJob, type Job } from '../support/do-job.ts'
import { duringTests } from '../support/during-tests.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { preseasonServer } from '../support/preseason-server.ts'
import { rowVersions } from '../support/row-versions.ts'
import { testDatabase } from '../support/test-database.ts'

type DryJob = Extract<Job, { readonly dryRun: boolean }>
interface DryRun {
  readonly name: string
  readonly job: DryJob
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

describe('the dry run changes nothing', () => {
  const now = '2025-06-01T12:00:00Z'
  const database = duringTests(() => testDatabase())

  /** The next season, without the second member. */
  const next = LEAGUE_TEXT.replace(/ {2}- \{ user: bruno.*\n/, '').replace(
    '2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17',
    '2025-2026, firstDay: 2025-10-07, lastDay: 2026-04-16',
  )

  const correction = correctionOf('cash', { team: '1', amount: 1 })
  const runs: readonly DryRun[] = [
    { name: 'init', job: { do: 'init', file: LEAGUE_TEXT, dryRun: true } },
    { name: 'publish', job: { do: 'publish', dryRun: true } },
    { name: 'tell', job: { do: 'tell', words: 'Draft at eight', dryRun: true } },
    { name: 'rename', job: { do: 'rename', team: '1', name: 'Other', shortName: '', dryRun: true } },
    { name: 'correct', job: { do: 'correct', asked: correction, reason: 'A slip', by: '', dryRun: true } },
    { name: 'invite', job: { do: 'invite', user: 'anna', lost: true, dryRun: true } },
    { name: 'sessions', job: { do: 'sessions', user: 'anna', end: true, dryRun: true } },
    {
      name: 'history',
      job: { do: 'history', file: 'year,rank,team,member,points\n1985-1986,1,Rats,Anna,1\n', dryRun: true },
    },
    { name: 'season', job: { do: 'season', file: next, from: null, dryRun: true } },
    { name: 'season', job: { do: 'undo-season', dryRun: true } },
    { name: 'members', job: { do: 'members', file: next, remove: true, dryRun: true } },
  ]
  test.each(runs)('of $name', async ({ name, job }) => {
    // There is something to end.
    if (name === 'sessions') await cookieOf(database, 'anna', env.PUBLIC_URL, new Date(now))
    await changesNothing(database, name, job, now)
  })
})

describe('in a draft', () => {
  const draft = duringTests(() => preseasonServer({ teams: 4 }))

  test('the dry run of take-back changes nothing', async () => {
    await draft.act('PATCH', 'generate-boxes')
    await draft.act('POST', 'lock-keepers')
    const { playerId, name } = await draft.free('1.C')
    expect((await draft.draft((await draft.picking()) ?? 0, playerId)).status).toBe(200)
    const job = { do: 'take-back', player: name, by: '', dryRun: true } as const
    await changesNothing(draft.database, 'take-back', job, '2026-09-27T12:00:00Z')
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
