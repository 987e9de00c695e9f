import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importLeague } from '#server/nhl/import/import-league'
import { commandOn } from '../support/command-on.ts'
import { inNextSeason, LEAGUE_TEXT } from '../support/league-text.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { refusalOf } from '../support/row-versions.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'

const pool = nhlImport()

const does = (words: string, file?: string) =>
  commandOn(pool().database, words, { file, now: pool().now, nhlApi: pool().nhl })

const updates = async () =>
  (
    await pool().rows(sql`select to_char(published_at at time zone 'utc', 'MM-DD HH24:MI') as at
    from official_update order by id`)
  ).map(({ at }) => at)

/** Published on the morning of the 21st; that evening's game has been played since, and its lines wait. */
beforeEach(async () => {
  await importLeague(pool().run())
  await pool().publish()
  await pool().rows(sql`insert into pending_line select game_id, player_id, nhl_team, goals + 1, assists,
    power_play_goals, short_handed_goals, game_winning_goals, wins, overtime_losses, shutouts, toi_seconds, points + 2
    from official_line where game_id = 2024020013 and player_id = 102`)
})

const BEHIND =
  'The server clock (2024-10-21T13:59:59.999Z) is behind the last official update (2024-10-21T14:00:00.000Z): nothing is imported or published until that time has come again. Set the clock right; if it was ahead when that update was made, restore a backup from before.'

describe('a clock that is set back', () => {
  test('before the last official update refuses another, whose lines wait on', async () => {
    pool().now = '2024-10-21T13:59:59.999Z'
    for (const words of ['publish --anyway --dry-run', 'publish --anyway']) {
      expect(await refusalOf(pool().database, () => does(words))).toBe(BEHIND)
    }
    pool().now = '2024-10-21T14:00:00.000Z'
    expect(await does('publish --anyway')).toEqual(['Published 1 line of 2024-10-20.'])
    expect(await updates()).toEqual(['10-21 14:00', '10-21 14:00'])
  })

  test('refuses it, too, when the last one was of another season', async () => {
    await pool().rows(sql`insert into season select 20252026, first_day + 365, last_day + 365, roster_hold_start_date,
      trading_start_time, trading_end_time, keeper_last_buy_date from season`)
    await pool().rows(sql`update league set season_id = 20252026`)
    pool().now = '2024-10-20T14:00:00Z'
    await expect(pool().publish()).rejects.toThrow('nothing is imported or published')
  })

  test('refuses an import, for which games that have been played would be ahead', async () => {
    pool().now = '2024-10-21T13:59:59.999Z'
    await expect(does('import')).rejects.toThrow(BEHIND)
  })

  test('refuses the next season, whose first update that would be', async () => {
    await pool().rows(sql`delete from pending_line`)
    pool().now = '2024-10-20T14:00:00Z'
    const next = does('season FILE', inNextSeason(LEAGUE_TEXT))
    await expect(next).rejects.toThrow('nothing is imported or published')
    expect(await pool().rows(sql`select season_id from league`)).toEqual([{ season_id: 20242025 }])
  })

  describe('under the schedule', () => {
    let server: ReturnType<typeof scheduledProcess>
    beforeEach(() => {
      // The numbers of the day are here already: what is due is the update.
      server = scheduledProcess(pool().database, () => new Date(pool().now), pool().nhl)
    })
    afterEach(() => {
      expect(server.said.filter((text) => /failed/.test(text))).toEqual([])
    })

    test('is said once, stops the work, and starts it again when it is right', async () => {
      pool().now = '2024-10-18T05:00:00-04:00'
      pool().nhl.asked.length = 0
      for (let look = 0; look < 5; look++) await server.work()
      expect(server.said).toEqual([
        'The server clock (2024-10-18T09:00:00.000Z) is behind the last official update (2024-10-21T14:00:00.000Z): nothing is imported or published until that time has come again',
      ])
      expect(server.alarms).toHaveLength(1)
      expect(pool().nhl.asked).toEqual([])
      expect(await updates()).toEqual(['10-21 14:00'])
      pool().now = '2024-10-22T05:00:00-04:00'
      await server.work()
      expect(await updates()).toEqual(['10-21 14:00', '10-22 09:00'])
      pool().now = '2024-10-20T05:00:00-04:00'
      await server.work()
      await server.work()
      expect(server.alarms).toHaveLength(2)
    }, 60_000)

    test('by less than the clocks of two processes differ is nothing to speak of', async () => {
      pool().now = '2024-10-21T13:59:30Z'
      await pool().rows(sql`insert into scheduled_import values ('everything', '2024-10-21T13:00:00Z'),
        ('games', '2024-10-21T13:00:00Z'), ('season', '2024-10-21T13:00:00Z')`)
      await server.work()
      expect(server.said).toEqual([])
      expect(await updates()).toEqual(['10-21 14:00'])
    })

    test('does not wait for an import whose time was noted while it was ahead', async () => {
      await pool().rows(sql`insert into scheduled_import
        values ('everything', '2031-01-01'), ('games', '2031-01-01'), ('season', '2031-01-01')`)
      pool().now = '2024-10-22T05:00:00-04:00'
      await server.work()
      expect(server.said).toContainEqual(expect.stringMatching(/^Read \d+ days from the NHL/))
      expect(await pool().rows(sql`select kind from scheduled_import where done_at > '2024-10-23'`)).toEqual([
        { kind: 'games' },
      ])
    }, 60_000)
  })
})
