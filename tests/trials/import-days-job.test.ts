import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { importLeague } from '#server/nhl/import/import-league'
import { progressLog } from '#server/schedule/scheduled-work'
import { commandOn } from '../support/command-on.ts'
import { folderDuringTest } from '../support/during-tests.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { unchanged } from '../support/row-versions.ts'

const pool = nhlImport()

/** What `import` says. */
const imports = (...words: string[]): Promise<string[]> =>
  commandOn(pool().database, ['import', ...words], { now: () => new Date(pool().now), nhlApi: pool().nhl })

const readWhole = () => pool().rows(sql`select done_at from scheduled_import where kind = 'season'`)

describe('days that are asked for', () => {
  beforeEach(async () => {
    await importLeague(pool().run())
    await pool().publish()
    pool().now = '2024-10-28T10:00:00-04:00'
    for (const row of pool().nhl.league.skaters) {
      if (row.playerId === 202 && row.gameDate < '2024-10-16') row.assists = 1
    }
    // Those of the week after were never played.
    pool().nhl.league.games = pool().nhl.league.games.filter(({ date }) => date < '2024-10-21')
  })

  test('are read again, and no other', async () => {
    expect(await imports('--days', '2024-10-15..2024-10-16')).toEqual([
      'Read 2 days with 40 lines from the NHL; 1 line new or different.',
      '1 line waiting for an official update: npm run league -- publish',
    ])
    expect(await readWhole()).toEqual([])
  }, 30_000)

  test('are all of them with "all", after which the sums are compared and it is noted when that was', async () => {
    expect(await imports('--all')).toEqual([
      "The sums of 20 players are those of the NHL's season report.",
      'Read 7 days with 140 lines from the NHL; 2 lines new or different.',
      '2 lines waiting for an official update: npm run league -- publish',
    ])
    expect(await readWhole()).toEqual([{ done_at: expect.anything() }])
  }, 30_000)

  test('are refused where they are not all of the season, of one that is over, or ahead', async () => {
    const outside =
      'are not all of the season 2024-2025, whose games are played from 2024-10-04 to 2025-05-01 at the latest.'
    const over =
      'lie before the season 2024-2025, and a season that is over takes no more corrections: its standings are final.'
    for (const [from, through, why] of [
      ['2024-09-30', '2024-10-06', outside],
      ['2025-04-30', '2025-05-02', outside],
      ['2023-10-14', '2023-10-16', over],
      ['2024-10-29', '2024-10-30', 'are still ahead; today is 2024-10-28.'],
    ] as const) {
      await expect(imports('--days', `${from}..${through}`)).rejects.toThrow(`The days ${from}..${through} ${why}`)
    }
  })

  test('leave the times that the office shows, which a whole import sets', async () => {
    const times = () => pool().rows(sql`select kind, done_at from scheduled_import order by kind`)
    expect(await imports('--days', '2024-10-15..2024-10-16')).toHaveLength(2)
    expect(await times()).toEqual([])
    await imports('--recent')
    await imports()
    expect(await times()).toEqual(['everything', 'games'].map((kind) => ({ kind, done_at: expect.anything() })))
  }, 30_000)

  test(
    'are only named by a dry run',
    () =>
      unchanged(pool().database, async () => {
        expect(await imports('--days', '2024-10-15..2024-10-16', '--dry-run')).toEqual([
          'the NHL: 4 games, of which 4 are known.',
          'Would read 2 days, 2024-10-15 to 2024-10-16.',
          'Dry run: nothing has been changed.',
        ])
        expect((await imports('--all', '--dry-run'))[1]).toBe('Would read 7 days, 2024-10-14 to 2024-10-20.')
        expect((await imports('--dry-run'))[1]).toBe('No day is missing.')
      }),
    30_000,
  )
})

test("the files of last season's folder are named as such, and give no games", async () => {
  const folder = await folderDuringTest()
  const files = {
    'teams.csv':
      'abbrev,name,conference,division,logo\nBOS,Boston Bruins,Eastern,Atlantic,\nTOR,Toronto,Eastern,Atlantic,\n',
    'games_20232024.csv':
      'gameId,gameDate,startTimeUTC,gameState,awayTeamId,awayAbbrev,awayScore,homeTeamId,homeAbbrev,homeScore,lastPeriodType\n' +
      '2023020001,2023-10-14,2023-10-14T23:00:00Z,OFF,10,TOR,2,6,BOS,3,SO\n',
    'players.csv': 'playerId,firstName,lastName,positionCode,shootsCatches,headshot\n1,A,One,D,R,\n2,B,Two,G,,\n',
    'skater_games_20232024.csv':
      'gameId,gameDate,playerId,teamAbbrev,goals,assists,toiSeconds,powerPlayGoals,shorthandedGoals,gameWinningGoals\n' +
      '2023020001,2023-10-14,1,BOS,1,0,900,0,1,0\n',
    'goalie_games_20232024.csv':
      'gameId,gameDate,playerId,teamAbbrev,goals,assists,toiSeconds,decision,shutouts\n2023020001,2023-10-14,2,TOR,0,0,3900,O,0\n',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  expect(await imports('--from', folder, '--dry-run')).toEqual([
    `The files in ${folder} are of 2023-2024: they give players and earlier seasons, and no games of 2024-2025.`,
    `the files in ${folder}: 0 games, of which 0 are known.`,
    'No day is missing.',
    'Dry run: nothing has been changed.',
  ])
})

describe('an import that lacks no line', () => {
  test('names what is odd and what failed, and ends well', async () => {
    const { nhl } = pool()
    Object.assign(nhl.league.standings.at(-1) ?? {}, { points: null })
    nhl.keepFailing('player/102/', { status: 403 })
    nhl.alter('goalie/summary', ({ data, ...rest }: { data: Record<string, unknown>[] }) => {
      for (const one of data)
        if (one.playerId === 105 && 'teamAbbrevs' in one && one.gamesPlayed === 7) one.wins = 'all'
      return { data, ...rest }
    })
    expect(await imports()).toEqual([
      "The sums of 19 players are those of the NHL's season report.",
      'Read 7 days with 140 lines from the NHL; 140 lines new or different.',
      '140 lines waiting for an official update: npm run league -- publish',
      'standings/now: standings[3].points is null: must be integer.',
      "The NHL's page of player 102 failed; kept the previous one (status 403).",
      expect.stringMatching(/^goalie\/summary: data\[\d\]\.wins is "all": must be integer\.$/),
    ])
  }, 30_000)

  test('ends well although the report that its sums are compared with fails', async () => {
    await importLeague(pool().run())
    pool().nhl.failWhen = ({ searchParams }) =>
      searchParams.get('cayenneExp')?.includes('seasonId=20242025') ? { status: 403 } : null
    expect(await imports('--all')).toEqual([
      'Read 7 days with 140 lines from the NHL; 0 lines new or different.',
      '140 lines waiting for an official update: npm run league -- publish',
      "The NHL's skater report failed; kept the previous one (status 403).",
    ])
    expect(await readWhole()).toEqual([{ done_at: expect.anything() }])
  }, 30_000)
})

describe('how far an import is', () => {
  test('goes up to the whole; players are counted', async () => {
    const told: [number, string][] = []
    await importLeague(pool().run({ report: (done, what) => told.push([done, what]) }))
    expect([told[0], told.at(-1)]).toEqual([
      [0, 'standings'],
      [1, 'done'],
    ])
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((one, other) => one - other))
    const players = told.filter(([, what]) => what.startsWith('earlier seasons'))
    expect(players.map(([, what]) => what)).toEqual(
      Array.from({ length: 20 }, (_, index) => `earlier seasons, player ${index + 1} of 20`),
    )
    expect(players[10]?.[0]).toBeCloseTo(0.65)
  })

  test('is said in the log of a server every ten seconds, and not at all of a short one', () => {
    let now = 0
    const said: unknown[] = []
    const report = progressLog({ info: (...told: unknown[]) => void said.push(told[0]) }, () => now)
    for (now = 0; now < 9_999; now += 200) report(now / 30_000, 'standings')
    expect(said).toEqual([])
    for (; now <= 30_000; now += 200) report(now / 30_000, `player ${now / 200} of 150`)
    expect(said).toEqual([
      'Importing, 33 %: player 50 of 150',
      'Importing, 66 %: player 100 of 150',
      'Importing, 100 %: player 150 of 150',
    ])
  })
})
