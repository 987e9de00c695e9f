import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { currentLeague } from '#server/league/league'
import { clubSchedules } from '#server/league/tonight/tonight'
import { importLeague } from '#server/nhl/import/import-league'
import { nhlTeams } from '#server/nhl/store/import-clubs'
import { addGame, gameOf } from '../support/fake-nhl-league.ts'
import { nhlImport } from '../support/nhl-import.ts'

const pool = nhlImport()

const placed = async () =>
  (await pool().database.transaction((queries) => nhlTeams(queries, 20242025))).map(({ shortName }) => shortName)
const without = (abbrev: string) => {
  const { league } = pool().nhl
  league.standings = league.standings.filter(
    (row) => (row as { teamAbbrev: { default: string } }).teamAbbrev.default !== abbrev,
  )
}

test('a club that is missing in the standings has its games, its players and its name, and no place yet', async () => {
  const { standings } = pool().nhl.league
  without('UTA')
  const outcome = await importLeague(pool().run())
  expect(outcome).toMatchObject({ days: 7, changedLines: 140, refused: [], setAside: [] })
  expect(await pool().rows(sql`select long_name, conference from nhl_team where abbrev = 'UTA'`)).toEqual([
    { long_name: 'Utah Mammoth', conference: null },
  ])
  expect(await pool().rows(sql`select count(*)::int as n from player where nhl_team = 'UTA'`)).toEqual([{ n: 5 }])
  expect((await placed()).sort()).toEqual(['BOS', 'EDM', 'TOR'])
  const ahead = await pool().database.transaction(async (queries) =>
    clubSchedules(queries, await currentLeague(queries), Date.parse(pool().now)),
  )
  expect(ahead.find(({ club }) => club === 'UTA')?.games).toHaveLength(3)
  // As soon as the standings have it, it has its place.
  pool().nhl.league.standings = standings
  await importLeague(pool().run())
  expect((await placed()).sort()).toEqual(['BOS', 'EDM', 'TOR', 'UTA'])
  expect(await pool().rows(sql`select conference, division from nhl_team where abbrev = 'UTA'`)).toEqual([
    { conference: 'Western', division: 'Central' },
  ])
})

test('a club that no list has goes by its abbreviation', async () => {
  addGame(pool().nhl.league, gameOf(99, '2024-10-23', 'FUT', 'BOS', 'QUE'))
  const outcome = await importLeague(pool().run())
  expect(outcome).toMatchObject({ days: 7, changedLines: 140, refused: [] })
  expect(outcome.setAside).toEqual(['The NHL has no roster of QUE (status 404); kept what was known.'])
  expect(await pool().rows(sql`select long_name from nhl_team where abbrev = 'QUE'`)).toEqual([{ long_name: 'QUE' }])
  expect(await pool().rows(sql`select count(*)::int as n from game where away = 'QUE'`)).toEqual([{ n: 1 }])
})

test('without any standings all clubs are those of the schedule', async () => {
  pool().nhl.league.standings = []
  expect(await importLeague(pool().run())).toMatchObject({ days: 7, changedLines: 140, refused: [], setAside: [] })
  expect(await pool().rows(sql`select abbrev, long_name from nhl_team order by abbrev`)).toEqual([
    { abbrev: 'BOS', long_name: 'Boston Bruins' },
    { abbrev: 'EDM', long_name: 'Edmonton Oilers' },
    { abbrev: 'TOR', long_name: 'Toronto Maple Leafs' },
    { abbrev: 'UTA', long_name: 'Utah Mammoth' },
  ])
  expect(await pool().rows(sql`select count(*)::int as n from player where nhl_team is not null`)).toEqual([{ n: 20 }])
  expect(await placed()).toEqual([])
})

test('a club that has moved is asked for no roster', async () => {
  await pool().rows(sql`insert into nhl_team (abbrev, long_name, conference, division)
    values ('ARI', 'Arizona Coyotes', 'Western', 'Central')`)
  const outcome = await importLeague(pool().run())
  expect(outcome).toMatchObject({ changedLines: 140, refused: [], setAside: [] })
  expect(pool().nhl.asked.filter((path) => path.includes('roster/ARI'))).toEqual([])
})
