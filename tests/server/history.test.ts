import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DraftedPlayer } from '#contract/draft'
import type { DraftLogEntry } from '#contract/draft-room'
import type { History, SeasonHistory, TeamHistory } from '#contract/history'
import { commandOn } from '../support/command-on.ts'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'

const now = new Date('2026-11-21T13:00:00Z')

describe('the history of the demo league', () => {
  let history: History
  const server = duringTests(() => demoServer({ clock: () => now }))
  beforeAll(async () => {
    history = (await server.ask('member', '/history')).body
  })

  test('has thirty seasons of earlier years, since 1995, and the last one as it was played', () => {
    const ids = history.seasons.map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 31 }, (_, index) => 20252026 - 10_001 * index))
    expect(history.seasons.filter(({ isPlayedHere }) => isPlayedHere).map(({ id }) => id)).toEqual([20252026])
    for (const { standings } of history.seasons) {
      for (const { rank, total } of standings) {
        expect(rank).toBe(1 + standings.filter((other) => other.total > total).length)
      }
    }
  })

  test('ends the last season with what its weeks and its rosters come to', async () => {
    const season: SeasonHistory = (await server.ask('member', '/history/20252026')).body
    expect(season.season.standings).toHaveLength(12)
    for (const { teamId, total, points } of season.season.standings) {
      const own = season.weeks.find(({ team }) => team.id === teamId)
      expect(own?.weeks.at(-1)?.total).toBe(total)
      const team: TeamHistory = (await server.ask('member', `/history/20252026/teams/${teamId}`)).body
      expect(team.current.reduce((sum, { rosterEntry }) => sum + (rosterEntry.teamPoints ?? 0), 0)).toBe(points)
    }
  })

  test('has the log of the last draft: its lock, and a pick for each place on the rosters', async () => {
    const { body: log } = await server.ask('member', '/history/20252026/draft-log')
    const { body: picks } = await server.ask('member', '/history/20252026/draft')
    const logged = log.filter(({ kind }: DraftLogEntry) => kind === 'pick')
    expect([log[0].kind, log.length]).toEqual(['locked', 1 + picks.length])
    expect(logged.map(({ player }: DraftLogEntry) => player?.id).sort()).toEqual(
      picks.map(({ playerId }: DraftedPlayer) => playerId).sort(),
    )
  })

  test('has what the NHL corrected late in the last season, for the team that had the player dressed', async () => {
    const lines = await server.database.transaction(async (queries) => {
      const { rows } = await queries.execute<{ game_id: number; player_id: number; name: string; sold: boolean }>(sql`
        select distinct on (sold_at is not null) min(game_id) as game_id, line.player_id,
          first_name || ' ' || last_name as name, sold_at is not null as sold
        from official_line line join game on game.id = game_id
        join roster_entry entry on entry.season_id = game.season_id and entry.player_id = line.player_id
        join player on player.id = line.player_id
        where game.season_id = 20252026 and team_id = 1
          and not exists (select 1 from scratch_interval where entry_id = entry.id)
        group by line.player_id, first_name, last_name, sold_at order by sold_at is not null, line.player_id`)
      const correct = (row: (typeof rows)[number] | undefined, before: object, after: object, points: number[]) =>
        queries.execute(sql`
          insert into correction
            (season_id, published_at, game_id, player_id, line_before, line_after, points_before, points_after)
          values (20252026, '2026-06-20T10:00:00Z', ${row?.game_id}, ${row?.player_id}, ${JSON.stringify(before)}::jsonb,
            ${JSON.stringify(after)}::jsonb, ${points[0]}, ${points[1]})`)
      await correct(rows[0], { goals: 0, assists: 1 }, { goals: 0, assists: 2 }, [1, 2])
      await correct(rows[1], { goals: 1, assists: 0 }, { goals: 0, assists: 0 }, [2, 0])
      // Time on the ice alone changes no points.
      await correct(rows[0], { toi_seconds: 60 }, { toi_seconds: 61 }, [1, 1])
      return rows
    })
    expect(lines.map(({ sold }) => sold)).toEqual([false, true])
    const [dressed, sold] = lines
    const late = (
      line: (typeof lines)[number] | undefined,
      changes: string,
      pointsBefore: number,
      pointsAfter: number,
    ) => ({
      publishedAt: '2026-06-20T10:00:00.000Z',
      gameDate: expect.stringMatching(/^202[56]-/),
      player: expect.objectContaining({ id: line?.player_id, name: line?.name }),
      ...{ changes, pointsBefore, pointsAfter },
    })
    expect((await server.ask('member', '/history/20252026/nhl-corrections')).body).toEqual([
      { ...late(dressed, 'assists 1 → 2', 1, 2), team: expect.objectContaining({ id: 1 }) },
      late(sold, 'goals 1 → 0', 2, 0),
    ])
    const files = await commandOn(server.database, 'export DIR --season 2025-2026')
    const table = files.find((file) => file.startsWith('nhl-corrections.csv'))?.split('\r\n') ?? []
    expect(table).toHaveLength(4)
    expect(table.slice(1, 3)).toEqual([
      expect.stringMatching(new RegExp(`^2026-06-20T10:00:00Z,.+,${sold?.name},.+,goals 1 → 0,2,0,,$`)),
      expect.stringMatching(new RegExp(`^2026-06-20T10:00:00Z,.+,${dressed?.name},.+,assists 1 → 2,1,2,1,[A-Z]+$`)),
    ])
  })

  test('has every week of this season with what it brought', async () => {
    const { body: teams } = await server.ask('member', '/stats/teams')
    expect(history.weeks).toHaveLength(12)
    for (const { team, weeks } of history.weeks) {
      expect(weeks.length).toBeGreaterThan(10)
      expect(weeks.at(-1)?.total).toBe(teams.find(({ id }: { id: number }) => id === team.id).totalScore)
      // Of the last update of each week, from Monday to Sunday.
      const rows = await server.rows<{ monday: string; total: number }>(sql`
          select distinct on (1) date_trunc('week', through_day)::date::text as monday,
            (points_cents + cash_cents)::float8 / 100 as total
          from official_update update join team_snapshot on update_id = update.id
          where season_id = ${history.seasonId} and team_id = ${team.id} order by 1, published_at desc`)
      expect(weeks.map(({ monday, total }) => ({ monday, total }))).toEqual(rows)
      const gains = weeks.slice(1).map(({ gain }) => gain)
      expect(gains).toEqual(
        rows.slice(1).map(({ total }, index) => Math.round(100 * (total - (rows[index]?.total ?? 0))) / 100),
      )
    }
  })

  test('names one person in every season, and whose team it is now', () => {
    const admin = history.people.find(({ teamId }) => teamId === 1)
    expect(admin?.name).toBe('admin')
    const years = history.seasons.filter(({ standings }) => standings.some(({ person }) => person === admin?.person))
    expect(years).toHaveLength(31)
    // Long gone, and no member.
    expect(history.people.find(({ name }) => name === 'Halvard')?.teamId).toBeUndefined()
    expect(new Set(history.people.map(({ person }) => person)).size).toBe(history.people.length)
  })

  describe('has records that follow from what lies in the tables', () => {
    /** In cents, recomputed from entries, sums, lines and intervals. */
    const reckon = async () => {
      const rows = await server.rows<{
        acquired: string
        box: string
        player: number
        price: number
        worth: number
      }>(sql`
          select acquired, draft_box as box, entry.player_id as player, bought_price_cents as price,
            coalesce(sold_price_cents, 100 * (coalesce(points, 0) - coalesce((
              select sum(line.points) from scratch_interval
              join official_line line on line.player_id = entry.player_id
              join game on game.id = game_id and game.season_id = entry.season_id
              where entry_id = entry.id and start_time >= scratched_at and start_time < coalesce(dressed_at, 'infinity')
            ), 0)))::int as worth
          from roster_entry entry left join player_season using (season_id, player_id)`)
      return rows
    }

    test('the best trade, and the best pick of each box', async () => {
      const entries = await reckon()
      const gains = entries.filter(({ acquired }) => acquired === 'trade').map(({ worth, price }) => worth - price)
      expect(history.records.bestTrade?.value).toBe(Math.max(...gains) / 100)
      const picks = entries.filter(({ acquired }) => acquired === 'draft')
      const boxes = [...new Set(picks.map(({ box }) => box))]
      expect(history.records.bestPicks.map(({ boxName }) => boxName).sort()).toEqual(boxes.sort())
      for (const { boxName, mark } of history.records.bestPicks) {
        const own = picks.filter(({ box }) => box === boxName)
        const best = Math.max(...own.map(({ worth }) => worth))
        expect(mark.value, boxName).toBe(best / 100)
        expect(mark.holders.map(({ player }) => player?.id).sort(), boxName).toEqual(
          own
            .filter(({ worth }) => worth === best)
            .map(({ player }) => player)
            .sort(),
        )
      }
    }, 60_000)

    test('the best week is that of a season with its weeks', async () => {
      const { weeks }: SeasonHistory = (await server.ask('member', '/history/20252026')).body
      const gains = [...history.weeks, ...weeks].flatMap((team) => team.weeks.map(({ gain }) => gain ?? 0))
      expect(history.records.bestWeek?.value).toBe(Math.max(...gains))
    })

    test('the best season, the closest finish and most titles', () => {
      const all = history.seasons.flatMap(({ standings }) => standings)
      expect(history.records.bestSeason?.value).toBe(Math.max(...all.map(({ total }) => total)))
      const margins = history.seasons.map(({ standings: [first, second] }) =>
        Math.round(100 * ((first?.total ?? 0) - (second?.total ?? 0))),
      )
      expect(history.records.closestFinish?.value).toBe(Math.min(...margins) / 100)
      const titles = history.people.map(
        ({ person }) => all.filter((row) => row.person === person && row.rank === 1).length,
      )
      expect(history.records.mostTitles?.value).toBe(Math.max(...titles))
    })
  })
})
