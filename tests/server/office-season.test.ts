import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { OfficeSeason } from '#contract/office-statistics'
import { commandOn } from '../support/command-on.ts'
import { demoServer, refusedWith } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { CHAIR } from '../support/preseason-league.ts'
import { preseasonInProcess } from '../support/preseason-server.ts'

const clock = () => new Date('2026-09-26T23:00:00Z')
const server = duringTests(() => preseasonInProcess({ teams: 3, clock }))

const settings = async (): Promise<OfficeSeason> => (await server.ask(CHAIR, '/office/season')).body
const change = async (changed: Partial<OfficeSeason>, from?: OfficeSeason) =>
  server.ask(CHAIR, '/office/season', { method: 'PUT', body: { ...(from ?? (await settings())), ...changed } })

describe("the season's settings", () => {
  test('are those that the rules hold by, in times of the league', async () => {
    const body = await settings()
    const { body: rules } = await server.ask(CHAIR, '/league-admin/settings')
    expect(body).toMatchObject({
      season: '2026-2027',
      timeZone: 'America/Toronto',
      rosterHoldStartDate: rules.rosterHoldStartDate,
      constants: rules.constants,
      isFixed: false,
    })
    // Midnight in Toronto.
    expect(body.tradingStart).toMatch(/^\d{4}-\d{2}-\d{2}T00:00$/)
  })

  test('change at once for everybody, and a time that stays keeps its seconds', async () => {
    const before = (await server.ask(CHAIR, '/league-admin/settings')).body
    const { constants } = await settings()
    const { status } = await change({
      tradingEnd: '2027-03-10T12:30',
      constants: { ...constants, holdDays: 14, commissionOfPoints: 0.2 },
    })
    expect(status).toBe(200)
    const { body: records } = await server.ask(CHAIR, '/office/audit')
    expect(records.entries[0].sentence).toMatch(
      /^\S+ changed days a player is held before being sold, from 21 to 14; the commission of points, from 10 % to 20 %; the end of trading, from \w+ \d+, 2027, 00:00 to Mar 10, 2027, 12:30\.$/,
    )
    const after = (await server.ask(CHAIR, '/league-admin/settings')).body
    expect(after).toEqual({
      ...before,
      // 12:30 in Toronto, before the clocks are put forward.
      tradingEndTime: '2027-03-10T17:30:00.000Z',
      constants: { ...before.constants, holdDays: 14, commissionOfPoints: 0.2 },
    })
  })

  test('are refused in the words of a league file', async () => {
    expect(refusedWith(await change({ keeperLastBuyDate: '2025-01-01' }))).toBe(
      '400 SETTINGS_INVALID: Jan 1, 2025 is not in the season 2026-2027.',
    )
  })

  test('of the rules fit together', async () => {
    const { constants } = await settings()
    expect(refusedWith(await change({ constants: { ...constants, rosterSize: 40 } }))).toBe(
      '400 SETTINGS_INVALID: Players on a roster at most: enter a whole number from 1 to 22.',
    )
    expect(refusedWith(await change({ constants: { ...constants, maxDressed: 20, rosterSize: 18 } }))).toBe(
      '400 SETTINGS_INVALID: 20 players cannot be dressed of a roster of 18.',
    )
  })

  test('of two admins at once: the same is the same, another is told', async () => {
    const before = await settings()
    const one = await change({ keeperLastBuyDate: '2027-01-20' }, before)
    const same = await change({ keeperLastBuyDate: '2027-01-20' }, before)
    const other = await change({ keeperLastBuyDate: '2027-01-21' }, before)
    expect([one.status, same.status, other.body.code]).toEqual([200, 200, 'CHANGED_MEANWHILE'])
  })

  test('keep the constants once a player is on a roster, and not the dates', async () => {
    await server.act('PATCH', 'generate-boxes')
    await server.act('POST', 'lock-keepers')
    const picking = await server.picking()
    const { playerId } = await server.free('1.C')
    expect((await server.draft(picking ?? 0, playerId)).status).toBe(200)
    const now = await settings()
    expect(now.isFixed).toBe(true)
    expect(refusedWith(await change({ constants: { ...now.constants, holdDays: 3 } }))).toBe(
      '409 CONSTANTS_FIXED: There are players on the rosters: the constants of the rules stay as they are this season.',
    )
    expect((await change({ lastDay: '2027-04-17' })).status).toBe(200)
  })
})

describe('in the midst of a season', () => {
  const now = new Date('2026-11-21T13:00:00Z')
  const demo = duringTests(() => demoServer({ clock: () => now }))

  test('the days with points stay in it, in the office as by command', async () => {
    const { body: before } = await demo.ask('admin', '/office/season')
    const sentence =
      /^Points have been counted from \w+ \d+, 2026 to Nov 20, 2026, so the season can't begin later or end earlier\.$/
    for (const days of [{ firstDay: '2026-11-19' }, { lastDay: '2026-11-19' }]) {
      const tradingDays = {
        tradingStart: '2026-11-01T00:00',
        tradingEnd: '2026-11-15T00:00',
        rosterHoldStartDate: '2026-10-10',
      }
      const answer = await demo.ask('admin', '/office/season', {
        method: 'PUT',
        body: { ...before, ...tradingDays, ...days },
      })
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'SETTINGS_INVALID', message: expect.stringMatching(sentence) },
      })
    }
    await demo.database.transaction((queries) => queries.execute(sql`update league set demo_seed = null`))
    const teams = await commandOn(demo.database, 'teams', { now: now.toISOString() })
    const file = [
      'name: The Pool',
      'season: { season: 2026-2027, firstDay: 2026-11-19, lastDay: 2027-04-14 }',
      ...teams,
      'members: [{ user: anna, roles: [admin] }]',
    ].join('\n')
    await expect(commandOn(demo.database, 'season FILE', { file, now: now.toISOString() })).rejects.toThrow(sentence)
  })
})
