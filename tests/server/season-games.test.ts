import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { currentLeague } from '#server/league/league'
import { leagueDifferences } from '#server/league/season/season-plan'
import { numbersOf, ownNumbers } from '#server/league/season/season-settings'
import { importLeague } from '#server/nhl/import/import-league'
import { SourceDown } from '#server/nhl/source'
import { nhlImport } from '../support/nhl-import.ts'

const pool = nhlImport()

const announce = (numberOfGames: unknown) =>
  pool().nhl.league.seasonList.push({
    id: 20242025,
    startDate: '2024-10-04T13:00:00',
    regularSeasonEndDate: '2025-04-17T19:00:00',
    numberOfGames,
  })
const league = () => pool().database.transaction(currentLeague)

describe('projections are made for as many games', () => {
  test('as the NHL plays in the season, and an import says once that this is so', async () => {
    await pool().rows(sql`update season set games = null`)
    expect((await league()).constants.seasonGames).toBe(82)
    announce(84)
    const { notes, refused } = await importLeague(pool().run())
    expect(refused).toEqual([])
    expect(notes).toEqual([
      'The NHL plays 84 games for each club in 2024-2025: projections use 84 from now on, not 82.',
    ])
    const { constants, own, nhlGames } = await league()
    expect([constants.seasonGames, own, nhlGames]).toEqual([84, {}, 84])
    expect((await importLeague(pool().run())).notes).toEqual([])
  })

  test('as the league sets, 82 as well as any other number', async () => {
    await pool().rows(sql`update season set games = null`)
    await pool().rows(sql`update league set constants = '{"seasonGames": 82}'`)
    announce(84)
    const { notes } = await importLeague(pool().run())
    expect(notes).toEqual([
      'The NHL plays 84 games for each club in 2024-2025; projections use 82, as the league sets it.',
    ])
    const set = await league()
    expect(set.constants.seasonGames).toBe(82)
    // Saving the settings keeps it, and taking the NHL's number gives it up.
    expect(ownNumbers(numbersOf(set), set)).toEqual({ seasonGames: 82 })
    expect(ownNumbers({ ...numbersOf(set), seasonGames: 84 }, set)).toEqual({})
    await pool().rows(sql`update league set constants = '{}'`)
    const free = await league()
    expect(ownNumbers({ ...numbersOf(free), seasonGames: 82 }, free)).toEqual({ seasonGames: 82 })
    const { name, guestsRead, tonightPremium, seasonId, firstDay, lastDay, dates, constants } = free
    const file = {
      name,
      timeZone: constants.timeZone,
      guestsRead,
      tonightPremium,
      season: { id: seasonId, firstDay, lastDay, dates },
      teams: [],
      members: [],
      lastSeason: null,
      soFar: null,
    }
    // A file that says nothing of it takes the NHL's.
    expect(leagueDifferences(free, { ...file, constants: {} })).toEqual([])
    expect(leagueDifferences(free, { ...file, constants: { seasonGames: 82 } })).toEqual([
      'games of each club in a season, from 84 to 82',
    ])
  })

  test.each<[string, () => void, object]>([
    [
      'no number',
      () => void announce(null),
      { refused: [], setAside: [expect.stringMatching(/^season: data\[\d\]\.numberOfGames is null/)] },
    ],
    ['a season of 0 games', () => void announce(0), { refused: [] }],
    [
      'no list at all',
      () => pool().nhl.fail('/stats/season', ...Array.from({ length: 3 }, () => ({ status: 500 }))),
      { refused: [], setAside: [expect.stringMatching(/^The NHL's list of seasons failed;/)] },
    ],
  ])('as before where the NHL gives %s, and everything else comes in', async (_, spoil, left) => {
    await pool().rows(sql`update season set games = null`)
    await pool().rows(sql`update league set constants = '{}'`)
    spoil()
    const outcome = await importLeague(pool().run())
    expect(outcome).toMatchObject({ days: 7, ...left })
    expect((await league()).constants.seasonGames).toBe(82)
    // A list that failed is remembered until the next run.
    expect(pool().nhl.asked.filter((path) => path === '/stats/season').length).toBeLessThanOrEqual(3)
  })

  test('never, if the NHL is down by then: the import ends there, and no page is reported for it', async () => {
    const run = pool().run()
    const down = new SourceDown('The NHL does not answer')
    run.source.seasonGames = () => Promise.reject(down)
    await expect(importLeague(run)).rejects.toBe(down)
  })
})
