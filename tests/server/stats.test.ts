import { Value } from 'typebox/value'
import { describe, expect, it, test } from 'vitest'
import { DayPoints, Team } from '#contract/stats'
import { addDays } from '#rules/calendar'
import { officialUpdate, player } from '#server/db/tables/tables'
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

  const server = duringTests(() => demoServer({ clock: () => NOW }))

  it('lists twelve teams, first place first, and answers each as the list has it', async () => {
    const { body: teams } = await ask('/stats/teams')
    expect(teams).toHaveLength(12)
    for (const team of teams) {
      expect(Value.Check(Team, team)).toBe(true)
      expect((await ask(`/stats/teams/${team.id}`)).body).toEqual(team)
    }
    const totals = teams.map(({ totalScore }: Team) => totalScore)
    expect(totals).toEqual(totals.toSorted((one: number, other: number) => other - one))
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
})
