import { eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorBody } from '#contract/errors'
import { LeagueSettings } from '#contract/league'
import { LastUpdated, Team } from '#contract/stats'
import { ensureDemoLeague } from '#server/demo/ensure-demo-league'
import type { Database } from '#server/store/database'
import { publish } from '#server/store/publish'
import { teamSeason } from '#server/store/tables'
import { testDatabase } from '../support/test-database.ts'
import { type LoginServer, logIn, startServer } from './auth-server.ts'
import { Visitor } from './auth-visitor.ts'

const PATHS = [
  '/api/v1/stats/teams',
  '/api/v1/stats/last-updated',
  '/api/v1/stats/teams/1',
  '/api/v1/league-admin/settings',
]

describe('the standings of the demo league', () => {
  let database: Database
  let server: LoginServer
  let member: Visitor
  const ask = async (path: string, visitor = member, headers = {}) => {
    const visit = await visitor.go(`${server.origin}${path}`, { headers })
    return { ...visit, body: visit.text === '' ? null : JSON.parse(visit.text) }
  }

  beforeAll(async () => {
    database = await testDatabase()
    await ensureDemoLeague({ database, clock: () => new Date(), report: () => {} })
    server = await startServer({ database })
    member = (await logIn(server.origin, 'member')).visitor
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    await database.close()
  })

  it.each(PATHS)('%s is for members only', async (path) => {
    const { status, body } = await ask(path, new Visitor())
    expect(status).toBe(401)
    expect(Value.Check(ErrorBody, body)).toBe(true)
    expect(body.code).toBe('UNAUTHENTICATED')
  })

  it('lists twelve teams, first place first, with every number of the screen', async () => {
    const { status, body } = await ask('/api/v1/stats/teams')
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
    const { body: teams } = await ask('/api/v1/stats/teams')
    for (const team of teams) expect((await ask(`/api/v1/stats/teams/${team.id}`)).body).toEqual(team)
    const missing = await ask('/api/v1/stats/teams/99')
    expect([missing.status, missing.body.code]).toEqual([404, 'TEAM_NOT_FOUND'])
    const malformed = await ask('/api/v1/stats/teams/first')
    expect([malformed.status, malformed.body.code]).toEqual([400, 'BAD_REQUEST'])
  })

  it('knows the dates of the season and stands between them', async () => {
    const { body } = await ask('/api/v1/league-admin/settings')
    expect(Value.Check(LeagueSettings, body)).toBe(true)
    expect(Date.parse(body.tradingStartTime)).toBeLessThan(Date.now())
    expect(Date.parse(body.tradingEndTime)).toBeGreaterThan(Date.now())
  })

  it('has nothing to send again until an update is published', async () => {
    const first = await ask('/api/v1/stats/teams')
    const etag = String(first.headers.etag)
    expect((await ask('/api/v1/stats/teams', member, { 'if-none-match': etag })).status).toBe(304)

    const at = new Date(Date.now() - 1000)
    await database.transaction((queries) => queries.update(teamSeason).set({ cashCents: 12_345 }))
    await publish(database, at)
    const updated = await ask('/api/v1/stats/last-updated')
    expect(Value.Check(LastUpdated, updated.body)).toBe(true)
    expect(updated.body.modifiedAt).toBe(at.toISOString())
    const after = await ask('/api/v1/stats/teams', member, { 'if-none-match': etag })
    expect(after.status).toBe(200)
    expect(after.body.every(({ cash }: Team) => cash === 123.45)).toBe(true)
  })

  it('gives teams with equal totals the same rank and leaves the next one out', async () => {
    const { body } = await ask('/api/v1/stats/teams')
    const [first, second, third] = body
    // The second gets as much cash as he is behind.
    const cash = Math.round((first.totalScore - second.points) * 100)
    await database.transaction((queries) =>
      queries.update(teamSeason).set({ cashCents: cash }).where(eq(teamSeason.teamId, second.id)),
    )
    await publish(database, new Date())
    const ranks = (await ask('/api/v1/stats/teams')).body.map(({ ranking }: Team) => ranking)
    expect(ranks.slice(0, 3)).toEqual([1, 1, 3])
    expect(third.ranking).toBe(3)
  })
})
