import { eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { describe, expect, it, test } from 'vitest'
import { LeagueSettings } from '#contract/league'
import { DayPoints, LastUpdated, Team } from '#contract/stats'
import { addDays } from '#rules/calendar'
import { officialUpdate, player, teamSeason } from '#server/db/tables/tables'
import { commandOn } from '../support/command-on.ts'
import { demoServer } from '../support/demo-members.ts'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { refusal } from '../support/preseason-server.ts'
import { publish } from '../support/publish.ts'
import { readTables, reckonEntry } from '../support/recompute.ts'
import { testDatabase } from '../support/test-database.ts'

const NOW = new Date('2026-11-21T13:00:00Z')

test('a new league has no statistics that could be out of date, until an import is published', async () => {
  const database = await testDatabase()
  await commandOn(database, 'init FILE --anyway', { file: LEAGUE_TEXT, now: () => NOW })
  const server = await duringTest(demoServer({ database, clock: () => NOW }))
  const updated = () => server.ask('anna', '/stats/last-updated')
  expect(await updated()).toMatchObject({ status: 404, body: { message: 'No statistics have been published yet.' } })
  await database.transaction((queries) =>
    queries.insert(player).values({ id: 8478402, firstName: 'Connor', lastName: 'McDavid', position: 'C' }),
  )
  await publish(database, NOW)
  await expect.poll(async () => (await updated()).body.modifiedAt).toBe(NOW.toISOString())
})

describe('the standings of the demo league', () => {
  const ask = (path: string, headers = {}) => server.ask('member', path, { headers })

  /** Publishes, and waits until the server has heard of it: what it told before, it keeps until then. */
  const published = async (at: Date) => {
    await ask('/stats/last-updated')
    await publish(server.database, at)
    await expect.poll(async () => (await ask('/stats/last-updated')).body.modifiedAt).toBe(at.toISOString())
  }

  const server = duringTests(() => demoServer({ clock: () => NOW }))

  it('lists twelve teams, first place first, with every number of the screen', async () => {
    const { status, body } = await ask('/stats/teams')
    expect(status).toBe(200)
    expect(body).toHaveLength(12)
    for (const team of body) {
      expect(Value.Check(Team, team)).toBe(true)
      expect(team.totalScore).toBeCloseTo(team.points + team.cash, 6)
      expect(team.shortName.length).toBeLessThanOrEqual(7)
      expect(team.name.length).toBeLessThanOrEqual(31)
    }
    const totals = body.map(({ totalScore }: Team) => totalScore)
    expect(totals).toEqual(totals.toSorted((one: number, other: number) => other - one))
    expect(body[0].ranking).toBe(1)
    expect(body.some(({ scoreLastWeek }: Team) => (scoreLastWeek ?? 0) > 0)).toBe(true)
  })

  it('answers one team as the standings show it, and says when there is none', async () => {
    const { body: teams } = await ask('/stats/teams')
    for (const team of teams) expect((await ask(`/stats/teams/${team.id}`)).body).toEqual(team)
    expect(refusal(await ask('/stats/teams/99'))).toEqual([404, 'TEAM_NOT_FOUND'])
    expect(refusal(await ask('/stats/teams/first'))).toEqual([400, 'BAD_REQUEST'])
  })

  it('answers what the games of each of seven days added, of those who were on the team and not scratched', async () => {
    const tables = await readTables(server.database)
    const updates = await server.database.transaction((queries) => queries.select().from(officialUpdate))
    const last =
      updates
        .map(({ throughDay }) => throughDay)
        .toSorted()
        .at(-1) ?? ''
    let isScratched = false
    let isSold = false
    for (const { id } of tables.teams) {
      const { body } = await ask(`/teams/${id}/recent-points`)
      expect(body.map(({ day }: DayPoints) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map((back) => addDays(last, -back)))
      for (const each of body) {
        expect(Value.Check(DayPoints, each)).toBe(true)
        const published = Math.min(
          ...updates.filter(({ throughDay }) => throughDay >= each.day).map(({ publishedAt }) => publishedAt.getTime()),
        )
        const held = tables.entries.filter(
          ({ teamId, boughtAt, soldAt }) =>
            teamId === id && boughtAt.getTime() <= published && (soldAt === null || soldAt.getTime() > published),
        )
        const linesOf = (playerId: number) => tables.linesOf(playerId).filter(({ game }) => game.gameDate === each.day)
        const counted = held.map((entry) => {
          const { teamPoints, scratchPoints } = reckonEntry({ ...tables, linesOf }, { ...entry, soldPriceCents: null })
          isScratched ||= scratchPoints !== 0
          isSold ||= entry.soldAt !== null && teamPoints !== 0
          return teamPoints
        })
        expect(each.points, `team ${id} on ${each.day}`).toBe(counted.reduce((sum, points) => sum + points, 0))
      }
    }
    expect({ isScratched, isSold }).toEqual({ isScratched: true, isSold: true })
    expect(refusal(await ask('/teams/99/recent-points'))).toEqual([404, 'TEAM_NOT_FOUND'])
  })

  it('knows the dates of the season and stands between them', async () => {
    const { body } = await ask('/league-admin/settings')
    expect(Value.Check(LeagueSettings, body)).toBe(true)
    expect(Date.parse(body.tradingStartTime)).toBeLessThan(NOW.getTime())
    expect(Date.parse(body.tradingEndTime)).toBeGreaterThan(NOW.getTime())
  })

  it('has nothing to send again until an update is published', async () => {
    const first = await ask('/stats/teams')
    const etag = String(first.headers.etag)
    expect((await ask('/stats/teams', { 'if-none-match': etag })).status).toBe(304)

    const at = new Date(NOW.getTime() - 1000)
    const { database } = server
    await database.transaction((queries) => queries.update(teamSeason).set({ cashCents: 12_345 }))
    await published(at)
    expect(Value.Check(LastUpdated, (await ask('/stats/last-updated')).body)).toBe(true)
    const after = await ask('/stats/teams', { 'if-none-match': etag })
    expect(after.status).toBe(200)
    expect(after.body.every(({ cash }: Team) => cash === 123.45)).toBe(true)
  })

  it('gives teams with equal totals the same rank and leaves the next one out', async () => {
    const { body } = await ask('/stats/teams')
    const [first, second, third] = body
    // The second gets as much cash as they are behind.
    const cash = Math.round((first.totalScore - second.points) * 100)
    const { database } = server
    await database.transaction((queries) =>
      queries.update(teamSeason).set({ cashCents: cash }).where(eq(teamSeason.teamId, second.id)),
    )
    await published(NOW)
    const ranks = (await ask('/stats/teams')).body.map(({ ranking }: Team) => ranking)
    expect(ranks.slice(0, 3)).toEqual([1, 1, 3])
    expect(third.ranking).toBe(3)
  })
})
