import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftBox, DraftBoxPlayer, DraftedPlayer, Keeper, Pick } from '#contract/draft'
import { OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { generateBoxes } from '#rules/draft-boxes'
import { rosterEntry } from '#server/db/tables/tables'
import { boxCandidates, listBoxes } from '#server/league/draft/boxes'
import { previousSeason } from '#server/league/draft/draft'
import { currentLeague } from '#server/league/league'
import { type DemoServer, demoServer } from '../support/demo-members.ts'
import { refusal } from '../support/preseason-server.ts'

type Entry = typeof rosterEntry.$inferSelect

describe('the draft of the demo league', () => {
  let server: DemoServer
  let entries: Entry[]
  let former: Entry[]
  const read = async (path: string, member = 'member') => (await server.ask(member, path)).body

  beforeAll(async () => {
    server = await demoServer({ clock: () => new Date('2026-11-21T13:00:00Z') })
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
  }, 120_000)
  afterAll(() => server.close())

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

  it('had the boxes that last season’s numbers make', async () => {
    await server.database.transaction(async (queries) => {
      const league = await currentLeague(queries)
      const generated = generateBoxes(await boxCandidates(queries, league), 12, league.constants)
      const ids = (players: readonly { playerId: number }[]) => players.map(({ playerId }) => playerId).toSorted()
      expect((await listBoxes(queries, league.seasonId)).map((box) => [box.boxName, ids(box.players)])).toEqual(
        generated.map((box) => [box.boxName, ids(box.players)]),
      )
    })
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
    expect(
      refusal(await server.ask('member', `/draft/teams/3/keep-player/${kept[0]?.playerId}`, { method: 'POST' })),
    ).toEqual([409, 'KEEPERS_LOCKED'])
  })

  it('follows a season with full rosters and trades', () => {
    for (let teamId = 1; teamId <= 12; teamId++) {
      const own = former.filter((each) => each.teamId === teamId)
      expect(own.filter(({ soldAt }) => soldAt === null).length).toBeGreaterThanOrEqual(20)
      expect(own.filter(({ acquired }) => acquired === 'draft')).toHaveLength(22)
    }
    expect(former.filter(({ soldAt }) => soldAt !== null).length).toBeGreaterThan(50)
  })

  it('cannot go on', async () => {
    const [free] = (await read('/draft/boxes')).flatMap(({ players }: DraftBox) =>
      players.filter(({ isDrafted }) => !isDrafted),
    )
    const pick = (member: string, teamId: number) =>
      server.ask(member, `/draft/teams/${teamId}/players/${free.playerId}`, { method: 'POST' })
    expect(refusal(await pick('member', 3))).toEqual([409, 'NOT_YOUR_TURN'])
    for (const [method, action, code] of [
      ['PATCH', 'generate-boxes', 'DRAFT_STARTED'],
      ['POST', 'lock-keepers', 'KEEPERS_LOCKED'],
      ['POST', 'forward-pick-sequence', 'SEQUENCE_AT_END'],
      ['POST', 'randomize-pick-sequence', 'ROUNDS_BEGUN'],
    ] as const) {
      expect(refusal(await server.ask('admin', `/draft/${action}`, { method }))).toEqual([409, code])
    }
  })
})
