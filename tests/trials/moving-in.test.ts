import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/command'
import { readLeagueFile } from '#server/league/file/read-league-file'
import { currentLeague } from '#server/league/league'
import { findLeagueFile } from '#server/league/moving-in/setup-league'
import { standings } from '#server/league/standings/standings'
import { addPlayers } from '#server/nhl/store/import-players'
import { asOwner, commandOn } from '../support/command-on.ts'
import { duringTests } from '../support/during-tests.ts'
import { dyingDatabase } from '../support/dying-database.ts'
import { emptyTables } from '../support/empty-league.ts'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { addGame, fakeLeague, gameOf, pageOf } from '../support/fake-nhl-league.ts'
import { inNextSeason, LEAGUE_TEXT } from '../support/league-text.ts'
import { refusalOf, unchanged } from '../support/row-versions.ts'
import { rowsIn, testDatabase } from '../support/test-database.ts'

const NOW = '2025-01-15T17:00:00Z'

const SO_FAR = `soFar:
  rosters:
    RATS:
      - { player: Connor McDavid, scratched: 2024-12-01..2024-12-10 }
      - { player: 8471214, bought: 2024-11-20, price: 12.50, scratched: [2025-01-01] }
      - { player: Tim Stützle, sold: 2024-12-20, soldFor: 3.25 }
    BLUE:
      - { player: Tim Stützle, bought: 2024-12-20, price: 3.50 }
  standings:
    - { day: 2024-12-31, totals: { RATS: 20.50, BLUE: 1 } }
    - { day: 2025-01-12, totals: { RATS: 21.50, blue: 2.25 } }
`
const FILE = LEAGUE_TEXT + SO_FAR

describe('the season so far in a league file', () => {
  const problems = (text: string) => readLeagueFile(text).problems.map(({ line, sentence }) => `${line}: ${sentence}`)
  /** The file with a text in another's place. */
  const but = (text: string, other: string) => {
    expect(FILE).toContain(text)
    return problems(FILE.replace(text, other))
  }

  test('is read with its players, prices, lineups and totals', () => {
    const { file, problems: wrong } = readLeagueFile(FILE)
    expect(wrong).toEqual([])
    const day = (text: string) => Date.parse(`${text}T05:00:00Z`)
    expect(file?.soFar?.rosters[0]?.players.map(({ line: _, ...player }) => player)).toEqual([
      {
        player: { name: 'Connor McDavid', club: null },
        boughtAt: null,
        price: 0,
        scratched: [{ from: day('2024-12-01'), until: day('2024-12-10') }],
        sold: null,
      },
      {
        player: { id: 8471214, name: null, position: null },
        boughtAt: day('2024-11-20'),
        price: 1250,
        scratched: [{ from: day('2025-01-01'), until: null }],
        sold: null,
      },
      {
        player: { name: 'Tim Stützle', club: null },
        boughtAt: null,
        price: 0,
        scratched: [],
        sold: { at: day('2024-12-20'), price: 325 },
      },
    ])
    expect(file?.soFar?.standings.map(({ day, totals }) => [day, Object.fromEntries(totals)])).toEqual([
      ['2024-12-31', { RATS: 2050, BLUE: 100 }],
      ['2025-01-12', { RATS: 2150, BLUE: 225 }],
    ])
  })

  test.each([
    [
      '    BLUE:\n      - { player: Tim Stützle, bought: 2024-12-20, price: 3.50 }\n',
      '',
      ['10: The roster of BLUE is missing.'],
    ],
    [
      '    BLUE:\n',
      '    GREEN:\n',
      ['15: There is no team "GREEN"; the teams are RATS, BLUE.', '10: The roster of BLUE is missing.'],
    ],
    [', price: 12.50', '', ['13: The day on which a player was bought and the price come together.']],
    [', soldFor: 3.25', '', ['14: The day on which a player was sold and what that brought come together.']],
    ['bought: 2024-11-20', 'bought: 2024-11-31', ['13: 2024-11-31 is not a day of the calendar.']],
    ['bought: 2024-11-20', 'bought: 2023-11-20', ['13: 2023-11-20 is not in the season.']],
    [
      'scratched: [2025-01-01]',
      'scratched: [2024-11-19]',
      ["13: 2024-11-19 is not within the player's time with the team."],
    ],
    ['[2025-01-01]', '[2025-01-01, 2025-01-05]', ['13: 2025-01-05 does not come after what is before it.']],
    [
      '2024-12-01..2024-12-10',
      '2024-12-10..2024-12-01',
      ['12: 2024-12-10..2024-12-01 does not come after what is before it.'],
    ],
    [
      'Tim Stützle, sold: 2024-12-20, soldFor: 3.25',
      'Connor McDavid',
      ['14: This player is already on line 12; a player has one owner.'],
    ],
    [
      'Tim Stützle, bought: 2024-12-20, price: 3.50',
      'Connor McDavid',
      ['16: This player is already on line 12; a player has one owner.'],
    ],
    ['day: 2025-01-12', 'day: 2024-12-31', ['19: 2024-12-31 does not come after 2024-12-31.']],
    [', blue: 2.25', '', ['19: The total of BLUE on 2025-01-12 is missing.']],
    ['blue: 2.25', 'blue: many', ['19: SoFar, standings, entry 2, totals, blue must be a total such as 123.50.']],
  ])('says on which line it is wrong: %j is %j', (text, other, expected) => {
    expect(but(text, other).sort()).toEqual([...expected].sort())
  })

  test('tells of every player who is written wrong what is wrong about them', () => {
    const entry = (nr: number) => `SoFar, rosters, RATS, entry ${nr}`
    const many = Array.from({ length: 12 }, (_, index) => `      - { player: ${8470000 + index}, price: -1 }\n`).join(
      '',
    )
    expect(
      but(
        '      - { player: Connor McDavid, scratched: 2024-12-01..2024-12-10 }\n',
        `      - { player: Connor McDavid, price: -3 }
      - { player: Leon Draisaitl, bought: yesterday, colour: red }
      - { player: Nico Hischier, scratched: [2024-12-01, sometimes] }
      - { name: Nobody }
${many}`,
      ),
    ).toEqual([
      `12: ${entry(1)}, price must be an amount such as 45.50, not below 0.`,
      `13: ${entry(2)}: "colour" is unknown; use one of player, bought, price, scratched, sold, soldFor.`,
      `13: ${entry(2)}, bought must be a day such as 2026-10-06.`,
      `14: ${entry(3)}, scratched, entry 2 must be a day such as 2026-12-01, or a span such as 2026-11-01..2026-11-09.`,
      expect.stringMatching(/^15: SoFar, rosters, RATS, entry 4 must be a player as in lastSeason, or /),
      ...Array.from(
        { length: 12 },
        (_, index) => `${16 + index}: ${entry(5 + index)}, price must be an amount such as 45.50, not below 0.`,
      ),
    ])
  })
})

describe('a league that moves in while the season is on', () => {
  const rows = (query: SQL) => rowsIn(database, query)
  const season = (file = FILE, words = 'season FILE') => commandOn(database, words, { file, now: NOW })
  const table = () =>
    database.transaction(async (queries) => standings(queries, await currentLeague(queries), Date.parse(NOW)))

  /** Three games of each; the reader can add them up. */
  const lines = [
    { game: 1, day: '2024-10-10', points: { 8478402: 3, 8471214: 1, 8482116: 1 } },
    { game: 2, day: '2024-12-05', points: { 8478402: 2, 8471214: 5, 8482116: 0 } },
    { game: 3, day: '2025-01-14', points: { 8478402: 4, 8471214: 6, 8482116: 2 } },
  ]

  const database = duringTests(() => testDatabase())
  beforeAll(async () => {
    expect(await commandOn(database, 'init FILE --anyway', { file: FILE, now: '2025-01-15T16:00:00Z' })).toContain(
      '  1. npm run league -- import, which takes over 2024-2025 so far',
    )
    await expect(season()).rejects.toThrow('first: npm run league -- import')
    await importAll()
  })

  /** As an import does. */
  const importAll = () =>
    database.transaction(async (queries) => {
      await queries.execute(sql`insert into nhl_team (abbrev, long_name, conference, division)
        values ('EDM', 'Edmonton Oilers', 'Western', 'Pacific'), ('WSH', 'Washington Capitals', 'Eastern', 'Metropolitan')`)
      const player = { nhlTeam: 'EDM', headshotUrl: null }
      await addPlayers(queries, [
        { ...player, id: 8478402, firstName: 'Connor', lastName: 'McDavid', position: 'C' },
        { ...player, id: 8471214, firstName: 'Alex', lastName: 'Ovechkin', position: 'LW' },
        { ...player, id: 8482116, firstName: 'Tim', lastName: 'Stützle', position: 'C' },
      ])
      for (const { game, day, points } of lines) {
        await queries.execute(sql`insert into game (id, season_id, game_date, start_time, home, away, state)
          values (${game}, 20242025, ${day}, ${`${day}T20:00:00Z`}, 'EDM', 'WSH', 'OFF')`)
        for (const [id, worth] of Object.entries(points)) {
          await queries.execute(sql`insert into pending_line (game_id, player_id, nhl_team, goals, assists, power_play_goals,
              short_handed_goals, game_winning_goals, wins, overtime_losses, shutouts, toi_seconds, points)
            values (${game}, ${Number(id)}, 'EDM', 0, ${worth}, 0, 0, 0, 0, 0, 0, 600, ${worth})`)
        }
      }
    })

  test.each([
    ['Tim Stützle, bought: 2024-12-20', 'Tim Stutzel, bought: 2024-12-20', /^line 16: No player is called Tim Stutzel/],
    ['player: Connor McDavid', 'player: 8471214', /already on line 12; a player has one owner/],
  ])('is refused by lines, and whole: %s is %s', async (text, other, sentence) => {
    expect(await refusalOf(database, () => season(FILE.replace(text, other)))).toMatch(sentence)
  })

  test('is not taken over another season, or a draft that is held here', async () => {
    const later = inNextSeason(FILE).replaceAll('2024-2025', '2025-2026')
    // Sent as it is: the command would refuse it by itself.
    const sent = asOwner(database, (league) => league.call(contract.season, { body: { file: later, from: null } }))
    await expect(sent).rejects.toThrow(/^line 9: All days of soFar are before this season\./)
    await rows(sql`insert into draft (season_id, keepers_locked_at, mode, rounds) values (20242025, now(), 'free', 1)`)
    await expect(season()).rejects.toThrow('The draft of 2024-2025 is held here; take soFar out of the file.')
    await rows(sql`delete from draft`)
  })

  test('goes on from its rosters, lineups, cash and totals, once; the file stays of use for its dates', async () => {
    expect(await unchanged(database, () => season(FILE, 'season FILE --dry-run'))).toContain(
      '+ 2024-2025 so far: 4 players, 2 days of standings; an official update follows',
    )

    // McDavid: 9 without the 2 of December; Ovechkin: 12 without the 6 of January; Stützle of the Blue Liners: 3.
    expect(await season()).toEqual(
      expect.arrayContaining([
        '  RATS: 21.50 on Jan 12, 2025 by the file, 25.50 now by the statistics',
        '  BLUE: 2.25 on Jan 12, 2025 by the file, 3.00 now by the statistics',
      ]),
    )
    expect(await table()).toMatchObject([
      {
        shortName: 'RATS',
        points: 13,
        cash: 12.5,
        totalScore: 25.5,
        scoreDiffPrevious: 4,
        scoreThisWeek: 4,
        scoreLastWeek: 1,
        ranking: 1,
      },
      { shortName: 'BLUE', points: 3, cash: 0, scoreDiffPrevious: 0.75, scoreThisWeek: 0.75, scoreLastWeek: 1.25 },
    ])
    expect(
      await rows(sql`select team_id, player_id, acquired, bought_price_cents as price, sold_price_cents as sold
        from roster_entry where season_id = 20242025 order by team_id, player_id`),
    ).toEqual([
      { team_id: 1, player_id: 8471214, acquired: 'trade', price: 1250, sold: null },
      { team_id: 1, player_id: 8478402, acquired: 'draft', price: 0, sold: null },
      { team_id: 1, player_id: 8482116, acquired: 'draft', price: 0, sold: 325 },
      { team_id: 2, player_id: 8482116, acquired: 'trade', price: 350, sold: null },
    ])

    expect(await unchanged(database, season)).toEqual([
      '2024-2025 has its rosters here; soFar of the file is no longer read.',
      'Nothing else differs; nothing has been changed.',
    ])
  })
})

describe('a league that moves in by its file and an import', () => {
  const AT = '2024-10-16T12:00:00Z'
  const BEGUN = `${LEAGUE_TEXT}soFar:
  rosters:
    RATS:
      - First101 Last101
    BLUE:
      - { player: First301 Last301, bought: 2024-10-15, price: 4.00 }
  standings:
    - { day: 2024-10-14, totals: { RATS: 16.50, BLUE: 0 } }
    - { day: 2024-10-15, totals: { RATS: 20.50, BLUE: 8 } }
`
  let nhl: FakeNhl
  const does = (words: string, { file, now = AT }: { file?: string; now?: string } = {}) =>
    commandOn(database, words, { file, now, nhlApi: nhl })
  const init = (file: string, now = AT) => does('init FILE --anyway', { file, now })
  const importNew = (now = AT) => does('import', { now })
  const table = async (now = AT) => {
    const shown = await database.transaction(async (queries) =>
      standings(queries, await currentLeague(queries), Date.parse(now)),
    )
    return shown.map((team) => [team.shortName, team.points, team.cash, team.totalScore, team.scoreDiffPrevious])
  }
  const MOVED = [
    ['RATS', 8, 12.5, 20.5, 0],
    ['BLUE', 8, 0, 8, 0],
  ]
  /** Cash is there from the start; players are not. */
  const EMPTY = [
    ['RATS', 0, 12.5, 12.5, 0],
    ['BLUE', 0, 0, 0, 0],
  ]
  const kept = () => database.transaction(findLeagueFile)

  const database = duringTests(() => testDatabase())
  beforeEach(async () => {
    // Two days are played. In each game the first forward at home scores: 2, and 1 each for the power play and the win.
    nhl = await startFakeNhl(fakeLeague(2))
    await emptyTables(database)
  })
  afterEach(() => nhl.close())

  test('has the totals of the file at once, and goes on from there', async () => {
    const made = await init(BEGUN)
    expect(made).toContain('  1. npm run league -- import, which takes over 2024-2025 so far')
    // A separate update follows; another would leave no points for the last day.
    expect(made.join('\n')).not.toContain('-- publish')
    expect(await importNew()).toEqual(
      expect.arrayContaining([
        '+ 2024-2025 so far: 2 players, 2 days of standings; an official update follows',
        '  RATS: 20.50 on Oct 15, 2024 by the file, 20.50 now by the statistics',
        '  BLUE: 8.00 on Oct 15, 2024 by the file, 8.00 now by the statistics',
      ]),
    )
    expect(await table()).toEqual(MOVED)
    expect(await kept()).toBeNull()

    const later = '2024-10-17T12:00:00Z'
    addGame(nhl.league, gameOf(21, '2024-10-16', 'OFF', 'EDM', 'UTA'))
    expect((await importNew(later)).join('\n')).not.toContain('so far')
    await does('publish --anyway', { now: later })
    expect(await table(later)).toEqual([
      ['RATS', 8, 12.5, 20.5, 0],
      ['BLUE', 12, 0, 12, 4],
    ])
    const records = await does('audit', { now: later })
    // After the day and the time.
    expect(records.slice(0, -1).map((line) => line.slice('2024-10-16, 08:00:00  '.length))).toEqual([
      'The command made the league The Pool.',
      'The server took over the rosters of the league file.',
      'The command imported 2 days of statistics; new or different lines: 40.',
      expect.stringMatching(/^The command imported \d days of statistics; new or different lines: 10\.$/),
      'The command made an official update.',
    ])
  })

  test('is right after a kill between the import and the commit of the take-over, or after it', async () => {
    const killed = (when: 'before' | 'after') => {
      const dying = dyingDatabase(database, when, async (_, queries) => (await findLeagueFile(queries)) === null)
      return commandOn(dying, 'import', { now: AT, nhlApi: nhl })
    }
    await init(BEGUN)
    await expect(killed('before')).rejects.toThrow('killed')
    expect(await kept()).not.toBeNull()
    expect(await table()).toEqual(EMPTY)
    // Somebody, or the schedule, publishes before the next import.
    await does('publish --anyway')
    expect(await table()).toEqual(EMPTY)
    await expect(killed('after')).rejects.toThrow('killed')
    expect(await kept()).toBeNull()
    expect(await table()).toEqual(MOVED)
    expect((await importNew()).join('\n')).not.toContain('so far')
    expect(await table()).toEqual(MOVED)
  })

  test('is taken over although its teams have been renamed and a roster, a page and the standings fail, which is reported', async () => {
    await init(BEGUN)
    await rowsIn(database, sql`update team set short_name = 'GREEN' where id = 1`)
    await rowsIn(database, sql`update team set short_name = 'RATS' where id = 2`)
    const tooMany = { status: 429, headers: { 'retry-after': '3600' } }
    for (const path of ['standings/', 'roster/BOS', 'player/103/']) nhl.keepFailing(path, tooMany)
    nhl.keepFailing('player/104/', { status: 404 })
    expect(await importNew()).toEqual(
      expect.arrayContaining([
        '+ 2024-2025 so far: 2 players, 2 days of standings; an official update follows',
        "The NHL's standings failed; kept the previous one (status 429, 1 try).",
        "The NHL's roster of BOS failed; kept the previous one (status 429, 1 try).",
        "The NHL's page of player 103 failed; kept the previous one (status 429, 1 try).",
        'The NHL has no page of player 104 (status 404); kept what was known.',
      ]),
    )
    expect(await kept()).toBeNull()
    expect(await table()).toEqual([
      ['GREEN', 8, 12.5, 20.5, 0],
      ['RATS', 8, 0, 8, 0],
    ])
  })

  test('takes over the rosters of last season, too', async () => {
    await init(
      `${LEAGUE_TEXT}lastSeason: { season: 2023-2024, firstDay: 2023-10-10, lastDay: 2024-04-18, rosters: { RATS: [First102 Last102] } }\n`,
    )
    expect(await importNew()).toContain(
      '~ players on the rosters of 2023-2024, from 0 to 1; keepers were bought by Mar 21, 2024',
    )
    expect(await kept()).toBeNull()
  })

  test('is imported for although the file cannot be taken over, and says why by lines; a mended one is', async () => {
    await init(BEGUN.replace('First101 Last101', 'Fist101 Last101'))
    await expect(importNew()).rejects.toThrow(
      /^The rosters of the league file are not taken over yet:\nline 12: No player is Fist101 Last101.*\nMend the file, then: npm run league -- season FILE\nThe rest is imported/s,
    )
    expect(await table()).toEqual(EMPTY)
    await does('season FILE', { file: BEGUN })
    expect((await table()).map(([, , , total]) => total)).toEqual([20.5, 8])
    expect(await kept()).toBeNull()
    expect((await importNew()).join('\n')).not.toContain('league file')
  })

  test('waits for the import with which its players can be known', async () => {
    await init(BEGUN.replace('First101 Last101', '8400001'))
    await expect(importNew()).rejects.toThrow('line 12: No player here has the NHL id 8400001')
    expect(await kept()).not.toBeNull()
    nhl.league.landings[8400001] = pageOf(8400001, 'Nils Andersson', 'D')
    expect(await importNew()).toContain('  RATS: 20.50 on Oct 15, 2024 by the file, 12.50 now by the statistics')
    expect(await kept()).toBeNull()
  })

  test('says at once what cannot have been yet, and is not made', async () => {
    expect(await refusalOf(database, () => init(BEGUN, '2024-10-14T12:00:00Z'))).toBe(
      [
        'line 14: This lies in the future.',
        'line 16: 2024-10-14 is not over yet; its totals come from the statistics.',
        'line 17: 2024-10-15 is not over yet; its totals come from the statistics.',
      ].join('\n'),
    )
  })
})
