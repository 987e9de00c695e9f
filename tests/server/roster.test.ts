import { desc, eq, inArray } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { beforeEach, describe, expect, it } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { RosterChange, RosterItem } from '#contract/roster'
import type { Team } from '#contract/stats'
import { positionGroup } from '#rules/positions'
import { officialUpdate, rosterEntry, scratchInterval, season } from '#server/db/tables/tables'
import { currentLeague } from '#server/league/league'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { refusal } from '../support/preseason-server.ts'
import { readTables, reckonEntry } from '../support/recompute.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-21T13:00:00Z')
const SITTING_SINCE = new Date('2026-10-20T12:00:00Z')
/** The team of `member`. */
const OWN = 3

describe('the rosters of the demo league', () => {
  let now = NOW

  const server = duringTests(() => demoServer({ clock: () => now }))

  const roster = async (teamId: number, current = true): Promise<RosterItem[]> =>
    (await server.ask('member', `/roster/teams/${teamId}/players?current=${current}`)).body
  const put = (playerId: number, to: string, member = 'member', teamId = OWN) =>
    server.ask(member, `/roster/teams/${teamId}/roster-entries/${playerId}?scratch-status=${to}`, { method: 'PUT' })
  const changes = async (): Promise<RosterChange[]> => (await server.ask('member', '/roster/changes')).body

  it('list a team’s players with what the lines say they are worth', async () => {
    const tables = await readTables(server.database)
    const standings = (await server.ask('member', '/stats/teams')).body
    for (const { id } of tables.teams.filter(({ id }) => id % 3 === 0)) {
      const current = await roster(id)
      const sold = await roster(id, false)
      for (const item of [...current, ...sold]) expect(Value.Check(RosterItem, item)).toBe(true)
      const own = tables.entries.filter(({ teamId }) => teamId === id)
      const ids = (of: typeof own) => of.map(({ playerId }) => playerId).sort()
      const shown = (of: RosterItem[]) => of.map(({ player }) => player.id).sort()
      expect(shown(current)).toEqual(ids(own.filter(({ soldAt }) => soldAt === null)))
      expect(shown(sold)).toEqual(ids(own.filter(({ soldAt }) => soldAt !== null)))
      for (const { player, rosterEntry } of [...current, ...sold]) {
        const entry = own.find(({ playerId }) => playerId === player.id)
        if (!entry) throw new Error('An entry that is none')
        expect(rosterEntry, player.name).toMatchObject({
          ...reckonEntry(tables, entry),
          boughtAt: entry.boughtAt.toISOString(),
          boughtPrice: entry.boughtPriceCents / 100,
          sold: entry.soldAt !== null,
        })
        expect(rosterEntry.sellPrice).toBe(rosterEntry.teamPoints)
        expect(rosterEntry.soldPrice).toBe(entry.soldPriceCents === null ? undefined : entry.soldPriceCents / 100)
        expect(player.team?.id === id).toBe(entry.soldAt === null)
      }
      const points = current.reduce((sum, { rosterEntry: { teamPoints } }) => sum + (teamPoints ?? 0), 0)
      expect(points).toBe(standings.find((team: { id: number }) => team.id === id).points)
    }
  })

  it('list what the last update added for the team: all but what was made while sitting out', async () => {
    const tables = await readTables(server.database)
    const standings = (await server.ask('member', '/stats/teams')).body
    const updates = await server.database.transaction((queries) =>
      queries.select().from(officialUpdate).orderBy(desc(officialUpdate.publishedAt)).limit(2),
    )
    const [last, before] = updates
    if (!last || !before) throw new Error('There are no two updates')
    for (const { id } of tables.teams) {
      const items = [...(await roster(id)), ...(await roster(id, false))]
      for (const entry of tables.entries.filter(({ teamId }) => teamId === id)) {
        const item = items.find(({ player }) => player.id === entry.playerId)
        const linesOf = (playerId: number) =>
          tables.linesOf(playerId).filter(({ game }) => game.gameDate > before.throughDay)
        const { scratchPoints } = reckonEntry({ ...tables, linesOf }, entry)
        const wasHeld = entry.boughtAt <= last.publishedAt && (entry.soldAt === null || entry.soldAt > last.publishedAt)
        const points = wasHeld ? (item?.player.pointsDiffPrevious ?? 0) - scratchPoints : 0
        expect(item?.pointsDiffPrevious, item?.player.name).toBe(points)
      }
      const sum = items.reduce((points, item) => points + (item.pointsDiffPrevious ?? 0), 0)
      expect(standings.find((team: { id: number }) => team.id === id).pointsDiffPrevious).toBe(sum)
    }
    expect(standings.some(({ pointsDiffPrevious }: Team) => (pointsDiffPrevious ?? 0) > 0)).toBe(true)
  })

  it('say what there is not', async () => {
    const [other] = await roster(1)
    const missing = await server.ask('member', '/roster/teams/99/players?current=true')
    expect(refusal(missing)).toEqual([404, 'TEAM_NOT_FOUND'])
    const entry = await server.ask('member', `/roster/teams/${OWN}/roster-entries/${other?.player.id}`)
    expect(refusal(entry)).toEqual([404, 'ROSTER_ENTRY_NOT_FOUND'])
    expect((await server.ask('member', `/roster/teams/1/roster-entries/${other?.player.id}`)).body).toEqual(
      other?.rosterEntry,
    )
    expect((await server.ask('member', '/roster/teams/3/players?current=perhaps')).status).toBe(400)
  })

  it('list their changes, the latest first', async () => {
    const all = await changes()
    for (const change of all) expect(Value.Check(RosterChange, change)).toBe(true)
    const { scratched } = await readTables(server.database)
    expect(all.filter(({ changeAction }) => changeAction === 'SCRATCH')).toHaveLength(scratched.length)
    expect(all.filter(({ changeAction }) => changeAction === 'DRESS')).toHaveLength(
      scratched.filter(({ dressedAt }) => dressedAt !== null).length,
    )
    const times = all.map(({ changedAt }) => changedAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  describe('when a member scratches and dresses', () => {
    const group = (of: RosterItem[], wanted: 'goalie' | 'defender' | 'forward') =>
      of.filter(({ player: { position } }) => positionGroup((position ?? 'C') as 'C') === wanted)
    const dressed = (of: RosterItem[]) => of.filter(({ rosterEntry }) => !rosterEntry.scratched)
    const idOf = (item: RosterItem | undefined): number => item?.player.id ?? 0

    /** Everybody dressed up to the limit, two goalies and six defenders among them, no one scratched recently. */
    beforeEach(async () => {
      now = NOW
      const items = await roster(OWN)
      const first = [...group(items, 'goalie'), ...group(items, 'defender'), ...group(items, 'forward')]
      const sitting = first.slice(LEAGUE_DEFAULTS.maxDressed).map(idOf)
      await server.database.transaction(async (queries) => {
        const entries = await queries.select().from(rosterEntry).where(eq(rosterEntry.teamId, OWN))
        const ids = entries.map(({ id }) => id)
        await queries.delete(scratchInterval).where(inArray(scratchInterval.entryId, ids))
        const out = entries.filter(({ playerId }) => sitting.includes(playerId))
        await queries.insert(scratchInterval).values(out.map(({ id }) => ({ entryId: id, scratchedAt: SITTING_SINCE })))
      })
    })

    const swap = (body: object) => server.ask('member', `/roster/teams/${OWN}/lineup`, { method: 'PUT', body })
    /** A dressed forward and a scratched one, and all players as they are. */
    const pair = async () => {
      const items = await roster(OWN)
      const [out] = dressed(group(items, 'forward'))
      const comes = items.find(({ rosterEntry }) => rosterEntry.scratched)
      return { items, out, comes, body: { scratch: idOf(out), dress: idOf(comes) } }
    }

    it('it counts from that instant, is listed, and can be taken back after seven days and not a moment earlier', async () => {
      const [item] = dressed(group(await roster(OWN), 'forward'))
      const scratched = await put(idOf(item), 'scratched')
      expect(scratched.status).toBe(200)
      expect(scratched.body).toEqual({ ...item?.rosterEntry, scratched: true, scratchedAt: NOW.toISOString() })
      expect((await changes())[0]).toMatchObject({
        changedAt: NOW.toISOString(),
        changeAction: 'SCRATCH',
        team: { id: OWN },
        player: { id: idOf(item) },
      })
      now = new Date(NOW.getTime() + 7 * DAY_MS - 1)
      expect(refusal(await put(idOf(item), 'dressed'))).toEqual([409, 'NOT_DRESSABLE'])
      now = new Date(NOW.getTime() + 7 * DAY_MS)
      const answer = await put(idOf(item), 'dressed')
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ scratched: false, scratchedAt: null })
      expect((await changes())[0]).toMatchObject({ changedAt: now.toISOString(), changeAction: 'DRESS' })
    })

    it('before the hold, a clock set back leaves no one out twice at a time, nor back before they went', async () => {
      const hold = (rosterHoldStartDate: string) =>
        server.database.transaction((queries) => queries.update(season).set({ rosterHoldStartDate }))
      const { dates } = await server.database.transaction(currentLeague)
      await hold('2027-01-01')
      const [item] = dressed(group(await roster(OWN), 'forward'))
      const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)
      for (const [to, at] of [
        ['scratched', 0],
        ['dressed', 3],
        ['scratched', -1],
        ['dressed', -2],
        ['scratched', 4],
      ] as const) {
        now = hours(at)
        expect((await put(idOf(item), to)).status, `${to} at ${at}`).toBe(200)
      }
      await hold(dates.rosterHoldStartDate)
      const { entries, scratched } = await readTables(server.database)
      const entry = entries.find(({ teamId, playerId }) => teamId === OWN && playerId === idOf(item))
      const own = scratched.filter(({ entryId }) => entryId === entry?.id)
      expect(own.map(({ scratchedAt, dressedAt }) => [scratchedAt, dressedAt])).toEqual([
        [hours(0), hours(3)],
        [hours(3), hours(3)],
        [hours(4), null],
      ])
    })

    it('what the rules refuse is refused', async () => {
      const { out, comes } = await pair()
      const [other] = await roster(1)
      for (const [item, to, status, code] of [
        [out, 'dressed', 409, 'ROSTER_NO_CHANGE'],
        [comes, 'scratched', 409, 'ROSTER_NO_CHANGE'],
        [comes, 'dressed', 409, 'MAX_DRESSED'],
        [other, 'scratched', 404, 'ROSTER_ENTRY_NOT_FOUND'],
        [out, 'benched', 400, 'BAD_REQUEST'],
      ] as const)
        expect(refusal(await put(idOf(item), to)), `${code} ${to}`).toEqual([status, code])
      const [sold] = await roster(1, false)
      expect(refusal(await put(idOf(sold), 'scratched', 'admin', 1))).toEqual([409, 'PLAYER_ALREADY_SOLD'])
    })

    it('a goalie and four defenders stay dressed, also when all leave at once', async () => {
      const items = dressed(await roster(OWN))
      const answers = await Promise.all(
        [...group(items, 'goalie'), ...group(items, 'defender')].map((item) => put(idOf(item), 'scratched')),
      )
      const outcomes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code)).sort()
      const [goalies, defenders] = [group(items, 'goalie').length, group(items, 'defender').length]
      expect(goalies).toBeGreaterThan(1)
      expect(outcomes).toEqual(
        [
          ...Array.from({ length: 4 }, () => 'MIN_DEFENDERS'),
          'MIN_GOALIES',
          ...Array.from({ length: goalies - 1 + defenders - 4 }, () => 'done'),
        ].sort(),
      )
      expect(group(dressed(await roster(OWN)), 'defender')).toHaveLength(4)
      expect(group(dressed(await roster(OWN)), 'goalie')).toHaveLength(1)
    })

    describe('and both at once', () => {
      it('both change in one instant, and are listed with who came in first', async () => {
        const { out, comes, body } = await pair()
        const answer = await swap(body)
        expect([answer.status, answer.body]).toEqual([
          200,
          {
            scratched: { ...out?.rosterEntry, scratched: true, scratchedAt: NOW.toISOString() },
            dressed: { ...comes?.rosterEntry, scratched: false, scratchedAt: null },
          },
        ])
        expect((await changes()).slice(0, 2)).toMatchObject([
          { changedAt: NOW.toISOString(), changeAction: 'DRESS', player: { id: idOf(comes) } },
          { changedAt: NOW.toISOString(), changeAction: 'SCRATCH', player: { id: idOf(out) } },
        ])
      })

      it('neither changes for one who cannot come in yet', async () => {
        const lately = idOf(dressed(group(await roster(OWN), 'forward')).at(-1))
        await put(lately, 'scratched')
        const { items, body } = await pair()
        const before = await changes()
        expect(refusal(await swap({ ...body, dress: lately }))).toEqual([409, 'NOT_DRESSABLE'])
        expect(await roster(OWN)).toEqual(items)
        expect(await changes()).toEqual(before)
      })

      it('of several at the same time each is whole', async () => {
        const items = await roster(OWN)
        const sitting = items.filter(({ rosterEntry }) => rosterEntry.scratched)
        expect(sitting).toHaveLength(3)
        const forwards = dressed(group(items, 'forward'))
        // Every one of them for every one who sits out: each can come in once.
        const answers = await Promise.all(
          forwards
            .slice(0, 3)
            .flatMap((out) => sitting.map((comes) => swap({ scratch: idOf(out), dress: idOf(comes) }))),
        )
        const done = answers.filter(({ status }) => status === 200)
        expect(done).toHaveLength(3)
        for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('ROSTER_NO_CHANGE')
        const after = await roster(OWN)
        expect(dressed(after)).toHaveLength(LEAGUE_DEFAULTS.maxDressed)
        expect(dressed(after).map(idOf)).toEqual(expect.arrayContaining(sitting.map(idOf)))
      })
    })
  })
})
