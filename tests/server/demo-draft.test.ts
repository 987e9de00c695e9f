import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DraftBox, DraftBoxPlayer, DraftedPlayer, Keeper, Pick } from '#contract/draft'
import { OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { rosterEntry } from '#server/db/tables/tables'
import { previousSeason } from '#server/league/draft/draft'
import { currentLeague } from '#server/league/league'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'

type Entry = typeof rosterEntry.$inferSelect

describe('the draft of the demo league', () => {
  let entries: Entry[]
  let former: Entry[]
  const read = async (path: string, member = 'member') => (await server.ask(member, path)).body

  const server = duringTests(() => demoServer({ clock: () => new Date('2026-11-21T13:00:00Z') }))
  beforeAll(async () => {
    ;[entries, former] = await server.database.transaction(async (queries) => {
      const { seasonId } = await currentLeague(queries)
      const before = await previousSeason(queries, seasonId)
      return [
        await queries.select().from(rosterEntry).where(eq(rosterEntry.seasonId, seasonId)),
        await queries
          .select()
          .from(rosterEntry)
          .where(eq(rosterEntry.seasonId, before?.id ?? 0)),
      ]
    })
  })

  it('is over: every team has one player from each box, as its roster says', async () => {
    const sequence: Pick[] = await read('/draft/pick-sequence')
    const drafted: DraftedPlayer[] = await read('/draft/players?drafted=true')
    const kept = entries.filter(({ acquired }) => acquired === 'keeper')
    expect(sequence).toHaveLength(12 * 22 - kept.length)
    expect(sequence.every(({ pickStatus }) => pickStatus === 'DONE')).toBe(true)
    expect(drafted).toHaveLength(12 * 22)
    for (let teamId = 1; teamId <= 12; teamId++) {
      const own = drafted.filter((each) => each.teamId === teamId)
      expect(own.map(({ draftBox }) => draftBox).toSorted()).toEqual([...OUTSIDE_DRAFT_BOXES].toSorted())
    }
    // In the order of the sequence, one after the other.
    const inTurn = drafted.filter(({ playerId }) => !kept.some((each) => each.playerId === playerId)).toReversed()
    expect(inTurn.map(({ teamId }) => teamId)).toEqual(sequence.map(({ teamId }) => teamId))
    expect(inTurn.map(({ draftedAt }) => draftedAt)).toEqual(inTurn.map(({ draftedAt }) => draftedAt).toSorted())
    expect((await read('/draft/players/last-drafted')).playerId).toBe(inTurn.at(-1)?.playerId)
    const board: DraftBox[] = await read('/draft/boxes')
    for (const { players } of board) expect(players.filter(({ isDrafted }) => isDrafted)).toHaveLength(12)
  })

  it('began with keepers of the rosters that last season left', async () => {
    const boxes: DraftBox[] = await read('/draft/keeper-boxes')
    const shown = new Map(
      boxes.flatMap(({ players }) => players.map((player: DraftBoxPlayer) => [player.playerId, player.teamId])),
    )
    const kept = entries.filter(({ acquired }) => acquired === 'keeper')
    expect(kept.length).toBeGreaterThan(6)
    for (const { teamId, playerId, draftBox } of kept) {
      const keeper: Keeper = await read(`/draft/teams/${teamId}/keepers`)
      expect(keeper.player.playerId).toBe(playerId)
      expect(shown.get(playerId)).toBe(teamId)
      expect(draftBox).toMatch(/^1\./)
      const held = former.find((each) => each.playerId === playerId && each.soldAt === null)
      expect(held?.teamId).toBe(teamId)
    }
  })

  it('follows a season with full rosters and trades', () => {
    for (let teamId = 1; teamId <= 12; teamId++) {
      const own = former.filter((each) => each.teamId === teamId)
      expect(own.filter(({ soldAt }) => soldAt === null).length).toBeGreaterThanOrEqual(20)
      expect(own.filter(({ acquired }) => acquired === 'draft')).toHaveLength(22)
    }
    expect(former.filter(({ soldAt }) => soldAt !== null).length).toBeGreaterThan(50)
  })
})
