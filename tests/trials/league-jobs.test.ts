import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/command'
import type { Database } from '#server/db/engine/database'
import { asOwner, commandOn } from '../support/command-on.ts'
import { inNextSeason, LEAGUE_TEXT, STEPS_TO_DRAFT, withLastSeason } from '../support/league-text.ts'
import { refusalOf } from '../support/row-versions.ts'
import { filledDatabase, rowsIn, testDatabase } from '../support/test-database.ts'

let database: Database
/** With the league of the file. */
beforeEach(async () => {
  database = await filledDatabase('league-of-a-file', async (empty) => {
    await commandOn(empty, 'init FILE --anyway', { file: LEAGUE_TEXT })
  })
})
afterEach(() => database.close())

const does = (words: string, file?: string) => commandOn(database, words, { file })

const init = (file = LEAGUE_TEXT) => does('init FILE --anyway', file)
const without = async () => {
  await database.close()
  database = await testDatabase()
}
const members = (file: string, ...options: string[]) => does(['members FILE', ...options].join(' '), file)
const season = (file: string) => does('season FILE', file)

const rows = (query: SQL) => rowsIn(database, query)

async function knowPlayers(): Promise<void> {
  await rows(sql`insert into nhl_team (abbrev, long_name, conference, division)
    values ('VAN', 'Vancouver Canucks', 'Western', 'Pacific')`)
  await rows(sql`insert into player (id, first_name, last_name, position, nhl_team) values
    (8480012, 'Elias', 'Pettersson', 'C', 'VAN'), (8483678, 'Elias', 'Pettersson', 'LD', 'VAN'),
    (8478402, 'Connor', 'McDavid', 'C', 'VAN'), (8478850, 'Tim', 'Stützle', 'C', 'VAN')`)
}

describe('a league of a file', () => {
  test('is made in an empty database, with a first update in which everybody has their cash', async () => {
    await without()
    expect(await init()).toContain('Made the league "The Pool", season 2024-2025:')
    expect(
      await rows(sql`
        select short_name, snapshot.cash_cents as cash, snapshot.points_cents as points from team
        join team_snapshot snapshot on team_id = team.id order by team.id`),
    ).toEqual([
      { short_name: 'RATS', cash: 1250, points: 0 },
      { short_name: 'BLUE', cash: 0, points: 0 },
    ])
    expect((await does('members')).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      'user name email subject team roles',
      'anna Anna anna@example.org - RATS admin',
      'bruno bruno - 4711 BLUE -',
    ])
  })

  test('is not made where a league is, and what is there stays', async () => {
    expect(await refusalOf(database, init)).toContain('This database already holds the league "The Pool".')
  })

  test('with a fault is not made, no matter who sends it', async () => {
    await without()
    const body = { file: `${LEAGUE_TEXT}colour: red\n` }
    const sent = () => asOwner(database, (league) => league.call(contract.init, { body }))
    expect(await refusalOf(database, sent)).toMatch(/^line 9: /)
  })

  test('is needed by everything else', async () => {
    await without()
    for (const words of ['members FILE', 'members', 'sessions', 'season FILE', 'teams', 'import', 'publish --anyway'])
      await expect(does(words, LEAGUE_TEXT), words).rejects.toThrow('There is no league')
    for (const words of ['backup FILE', 'export DIR'])
      await expect(does(words), words).rejects.toThrow('There is no league')
  })
})

describe('members', () => {
  test('are added, changed and, when it is asked for, removed; each difference is told', async () => {
    const file = LEAGUE_TEXT.replace(
      '  - { user: bruno, subject: "4711", team: BLUE }',
      '  - { user: chris, email: c@example.org, team: BLUE }',
    )
      .replace('name: Anna, ', 'name: Anna B., ')
      .replace('roles: [admin]', 'roles: [admin, premium]')
    expect(await members(file)).toEqual([
      '+ chris (chris, email c@example.org, team BLUE)',
      '~ anna: name Anna -> Anna B., roles admin -> admin premium',
      'Not in the file: bruno. They stay; --remove removes them.',
      '1 added, 1 changed, 0 removed.',
    ])
    expect(await members(file, '--remove')).toEqual(['- bruno', '0 added, 0 changed, 1 removed.'])
    expect(await members(file, '--remove')).toEqual(['The members are as in the file.'])
  })

  test('are known by their user names in any letter case', async () => {
    expect(await members(LEAGUE_TEXT.replace('user: anna,', 'user: ANNA,'))).toEqual([
      'The members are as in the file.',
    ])
    const renamed = LEAGUE_TEXT.replace('user: anna, name: Anna,', 'user: ANNA, name: Annabel,')
    expect(await members(renamed, '--remove')).toContain('0 added, 1 changed, 0 removed.')
    expect(await rows(sql`select user_name, display_name from member order by id limit 1`)).toEqual([
      { user_name: 'anna', display_name: 'Annabel' },
    ])
  })

  test('keep an admin', async () => {
    const said = 'The league needs an admin. Make another member one first.'
    const none = LEAGUE_TEXT.replace(', roles: [admin]', '')
    await expect(members(none, '--dry-run')).rejects.toThrow(said)
    await expect(members(none)).rejects.toThrow(said)
    await expect(members(none.replace('user: anna,', 'user: anna2,'), '--remove')).rejects.toThrow(said)
    expect((await does('members')).join()).toContain('admin')
  })

  test('may change addresses and teams with each other', async () => {
    const both = LEAGUE_TEXT.replace('subject: "4711"', 'email: b@example.org')
    await members(both)
    const swapped = both
      .replace('anna@example.org, team: RATS', 'b@example.org, team: BLUE')
      .replace('user: bruno, email: b@example.org, team: BLUE', 'user: bruno, email: anna@example.org, team: RATS')
    await members(swapped)
    expect(await rows(sql`select user_name, email from member order by id`)).toEqual([
      { user_name: 'anna', email: 'b@example.org' },
      { user_name: 'bruno', email: 'anna@example.org' },
    ])
  })

  test('cannot have the address or subject of a member whom the file leaves out, unless that one is removed', async () => {
    const anna = LEAGUE_TEXT.replace('user: anna,', 'user: anna2,')
    for (const options of [['--dry-run'], []]) {
      await expect(members(anna, ...options)).rejects.toThrow('Another member already has this e-mail address.')
      await expect(members(LEAGUE_TEXT.replace('user: bruno,', 'user: bruno2,'), ...options)).rejects.toThrow(
        'Another member already has this subject.',
      )
    }
    expect(await members(anna, '--remove')).toContain('1 added, 0 changed, 1 removed.')
  })

  test('keep their team when it has been renamed since', async () => {
    await rows(sql`update team set short_name = 'RINK' where short_name = 'RATS'`)
    expect(await members(LEAGUE_TEXT)).toEqual([
      'Team 1 stays RINK (Rink Rats); the file calls it RATS (Rink Rats).',
      'The members are as in the file.',
    ])
    await rows(sql`update team set name = 'Ice Rats' where short_name = 'RINK'`)
    await expect(members(LEAGUE_TEXT)).rejects.toThrow(
      /^line 7: The league has no team RATS yet; its teams are 1 RINK \(Ice Rats\), 2 BLUE \(Blue Liners\)\./,
    )
    expect(await members(LEAGUE_TEXT.replace('{ name: Rink Rats', '{ id: 1, name: Rink Rats'))).toEqual([
      'Team 1 stays RINK (Ice Rats); the file calls it RATS (Rink Rats).',
      'The members are as in the file.',
    ])
  })

  test('are all that is changed; what else differs is told', async () => {
    const file = LEAGUE_TEXT.replace('The Pool', 'The Old Pool').replace('cash: 12.50', 'cash: 20')
    expect(await members(file)).toEqual([
      'Team 1 began the season with 12.50 in cash, which stays; the file says 20.00.',
      'The league and its season are not as in the file and stay: npm run league -- season FILE',
      'The members are as in the file.',
    ])
  })
})

describe('the season', () => {
  test('gets the name, days and constants of the file, a line for each that differs', async () => {
    expect(await season(LEAGUE_TEXT)).toEqual(['The season is as in the file.'])
    const file = LEAGUE_TEXT.replace('The Pool', 'The Old Pool')
      .replace('lastDay: 2025-04-17', 'lastDay: 2025-04-17, tradingEndTime: 2025-03-10')
      .concat('constants: { holdDays: 14 }\n')
    expect(await season(file)).toEqual([
      '~ the name of the league, from The Pool to The Old Pool',
      '~ days a player is held before being sold, from 21 to 14',
      '~ the end of trading, from Mar 20, 2025, 00:00 to Mar 10, 2025, 00:00',
      'Done.',
    ])
    expect(await season(file)).toEqual(['The season is as in the file.'])
  })

  test("takes last season's rosters when its players are known, and names what it cannot find", async () => {
    const rosters = withLastSeason(
      'RATS:',
      '  - McDavid',
      '  - Elias Pettersson, VAN',
      '  - 8400000',
      '  - Tim Stutzle',
    )
    await expect(season(rosters)).rejects.toThrow('first: npm run league -- import')
    await knowPlayers()
    await expect(season(rosters)).rejects.toThrow(
      [
        'line 15: No player is McDavid; did you mean 8478402 Connor McDavid (C, VAN)?',
        'line 16: 2 players are called Elias Pettersson: 8480012 Elias Pettersson (C, VAN), 8483678 Elias Pettersson (LD, VAN); write the id of the one you mean.',
      ].join('\n'),
    )
    const mended = withLastSeason(
      'RATS: [connor mcdavid, 8483678]',
      'BLUE:',
      '  - { player: Tim Stützle, bought: 2024-02-01 }',
    )
    expect(await season(mended)).toEqual([
      '~ players on the rosters of 2023-2024, from 0 to 3; keepers were bought by Mar 21, 2024',
      'Done.',
    ])
    expect(
      await rows(sql`
        select short_name as team, last_name as name, acquired, bought_at::date::text as bought
        from roster_entry join team on team.id = team_id join player on player.id = player_id
        where season_id = 20232024 order by roster_entry.id`),
    ).toEqual([
      { team: 'RATS', name: 'McDavid', acquired: 'draft', bought: '2023-10-10' },
      { team: 'RATS', name: 'Pettersson', acquired: 'draft', bought: '2023-10-10' },
      { team: 'BLUE', name: 'Stützle', acquired: 'trade', bought: '2024-02-01' },
    ])
    expect(await season(mended)).toEqual(['The season is as in the file.'])
    await expect(season(withLastSeason('RATS: [8478402, Connor McDavid]'))).rejects.toThrow(
      'line 14: Connor McDavid is already on line 14; a player has one owner.',
    )
  })

  test('that comes next is started with its teams, once everything is published', async () => {
    const next = inNextSeason(LEAGUE_TEXT)
      .replace('  - { name: Blue Liners, short: BLUE }', '  - { name: Top Shelf, short: SHELF, cash: 3 }')
      .replace('team: BLUE', 'team: SHELF')
    // A team does not go from under its member.
    await expect(season(next)).rejects.toThrow(/^The file leaves out 2 BLUE \(Blue Liners\) of bruno\./)
    await members(LEAGUE_TEXT.replace(', team: BLUE }', ' }'))
    expect(await season(next)).toEqual([
      '+ season 2025-2026, from Oct 7, 2025 to Apr 16, 2026',
      '+ trading from Nov 18, 2025, 00:00 to Mar 19, 2026, 00:00',
      '+ keepers for the season after: bought by Mar 19, 2026',
      '~ cash of all teams together, from 12.50 to 15.50',
      '+ team RATS takes part',
      '+ team SHELF, Top Shelf, id 3',
      'Not in the file: 2 BLUE (Blue Liners). They take no part in it.',
      'The members are not those of the file (bruno) and stay: npm run league -- members FILE',
      'Done.',
      ...STEPS_TO_DRAFT,
    ])
    expect(await members(next)).toEqual(['~ bruno: team none -> SHELF', '0 added, 1 changed, 0 removed.'])
    expect(
      await rows(sql`
        select season_id as season, short_name as team, cash_cents as cash from team_season
        join team on team.id = team_id order by season_id, team.id`),
    ).toEqual([
      { season: 20242025, team: 'RATS', cash: 1250 },
      { season: 20242025, team: 'BLUE', cash: 0 },
      { season: 20252026, team: 'RATS', cash: 1250 },
      { season: 20252026, team: 'SHELF', cash: 300 },
    ])
    await expect(season(LEAGUE_TEXT)).rejects.toThrow('cannot go back to 2024-2025')
    const played = 'lastSeason: { season: 2024-2025, firstDay: 2024-10-04, lastDay: 2025-04-17, rosters: {} }'
    await expect(season(`${next}${played}\n`)).rejects.toThrow('The league has played 2024-2025 here')
  })
})

test('an update with nothing new is made only if that is meant, as it empties the column Last', async () => {
  const ifNew = () => does('publish')
  await expect(does('publish --dry-run')).rejects.toThrow('No new lines wait')
  await expect(ifNew()).rejects.toThrow('No new lines wait')
  // A first import before the season brings players and no lines.
  await knowPlayers()
  expect(await ifNew()).toEqual(['Published an update without new lines.'])
  await expect(ifNew()).rejects.toThrow('No new lines wait')
  // A player is new, but others have points in the column Last.
  await rows(sql`delete from player_season where player_id = (select min(id) from player)`)
  await rows(sql`update player_season set points_diff_previous = 2 where player_id = (select max(id) from player)`)
  expect(await refusalOf(database, ifNew)).toContain('would empty the column Last')
  expect(await does('publish --anyway')).toEqual(['Published an update without new lines.'])
})

test('names that a spreadsheet would take for formulas are exported as text', async () => {
  await without()
  await init(LEAGUE_TEXT.replace('Rink Rats', '"=1+1, \\"Rats\\""'))
  expect((await does('export DIR'))[0]).toBe(
    [
      'standings.csv:',
      '\uFEFFranking,teamId,name,shortName,points,cash,totalScore,scoreDiffPrevious,scoreThisWeek,scoreLastWeek\r',
      `1,1,"'=1+1, ""Rats""",RATS,0.00,12.50,12.50,0.00,0.00,0.00\r`,
      '2,2,Blue Liners,BLUE,0.00,0.00,0.00,0.00,0.00,0.00\r',
      '',
    ].join('\n'),
  )
})

test('what commands change is in the records', async () => {
  await members(LEAGUE_TEXT.replace('name: Anna', 'name: Annabel'))
  await season(LEAGUE_TEXT.replace('The Pool', 'The Old Pool'))
  await does('history FILE', 'year,rank,team,member,points\n1995,1,Rink Rats,Anna,612.50\n')
  await does('publish --anyway')
  await season(inNextSeason(LEAGUE_TEXT))
  await does('season --undo')
  const records = await does('audit --member command')
  expect(records.map((line) => line.replace(/^\S+, \S+ +/, ''))).toEqual([
    'The command made the league The Pool.',
    'The command made the members those of a file: changed anna.',
    'The command brought the season 2024-2025 up to date with a file.',
    'The command took the final standings of 1 earlier season from a file.',
    'The command made an official update.',
    'The command started the season 2025-2026 with a file.',
    'The command undid the start of the season 2025-2026.',
    'Times are those of the league, America/Toronto.',
  ])
})
