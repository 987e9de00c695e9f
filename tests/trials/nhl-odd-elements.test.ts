import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { impliedZeros } from '#server/nhl/api/report-pages'
import { scoresOfApi } from '#server/nhl/api/score-source'
import { checkSums, concludeSeasonReading, sumsSentence } from '#server/nhl/import/check-sums'
import { importDaysAgain, importGames, importLeague } from '#server/nhl/import/import-league'
import { notTaken } from '#server/nhl/import/import-run'
import { nhlImport } from '../support/nhl-import.ts'

// One element that does not fit, in each list that the NHL answers with.

type Listed = Record<string, unknown>
interface Week {
  gameWeek: { date: string; numberOfGames: number; games: Listed[] }[]
}

interface Report {
  data: Listed[]
  total: number
}

const pool = nhlImport()

/** Changes the games of a day wherever it is listed. */
const alterDay = (day: string, change: (games: Listed[]) => void) =>
  pool().nhl.alter('schedule/', (week: Week) => {
    for (const { date, games } of week.gameWeek) if (date === day) change(games)
    for (const each of week.gameWeek) if (each.date === day) each.numberOfGames = each.games.length
    return week
  })
/** The first game of that day has these fields instead. */
const spoilGame = (day: string, fields: Listed) => alterDay(day, ([game]) => Object.assign(game ?? {}, fields))
const linesByDay = async () => {
  const found = await pool().rows(sql`
    select to_char(game_date, 'DD') as day, count(*)::int as lines from pending_line join game on game.id = game_id
    group by game_date order by game_date`)
  return found.map(({ day, lines }) => `${day}: ${lines}`)
}
const settled = async () => {
  const found = await pool().rows(sql`select to_char(day, 'DD') as day from imported_day order by day`)
  return found.map(({ day }) => day)
}
/** A row of last season's report. */
const reported = (playerId: number, more: object) => ({
  ...rowOf('2024-10-18', 101),
  playerId,
  teamAbbrevs: 'BOS',
  gamesPlayed: 40,
  timeOnIcePerGame: 9_000,
  ...more,
})
const WHOLE = ['14: 20', '15: 20', '16: 20', '17: 20', '18: 20', '19: 20', '20: 20']
const rowOf = (day: string, playerId: number) => pool().rowOf(day, playerId)

describe('the schedule', () => {
  test('passes over games of other kinds and seasons, whatever they look like', async () => {
    alterDay('2024-10-15', (games) => {
      const [one] = games
      const others = [1, 3, 4, 6, 9, 12].map((gameType) => ({ ...one, gameType, homeTeam: { abbrev: '' } }))
      games.push(...others.map((game) => ({ ...game, id: one?.id, startTimeUTC: null })))
      games.push({ ...one, id: 2024010099, gameType: null, season: 20242025, homeTeam: null })
      games.push({ ...one, id: 2023020099, gameType: 2, season: 20232024, homeTeam: null })
    })
    expect(await importLeague(pool().run())).toMatchObject({ refused: [], days: 7 })
    expect(await linesByDay()).toEqual(WHOLE)
  })

  test('has odd games: each is set aside and named, and the rest of the week comes in', async () => {
    const oddities: [Listed, RegExp][] = [
      [{ homeTeam: { abbrev: '' } }, /homeTeam\.abbrev is ""/],
      [{ gameType: null }, /gameType is null/],
      [{ startTimeUTC: '2024-13-45T99:00:00Z' }, /which is not a time/],
      [{ gameOutcome: { lastPeriodType: 'XX' } }, /gameOutcome/],
      [{ awayTeam: { abbrev: 'BOS' } }, /is of BOS against itself/],
      [{ startTimeUTC: '0000-01-01T00:00:00Z' }, /startTimeUTC/],
      [{ homeTeam: { abbrev: 'BOS', score: 1e9 } }, /score/],
    ]
    for (const [index, [fields]] of oddities.entries()) spoilGame(`2024-10-${14 + index}`, fields)
    const { refused, days } = await importLeague(pool().run())
    expect(refused).toHaveLength(oddities.length)
    for (const [index, [, why]] of oddities.entries()) {
      const game = `Game ${2024020001 + 2 * index} of Oct ${14 + index}, 2024 is set aside: schedule/`
      expect(
        refused.find((sentence) => sentence.startsWith(game)),
        game,
      ).toMatch(why)
    }
    expect(days).toBe(7)
    expect(await linesByDay()).toEqual(WHOLE.map((day) => day.replace(': 20', ': 10')))
    expect(await settled()).toEqual([])
    // Right again, they come in by themselves.
    pool().nhl.healed()
    expect(await importGames(pool().run())).toMatchObject({ refused: [], changedLines: 70 })
    expect(await linesByDay()).toEqual(WHOLE)
    expect(await settled()).toHaveLength(7)
  })

  test('has a game without a number, of which the lines are left out; what was known of one stays', async () => {
    spoilGame('2024-10-15', { id: null })
    expect((await importLeague(pool().run())).refused).toEqual([
      expect.stringMatching(/^A game of Oct 15, 2024 is set aside: .* is null/),
    ])
    expect(await linesByDay()).toEqual(WHOLE.map((day) => day.replace('15: 20', '15: 10')))
    pool().nhl.healed()
    await importLeague(pool().run())
    const games = () => pool().rows(sql`select * from game order by id`)
    const before = await games()
    spoilGame('2024-10-15', { homeTeam: null })
    spoilGame('2024-10-23', { id: null })
    const { refused, changedLines } = await importLeague(pool().run(), { from: '2024-10-14', through: '2024-10-21' })
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatch(/^Game 2024020003 \(TOR at BOS\) of Oct 15, 2024 is set aside: /)
    expect(changedLines).toBe(0)
    expect(await games()).toEqual(before)
    expect(await linesByDay()).toEqual(WHOLE)
  })

  test('has an odd game that is known and has begun since: its lines are read as it is known', async () => {
    await importLeague(pool().run())
    const { league } = pool().nhl
    const game = league.games.find(({ id }) => id === 2024020015)
    for (const [list, row] of [
      [league.skaters, rowOf('2024-10-20', 101)],
      [league.goalies, rowOf('2024-10-20', 105)],
    ] as const) {
      list.push({ ...row, gameDate: '2024-10-21', gameId: 2024020015 })
    }
    Object.assign(game ?? {}, { state: 'LIVE' })
    // Faced off at seven in the evening, an hour ago.
    pool().now = '2024-10-21T20:00:00-04:00'
    spoilGame('2024-10-21', { startTimeUTC: null })
    const { refused, changedLines } = await importGames(pool().run())
    expect(refused).toEqual([
      expect.stringMatching(/^Game 2024020015 \(TOR at BOS\) of Oct 21, 2024 is set aside: .*startTimeUTC is null/),
    ])
    expect(changedLines).toBe(2)
    expect((await linesByDay()).at(-1)).toBe('21: 2')
    expect(await settled()).not.toContain('21')
  })

  test('has an odd game on another day than the one that is asked for', async () => {
    await importLeague(pool().run())
    spoilGame('2024-10-16', { homeTeam: null })
    const day = { from: '2024-10-15', through: '2024-10-15' }
    rowOf('2024-10-15', 102).assists = 1
    expect(await importDaysAgain(pool().run(), day)).toMatchObject({ refused: [], days: 1, changedLines: 1 })
  })

  test('has a week that leads nowhere: its games and the next week come in', async () => {
    for (const next of [null, 'soon', '2024-10-04']) {
      pool().nhl.healed()
      pool().nhl.alter('schedule/2024-10-11', (week: object) => ({ ...week, nextStartDate: next }))
      expect((await importLeague(pool().run())).refused).toEqual([
        `schedule/2024-10-11: nextStartDate is ${next}, which does not lead on.`,
      ])
      expect(await linesByDay()).toEqual(WHOLE)
      expect(await pool().rows(sql`select count(*)::int as games from game`)).toEqual([{ games: 20 }])
    }
  })

  test('has a week that cannot be read: the others are, and what is known of it stays', async () => {
    await importLeague(pool().run())
    const games = await pool().rows(sql`select * from game order by id`)
    pool().nhl.alter('schedule/2024-10-18', () => ({ gameWeek: 'soon' }))
    const { refused, days } = await importLeague(pool().run())
    expect(refused).toEqual(['schedule/2024-10-18: gameWeek is "soon": must be array.'])
    expect(days).toBe(3)
    expect(await pool().rows(sql`select * from game order by id`)).toEqual(games)
  })

  test('has another format: nothing of it is taken for an empty season', async () => {
    pool().nhl.alter('schedule/', (week: Week) => {
      for (const { games } of week.gameWeek) for (const game of games) Object.assign(game, { homeTeam: null })
      return week
    })
    const { refused, days } = await importLeague(pool().run())
    // Each of the two weeks is reported.
    const week = expect.stringMatching(/homeTeam is null/)
    expect(refused).toEqual([week, week])
    expect(days).toBe(0)
  })

  test('has fewer games than it announces: they are left out by name', async () => {
    pool().nhl.alter('schedule/2024-10-11', (week: Week) => {
      week.gameWeek[3]?.games.pop()
      return week
    })
    expect(notTaken(await importLeague(pool().run()))).toContain(
      'schedule/2024-10-11: 2024-10-14 has 1 games, 2 are announced.',
    )
  })

  test('drops games that were played yesterday: they stay, and are named', async () => {
    await importLeague(pool().run())
    pool().now = '2024-10-22T10:00:00-04:00'
    pool().nhl.league.games = pool().nhl.league.games.filter(
      ({ date }) => date !== '2024-10-20' && date !== '2024-10-21',
    )
    const { refused, changedLines } = await importLeague(pool().run())
    expect(refused).toEqual([
      'The schedule no longer has 4 games that should have been played: game 2024020013 (TOR at BOS) of Oct 20, 2024, game 2024020014 (UTA at EDM) of Oct 20, 2024, game 2024020015 (TOR at BOS) of Oct 21, 2024 and 1 more. What is known of them stays as it was.',
    ])
    expect(changedLines).toBe(0)
    expect(await linesByDay()).toEqual(WHOLE)
    expect(await pool().rows(sql`select id from game where id in (2024020015, 2024020016)`)).toHaveLength(2)
  })
})

/** A game of the 15th is spoiled; its other one and all other days come in all the same. */
const spoiledGames: [what: string, spoil: () => unknown, why: string][] = [
  [
    'a field that is missing',
    () => Reflect.deleteProperty(rowOf('2024-10-15', 102), 'shGoals'),
    'skater/summary: data[17].shGoals is missing.',
  ],
  [
    'a field that is null',
    () => Object.assign(rowOf('2024-10-15', 105), { wins: null }),
    'goalie/summary: data[4].wins is null: must be integer.',
  ],
  [
    'no goalie of a club in an official game',
    () => {
      const { league } = pool().nhl
      league.goalies = league.goalies.filter((row) => row !== rowOf('2024-10-15', 105))
    },
    'game 2024020003 (TOR at BOS) is official and has no line of a goalie of BOS.',
  ],
  [
    'two different lines of one player in one game',
    () => pool().nhl.league.skaters.push({ ...rowOf('2024-10-15', 101), goals: 2 }),
    'First101 Last101 has two different lines in game 2024020003 (TOR at BOS).',
  ],
  [
    'a player of a third club',
    () => Object.assign(rowOf('2024-10-15', 103), { teamAbbrev: 'EDM' }),
    'First103 Last103 played for EDM in game 2024020003 (TOR at BOS).',
  ],
]

describe('the reports', () => {
  test.each(spoiledGames)('have %s: the game is set aside, and asked for again', async (_, spoil, why) => {
    spoil()
    const { refused, days } = await importLeague(pool().run())
    expect(refused).toEqual([`Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: ${why}`])
    expect(days).toBe(7)
    expect(await linesByDay()).toEqual(WHOLE.map((day) => day.replace('15: 20', '15: 10')))
    expect(await settled()).toEqual(['14', '16', '17', '18', '19', '20'])
  })

  test('have not a line of a day whose games are over: it is not taken, and what was taken earlier stays', async () => {
    const { league } = pool().nhl
    const { skaters, goalies } = league
    league.skaters = skaters.filter(({ gameDate }) => gameDate !== '2024-10-15')
    league.goalies = goalies.filter(({ gameDate }) => gameDate !== '2024-10-15')
    const { refused, days } = await importLeague(pool().run())
    expect(refused).toEqual([
      'The lines of 2024-10-15 are not taken: 2 games are over, and there is not a single line.',
    ])
    expect(days).toBe(6)
    expect(await linesByDay()).toEqual(WHOLE.filter((day) => !day.startsWith('15')))
    Object.assign(league, { skaters, goalies })
    await importLeague(pool().run())
    Object.assign(league, { skaters: [], goalies: [] })
    const later = await importLeague(pool().run())
    expect([later.refused.length, later.changedLines]).toEqual([3, 0])
    expect(await linesByDay()).toEqual(WHOLE)
  })

  test('have rows twice, which count once, and a goalie who only sat on the bench, who has not played', async () => {
    pool().nhl.alter('skater/summary', ({ data, total }: Report) => ({
      data: [...data, ...data.slice(0, 5)],
      total: total + Math.min(5, total),
    }))
    pool().nhl.league.goalies.push({ ...rowOf('2024-10-15', 205), playerId: 999, timeOnIce: 0 })
    expect(await importLeague(pool().run())).toMatchObject({ refused: [], lines: 140 })
    expect(await linesByDay()).toEqual(WHOLE)
  })

  test('have a line of an unknown game: its own day is refused, not the first of the week', async () => {
    rowOf('2024-10-17', 101).gameId = 2024021300
    expect((await importLeague(pool().run())).refused).toEqual([
      'The lines of 2024-10-17 are not taken: First101 Last101 played in game 2024021300, which the schedule does not have on that day.',
    ])
    expect(await linesByDay()).toEqual(WHOLE.filter((day) => !day.startsWith('17')))
    expect(await settled()).toEqual(['14', '15', '16', '18', '19', '20'])
  })

  test('have a row without its game: the club’s game is set aside; without its day, the day is found', async () => {
    Object.assign(rowOf('2024-10-15', 101), { gameId: null })
    // Read day by day, it can be of no other.
    Object.assign(rowOf('2024-10-16', 301), { goals: 'two' })
    const { refused, days } = await importLeague(pool().run())
    expect(refused).toEqual([
      expect.stringMatching(/^Game 2024020003 \(TOR at BOS\) of Oct 15, 2024 is set aside: .*gameId is null/),
      expect.stringMatching(/^Game 2024020006 \(UTA at EDM\) of Oct 16, 2024 is set aside: .*goals is "two"/),
    ])
    expect(days).toBe(7)
    expect(await linesByDay()).toEqual(WHOLE.map((day) => day.replace(/(15|16): 20/, '$1: 10')))
  })

  test('have another format: the days are refused, and nothing is taken for a day without goals', async () => {
    for (const row of pool().nhl.league.skaters) {
      row.points = row.goals
      delete row.goals
    }
    const { refused, days } = await importLeague(pool().run())
    expect(refused).toHaveLength(7)
    expect(refused[0]).toBe('The lines of 2024-10-14 are not taken: skater/summary: data[0].goals is missing.')
    expect(days).toBe(0)
  })

  test('have null for 0 where nothing is left to count', async () => {
    Object.assign(rowOf('2024-10-15', 102), { ppGoals: null, shGoals: null, gameWinningGoals: null })
    Object.assign(rowOf('2024-10-15', 205), { wins: null, otLosses: null, losses: 1, shutouts: null, goalsAgainst: 1 })
    expect(await importLeague(pool().run())).toMatchObject({ refused: [], days: 7 })
    expect(await linesByDay()).toEqual(WHOLE)
  })

  test.each<[string, object, object]>([
    ['goals and assists of no points', { goals: null, assists: null, points: 0 }, { goals: 0, assists: 0 }],
    ['assists, all points being goals', { goals: 2, assists: null, points: 2 }, { assists: 0 }],
    ['goals that may be', { goals: null, assists: 1, points: 2 }, { goals: null }],
    ['goals without the points', { goals: null, assists: 0 }, { goals: null }],
    [
      'kinds of goals that are all even',
      { goals: 1, evGoals: 1, ppGoals: null, shGoals: null },
      { ppGoals: 0, shGoals: 0 },
    ],
    ['kinds of goals that may be', { goals: 1, evGoals: 0, ppGoals: null, shGoals: 0 }, { ppGoals: null }],
    ['a winner that may be', { goals: 1, gameWinningGoals: null }, { gameWinningGoals: null }],
    ['a decision that may be', { gamesPlayed: 1, wins: null, losses: 0, otLosses: 0 }, { wins: null }],
    ['a loss', { gamesPlayed: 1, wins: null, losses: 1, otLosses: null, ties: null }, { wins: 0, otLosses: 0 }],
    ['a shutout with a goal against', { gamesPlayed: 1, shutouts: null, goalsAgainst: 2 }, { shutouts: 0 }],
    ['shutouts of a season', { gamesPlayed: 9, shutouts: null, goalsAgainst: 20 }, { shutouts: null }],
  ])('null: %s', (_, row, expected) => {
    expect(impliedZeros(row)).toMatchObject(expected)
  })
})

describe('the weekly comparison', () => {
  test('knows the games that were set aside, and compares everybody else', async () => {
    Object.assign(rowOf('2024-10-15', 101), { goals: null })
    const { skaters } = pool().nhl.league
    // The season's report has him whole.
    const sums = skaters.filter(({ playerId }) => playerId === 101)
    const outcome = await importLeague(pool().run())
    expect(outcome.aside).toEqual([{ name: 'game 2024020003 (TOR at BOS)', clubs: ['BOS', 'TOR'] }])
    Object.assign(rowOf('2024-10-15', 101), { goals: 1 })
    expect(sums).toHaveLength(7)
    const { check, setAside } = await concludeSeasonReading(pool().run(), new Date(pool().now), outcome)
    expect(setAside).toEqual([])
    expect(check && sumsSentence(check)).toBe(
      "The sums of 10 players are those of the NHL's season report. 10 players lack what was set aside: game 2024020003 (TOR at BOS).",
    )
    // What the game does not explain is reported all the same.
    rowOf('2024-10-16', 201).assists = 2
    const more = await checkSums(pool().run(), [])
    expect(more?.differing).toHaveLength(10)
  })

  test('leaves out a player whose row does not fit, and names the row', async () => {
    const outcome = await importLeague(pool().run())
    pool().nhl.alter('skater/summary', (answer: Report) => {
      if (answer.data[2]) answer.data[2].goals = null
      return answer
    })
    const { check, setAside } = await concludeSeasonReading(pool().run(), new Date(pool().now), outcome)
    expect(setAside).toEqual(['skater/summary: data[2].goals is null: must be integer.'])
    expect(check).toMatchObject({ players: 19, differing: [] })
  })

  test('names a first day that is later than the NHL’s', async () => {
    await importLeague(pool().run())
    await pool().rows(sql`delete from pending_line using game where game.id = game_id and game_date < '2024-10-16'`)
    await pool().rows(sql`update season set first_day = '2024-10-16' where id = 20242025`)
    pool().nhl.league.seasonList.push({
      id: 20242025,
      startDate: '2024-10-14T13:00:00',
      regularSeasonEndDate: '2025-04-17T19:00:00',
      numberOfGames: 82,
    })
    const check = await checkSums(pool().run())
    expect(check?.differing).toHaveLength(20)
    expect(check && sumsSentence(check)).toMatch(
      /^The league's first day is Oct 16, 2024, the NHL's is Oct 14, 2024: games before Oct 16, 2024 are not counted here\. Set firstDay to 2024-10-14 to count them\. The sums of 20 of 20 players are not those/,
    )
    await pool().rows(sql`update season set first_day = '2024-10-14' where id = 20242025`)
  })
})

describe('other lists', () => {
  test('a club of the standings, a player of a roster, a club and a season of the lists: the others come in', async () => {
    const { league } = pool().nhl
    Object.assign(league.standings[3] ?? {}, { points: null })
    Object.assign(league.rosters.BOS?.forwards[0] ?? {}, { lastName: null })
    league.teamList.push({ id: 1, fullName: null, triCode: 'OLD' })
    league.seasonList.push({ id: 19171918, startDate: null }, { id: 20242025, startDate: null })
    pool().nhl.league.games = league.games.filter(({ home }) => home === 'BOS')
    league.skaters = league.skaters.filter(({ teamAbbrev }) => teamAbbrev === 'BOS' || teamAbbrev === 'TOR')
    league.goalies = league.goalies.filter(({ teamAbbrev }) => teamAbbrev === 'BOS' || teamAbbrev === 'TOR')
    const { refused, setAside } = await importLeague(pool().run())
    // Not a line is missing.
    expect(refused).toEqual([])
    expect(setAside).toEqual([
      'standings/now: standings[3].points is null: must be integer.',
      'season: data[3].regularSeasonEndDate is missing.',
      'roster/BOS/current: forwards[0].lastName is null: must be object.',
    ])
    expect(await pool().rows(sql`select abbrev from nhl_team order by abbrev`)).toEqual([
      { abbrev: 'BOS' },
      { abbrev: 'EDM' },
      { abbrev: 'TOR' },
    ])
    expect(await pool().rows(sql`select count(*)::int as players from player where nhl_team = 'BOS'`)).toEqual([
      { players: 5 },
    ])
  })

  test('a season of a career: the other seasons come in, and it is asked for again', async () => {
    const { landings } = pool().nhl.league
    const landing = JSON.stringify(landings[101])
    // Both rows of 2023-24 belong to one season; another league's are passed over.
    const spoiled = JSON.parse(landing)
    spoiled.seasonTotals[0].gameTypeId = null
    spoiled.seasonTotals[2].goals = 'two'
    landings[101] = spoiled
    const seasons = async () =>
      (await pool().rows(sql`select season_id from player_season where player_id = 101 and season_id < 20242025`)).map(
        ({ season_id }) => season_id,
      )
    expect(await importLeague(pool().run())).toMatchObject({
      refused: [],
      setAside: ['player/101/landing seasonTotals[2]: goals is "two": must be integer.'],
    })
    expect(await seasons()).toEqual([20222023])
    landings[101] = JSON.parse(landing)
    expect(await importLeague(pool().run())).toMatchObject({ refused: [], setAside: [] })
    expect((await seasons()).sort()).toEqual([20222023, 20232024])
  })

  test('text that no table can take is an odd element, not a failure of the import', async () => {
    rowOf('2024-10-15', 101).skaterFullName = 'First\u0000101'
    rowOf('2024-10-16', 101).goals = 3_000_000_000
    rowOf('2024-10-17', 101).goals = 40_000
    const { landings, standings } = pool().nhl.league
    const spoiled = JSON.parse(JSON.stringify(landings[102]))
    Object.assign(spoiled.seasonTotals[1], { avgToi: '9999999999:00' })
    Object.assign(spoiled.seasonTotals[2], { season: 2023202420242025 })
    landings[102] = spoiled
    standings.push({ ...standings[0] })
    pool().nhl.reportBefore.skaters = [reported(8470001, { gamesPlayed: 1_000_000 }), reported(8470002, {})]
    const { refused, setAside, days } = await importLeague(pool().run())
    expect(refused).toHaveLength(3)
    expect(setAside).toEqual([
      'standings/now: BOS is there twice.',
      'skater/summary: data[0].gamesPlayed is 1000000.',
      expect.stringMatching(/^player\/102\/landing seasonTotals\[1\]: avgToi is "9999999999:00"/),
      expect.stringMatching(/^player\/102\/landing seasonTotals\[2\]: season is 2023202420242025/),
      'The NHL has no page of player 8470002 (status 404); kept what was known.',
    ])
    expect(days).toBe(7)
  })

  test('a page of another player', async () => {
    const { landings } = pool().nhl.league
    landings[101] = landings[102] ?? {}
    expect(await importLeague(pool().run())).toMatchObject({
      refused: [],
      setAside: ['player/101/landing: it is the page of player 102.'],
    })
  })

  test('a score page of which no game fits is refused; the only one that does goes on', async () => {
    const games: object[] = [1, 2, 3].map((number) => ({ id: 2024020000 + number, gameType: 2, season: 20242025 }))
    const source = scoresOfApi('', async () => ({ currentDate: '2024-10-14', games }))
    await expect(source.scores('2024-10-14', 20242025)).rejects.toThrow('score/2024-10-14: games[0]')
    for (const [page, why] of [
      [{ currentDate: '2024-10-13', games: [] }, /2024-10-13/],
      [{}, /missing/],
      [[], /must be object/],
    ] as const)
      await expect(scoresOfApi('', async () => page).scores('2024-10-14', 20242025)).rejects.toThrow(why)
    const clubs = { homeTeam: { abbrev: 'BOS' }, awayTeam: { abbrev: 'TOR' } }
    games.push({ ...games[0], id: 2024020004, gameState: 'FUT', gameScheduleState: 'OK', ...clubs })
    const { games: read, odd } = await source.scores('2024-10-14', 20242025)
    expect(read.map(({ id }) => id)).toEqual([2024020004])
    expect(odd.map(({ id }) => id)).toEqual([2024020001, 2024020002, 2024020003])
  })

  test('a goalie of a box score: the others are known', async () => {
    const goalie = (playerId: number, more: object) => ({ playerId, toi: '59:34', ...more })
    const away = { goalies: [goalie(1, { toi: null }), goalie(2, { decision: null })] }
    const playerByGameStats = { awayTeam: away, homeTeam: { goalies: [goalie(3, { decision: 'W' })] } }
    const answer = { awayTeam: { abbrev: 'TOR' }, homeTeam: { abbrev: 'BOS' }, playerByGameStats }
    const noted: string[] = []
    const source = scoresOfApi('', async () => answer)
    expect(await source.goalies(2024020001, (why) => noted.push(why))).toEqual([
      { playerId: 2, club: 'TOR', decision: null, toiSeconds: 3574 },
      { playerId: 3, club: 'BOS', decision: 'W', toiSeconds: 3574 },
    ])
    expect(noted).toEqual([
      'gamecenter/2024020001/boxscore: playerByGameStats.awayTeam.goalies[0].toi is null: must be string.',
    ])
  })
})
