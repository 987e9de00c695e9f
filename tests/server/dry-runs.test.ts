import { describe, expect, test } from 'vitest'
import { commands } from '#server/cli/commands'
import type { Database } from '#server/db/engine/database'
import { commandOn } from '../support/command-on.ts'
import { cookieOf } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { preseasonServer } from '../support/preseason-server.ts'
import { rowVersions } from '../support/row-versions.ts'
import { testDatabase } from '../support/test-database.ts'

const env = { LOGIN: 'accounts', PUBLIC_URL: 'https://pool.example.org' }
const tried: string[] = []
/** A restore reads its file, and answers before a database is opened. */
const WITHOUT_CALLS = ['restore']

/** The dry run answers and changes no row of any table; the run that follows changes some. */
async function changesNothing(database: Database, words: readonly string[], now: string, file?: string): Promise<void> {
  tried.push(words[0] ?? '')
  const before = await rowVersions(database)
  const said = await commandOn(database, [...words, '--dry-run'], { now, env, file })
  expect(said.at(-1)).toBe('Dry run: nothing has been changed.')
  expect(await rowVersions(database)).toEqual(before)
  await commandOn(database, words, { now, env, file })
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

  test.each<[words: string[], file?: string]>([
    [['init', 'FILE', '--anyway'], LEAGUE_TEXT],
    [['publish', '--anyway']],
    [['tell', 'Draft at eight']],
    [['rename', '1', '--name', 'Other']],
    [['correct', 'cash', '1', '--amount', '1', '--reason', 'A slip']],
    [['invite', 'anna', '--lost']],
    [['sessions', '--end', 'anna']],
    [['history', 'FILE'], 'year,rank,team,member,points\n1985-1986,1,Rats,Anna,1\n'],
    [['season', 'FILE'], next],
    [['season', '--undo']],
    [['members', 'FILE', '--remove'], next],
  ])('of %j', async (words, file) => {
    // There is something to end.
    if (words[0] === 'sessions') await cookieOf(database, 'anna', env.PUBLIC_URL, new Date(now))
    await changesNothing(database, words, now, file)
  })
})

describe('in a draft', () => {
  const draft = duringTests(() => preseasonServer({ teams: 4 }))

  test('the dry run of take-back changes nothing', async () => {
    await draft.act('PATCH', 'generate-boxes')
    await draft.act('POST', 'lock-keepers')
    const { playerId, name } = await draft.free('1.C')
    expect((await draft.draft((await draft.picking()) ?? 0, playerId)).status).toBe(200)
    await changesNothing(draft.database, ['take-back', name], '2026-09-27T12:00:00Z')
  })
})

describe('before an import', () => {
  const pool = nhlImport()

  test('its dry run changes nothing', async () => {
    const { database, nhl, now } = pool()
    tried.push('import')
    const before = await rowVersions(database)
    const said = await commandOn(database, 'import --dry-run', { now, nhlApi: nhl })
    expect(said.at(-1)).toBe('Dry run: nothing has been changed.')
    expect(await rowVersions(database)).toEqual(before)
  })
})

test('every command that has a dry run was tried', () => {
  const names = commands.filter(({ options }) => 'dry-run' in options).map(({ name }) => name)
  expect([...new Set([...tried, ...WITHOUT_CALLS])].sort()).toEqual(names.sort())
})
