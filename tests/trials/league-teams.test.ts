import { setTimeout as wait } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { formerEntry, previousSeason } from '#server/league/draft/draft'
import { renameTeam } from '#server/league/teams'
import { commandOn } from '../support/command-on.ts'
import { deferred } from '../support/deferred.ts'
import { duringTests } from '../support/during-tests.ts'
import { emptyTables } from '../support/empty-league.ts'
import { inNextSeason, LEAGUE_TEXT, STEPS_TO_DRAFT } from '../support/league-text.ts'
import { refusalOf } from '../support/row-versions.ts'
import { rowsIn, testDatabase } from '../support/test-database.ts'

const WITH_IDS = LEAGUE_TEXT.replace('{ name: Rink', '{ id: 1, name: Rink').replace(
  '{ name: Blue',
  '{ id: 2, name: Blue',
)
const MCDAVID = 8478402

const database = duringTests(() => testDatabase())
beforeEach(() => emptyTables(database))

const init = (file = LEAGUE_TEXT) => commandOn(database, 'init FILE --anyway', { file })
const season = (file: string) => commandOn(database, 'season FILE', { file })
const members = (file: string) => commandOn(database, 'members FILE', { file })
const rows = (query: SQL) => rowsIn(database, query)
const rename = (teamId: number, name: string, shortName: string) =>
  database.transaction((queries) => renameTeam(queries, teamId, { name, shortName }))

const refusal = (work: () => Promise<unknown>) => refusalOf(database, work)

/** McDavid has been with the Rink Rats in 2024-25. */
const ownMcDavid = async () => {
  await rows(
    sql`insert into player (id, first_name, last_name, position) values (${MCDAVID}, 'Connor', 'McDavid', 'C')`,
  )
  await rows(sql`
    insert into roster_entry (season_id, team_id, player_id, acquired, bought_at, bought_price_cents)
    values (20242025, 1, ${MCDAVID}, 'draft', '2024-10-01', 0)`)
}

/** Whose McDavid was when last season ended. */
const formerOwner = () =>
  database.transaction(async (queries) => {
    const former = await previousSeason(queries, 20252026)
    return former && (await formerEntry(queries, former.id, MCDAVID))?.teamId
  })

const teamsOf = (seasonId: number) =>
  rows(sql`
    select team.id, short_name as short from team_season join team on team.id = team_id
    where season_id = ${seasonId} order by team.id`)

describe('a team that was renamed by its member', () => {
  beforeEach(async () => {
    await init()
    await ownMcDavid()
    await rename(1, 'Ice Rats', 'ICE')
  })

  test('is not left behind by a file with its old name: it is refused, and the lines of the refusal mend it', async () => {
    const said = await refusal(() => season(inNextSeason(LEAGUE_TEXT)))
    expect(said.split('\n')).toEqual([
      'The file leaves out 1 ICE (Ice Rats) of anna. A team that was renamed is found by its id; the teams of the league are:',
      '  - { id: 1, name: "Ice Rats", short: "ICE" }',
      '  - { id: 2, name: "Blue Liners", short: "BLUE" }',
      'Put the ids into the file. A team that leaves must have no member. Take it from its member first with npm run league -- members FILE.',
    ])
    // Nor is there a second team in the season that is on.
    expect(await refusal(() => season(LEAGUE_TEXT))).toMatch(/^The file leaves out 1 ICE/)
    const lines = said.split('\n').filter((line) => line.startsWith('  - {'))
    const old = LEAGUE_TEXT.split('\n').filter((line) => line.startsWith('  - { name:'))
    const mended = inNextSeason(LEAGUE_TEXT)
      .replace(old.join('\n'), lines.join('\n'))
      .replace('team: RATS', 'team: ICE')
    expect(await season(mended)).toContain('Done.')
    expect(await teamsOf(20252026)).toEqual([
      { id: 1, short: 'ICE' },
      { id: 2, short: 'BLUE' },
    ])
  })

  test('goes on into the next season with a file that has the ids, whatever it is called there', async () => {
    expect(await season(inNextSeason(WITH_IDS))).toEqual([
      '+ season 2025-2026, from Oct 7, 2025 to Apr 16, 2026',
      '+ trading from Nov 18, 2025, 00:00 to Mar 19, 2026, 00:00',
      '+ keepers for the season after: bought by Mar 19, 2026',
      '= rosters of 2024-2025 stay, 1 player: each team may keep one who was with it by Mar 20, 2025',
      '+ team ICE takes part',
      '+ team BLUE takes part',
      'Team 1 stays ICE (Ice Rats); the file calls it RATS (Rink Rats).',
      'Done.',
      ...STEPS_TO_DRAFT,
    ])
    expect(await teamsOf(20252026)).toEqual([
      { id: 1, short: 'ICE' },
      { id: 2, short: 'BLUE' },
    ])
    expect(await formerOwner()).toBe(1)
    expect(await rows(sql`select user_name, team_id from member order by id`)).toEqual([
      { user_name: 'anna', team_id: 1 },
      { user_name: 'bruno', team_id: 2 },
    ])
  })

  test('is still known without ids while one of its names is the old one', async () => {
    await rename(1, 'Rink Rats', 'ICE')
    expect(await season(inNextSeason(LEAGUE_TEXT))).toContain('+ team ICE takes part')
    expect(await formerOwner()).toBe(1)
  })
})

test('without ids, names that can mean two teams are refused', async () => {
  await init()
  await rename(1, 'Rink Rats', 'X')
  await rename(2, 'Blue Liners', 'RATS')
  const said = await refusal(() => season(LEAGUE_TEXT))
  expect(said).toContain(
    'line 4: Team RATS (Rink Rats) can be 1 X (Rink Rats) or 2 RATS (Blue Liners); write the id of the one that is meant.',
  )
  expect(await refusal(() => members(LEAGUE_TEXT))).toBe(said)
  // With ids it does not matter that two teams have changed names.
  await rename(1, 'x', 'x')
  await rename(2, 'Rink Rats', 'RATS')
  await rename(1, 'Blue Liners', 'BLUE')
  expect(await season(WITH_IDS)).toEqual([
    'Team 1 stays BLUE (Blue Liners); the file calls it RATS (Rink Rats).',
    'Team 2 stays RATS (Rink Rats); the file calls it BLUE (Blue Liners).',
    'Nothing else differs; nothing has been changed.',
  ])
  expect(await members(WITH_IDS)).toContain('The members are as in the file.')
})

test('two teams of a file that can mean the same one are refused', async () => {
  await init()
  await rename(1, 'Blue Liners II', 'RATS')
  await rename(2, 'Rink Rats', 'BLUES')
  const file = LEAGUE_TEXT.replace('{ name: Rink Rats', '{ name: Rats').replace('Blue Liners,', 'Blue Liners II,')
  expect(await refusal(() => season(file))).toContain(
    'line 4: Team RATS (Rats) can be 1 RATS (Blue Liners II), and so can that of line 5; write the ids.',
  )
})

test('a new team cannot have the name of one that the file has by its id', async () => {
  await init()
  await rename(1, 'Top Shelf', 'SHELF')
  const file = WITH_IDS.replace('members:', '  - { name: Top Shelf, short: NEW }\nmembers:')
  expect(await refusal(() => season(file))).toContain(
    'line 6: Team NEW (Top Shelf) would be a new team. Another team already has this name or short name.',
  )
})

test('a team of an earlier year comes back by its id', async () => {
  await init()
  await members(LEAGUE_TEXT.replace(', team: BLUE }', ' }'))
  const without = (file: string) => file.replace(/ {2}- \{ id: 2.*\n/, '').replace(', team: BLUE }', ' }')
  expect(await season(inNextSeason(without(WITH_IDS)))).toContain(
    'Not in the file: 2 BLUE (Blue Liners). They take no part in it.',
  )
  expect(await teamsOf(20252026)).toEqual([{ id: 1, short: 'RATS' }])
  expect(await season(inNextSeason(WITH_IDS))).toContain('+ team BLUE takes part')
  expect(await teamsOf(20252026)).toHaveLength(2)
})

test('ids are those of the file, or follow them; a later team gets the next', async () => {
  const file = LEAGUE_TEXT.replace('{ name: Rink', '{ id: 7, name: Rink')
  expect(await init(file)).toContain('  2 teams (id, short name): 7 RATS, 8 BLUE')
  expect(await rows(sql`select user_name, team_id from member order by id`)).toEqual([
    { user_name: 'anna', team_id: 7 },
    { user_name: 'bruno', team_id: 8 },
  ])
  await season(file.replace('members:', '  - { name: Top Shelf, short: SHELF, cash: 2.50 }\nmembers:'))
  expect(await commandOn(database, 'teams')).toEqual([
    'teams:',
    '  - { id: 7, name: "Rink Rats", short: "RATS", cash: 12.50 }',
    '  - { id: 8, name: "Blue Liners", short: "BLUE" }',
    '  - { id: 9, name: "Top Shelf", short: "SHELF", cash: 2.50 }',
  ])
  // The identity column goes on behind them.
  expect(await rows(sql`insert into team (name, short_name) values ('By Hand', 'HAND') returning id`)).toEqual([
    { id: 10 },
  ])
})

test('names and cash that the file has otherwise are told, and stay', async () => {
  await init()
  // The Rink Rats have bought since.
  await rows(sql`update team_season set cash_cents = 300 where team_id = 1`)
  expect(await season(LEAGUE_TEXT)).toEqual(['The season is as in the file.'])
  const file = WITH_IDS.replace('cash: 12.50', 'cash: 15')
    .replace('Blue Liners', 'Blues')
    .replace('user: bruno', 'user: chris')
  expect(await season(file)).toEqual([
    'Team 1 began the season with 12.50 in cash, which stays; the file says 15.00.',
    'Team 2 stays BLUE (Blue Liners); the file calls it BLUE (Blues).',
    'The members are not those of the file (chris, bruno) and stay: npm run league -- members FILE',
    'Nothing else differs; nothing has been changed.',
  ])
  expect(await rows(sql`select cash_cents as cash from team_season order by team_id`)).toEqual([
    { cash: 300 },
    { cash: 0 },
  ])
})

test('a new season lists the constants that it changes, and says when no one can be kept', async () => {
  await init()
  await rows(
    sql`insert into player (id, first_name, last_name, position) values (${MCDAVID}, 'Connor', 'McDavid', 'C')`,
  )
  await rows(sql`insert into imported_career (player_id) values (${MCDAVID})`)
  const file = WITH_IDS.replace(
    '2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17',
    '2026-2027, firstDay: 2026-10-06, lastDay: 2027-04-15',
  )
  expect(await season(`${file}constants: { holdDays: 14 }\n`)).toEqual([
    '+ season 2026-2027, from Oct 6, 2026 to Apr 15, 2027',
    '+ trading from Nov 17, 2026, 00:00 to Mar 18, 2027, 00:00',
    '+ keepers for the season after: bought by Mar 18, 2027',
    '! without rosters of 2025-2026 no one can keep a player; lastSeason gives them',
    '~ days a player is held before being sold, from 21 to 14',
    '+ team RATS takes part',
    '+ team BLUE takes part',
    'Done.',
    ...STEPS_TO_DRAFT,
  ])
  // What he did in 2025-26 is still to be read.
  expect(await rows(sql`select * from imported_career`)).toEqual([])
})

test('a new season before the last day of this one names the day and what is lost', async () => {
  const inSeason = (id: string, first: string, last: string) =>
    WITH_IDS.replace(
      '2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17',
      `${id}, firstDay: ${first}, lastDay: ${last}`,
    )
  // By the machine's clock neither season has begun.
  await init(inSeason('2098-2099', '2098-10-04', '2099-04-17'))
  expect(await season(inSeason('2099-2100', '2099-10-04', '2100-04-17'))).toContain(
    '! 2098-2099 is on until Apr 17, 2099; it ends now, without final standings',
  )
})

describe('a team is renamed by command', () => {
  const renamed = (team: string, ...names: readonly string[]) => commandOn(database, ['rename', team, ...names])

  test('by id, short name or name, the name, the short one or both', async () => {
    await init()
    expect(await renamed('rats', '--name', 'Rink Cats', '--dry-run')).toEqual([
      'Would rename Rink Rats (RATS) to Rink Cats (RATS).',
      'Dry run: nothing has been changed.',
    ])
    expect(await renamed('rats', '--name', 'Rink Cats')).toEqual(['Renamed Rink Rats (RATS) to Rink Cats (RATS).'])
    expect(await renamed('rink cats', '--name', 'Rink Cats')).toEqual(['It is Rink Cats (RATS) already.'])
    expect(await renamed('1', '--short', 'CATS')).toEqual(['Renamed Rink Cats (RATS) to Rink Cats (CATS).'])
    expect(await rows(sql`select name, short_name from team where id = 1`)).toEqual([
      { name: 'Rink Cats', short_name: 'CATS' },
    ])
    expect(await commandOn(database, 'audit --call office')).toEqual([
      expect.stringMatching(/ The command renamed the team Rink Rats \(RATS\) to Rink Cats \(RATS\)\.$/),
      expect.stringMatching(/ The command renamed the team Rink Cats \(RATS\) to Rink Cats \(CATS\)\.$/),
      'Times are those of the league, America/Toronto.',
    ])
  })

  test('not where there is no such team, or the name is taken, too long or not fit to be shown', async () => {
    await init()
    for (const [team, names, sentence] of [
      ['NOBODY', ['--name', 'x'], 'There is no team "NOBODY"; `npm run league -- teams` lists them.'],
      ['RATS', ['--short', 'blue'], 'Another team already has this name or short name.'],
      ['RATS', ['--short', 'EIGHTEEN'], 'A team'],
      ['RATS', ['--name', 'a\u202eb'], 'character'],
    ] as const) {
      expect(await refusal(() => renamed(team, ...names)), team).toContain(sentence)
    }
  })

  test('not as another that gets the same name at the same time', async () => {
    await init()
    const name = 'Rink Cats'
    const begun = deferred()
    // PostgreSQL shows the name to no other transaction before it is committed.
    const other = database.transaction(async (queries) => {
      await renameTeam(queries, 2, { name, shortName: 'BLUE' })
      begun.resolve()
      await wait(500)
    })
    await begun.promise
    await expect(renamed('RATS', '--name', name)).rejects.toThrow('Another team already has this name or short name.')
    await other
    expect(await rows(sql`select id from team where name = ${name}`)).toEqual([{ id: 2 }])
  })
})
