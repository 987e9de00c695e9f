import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { boxTakes, DRAFT_BOXES, parseBoxName } from '#rules/draft-boxes'
import { rosterEntry, scratchInterval } from '#server/db/tables/tables'
import { findDraft } from '#server/league/draft/sequence'
import { currentLeague } from '#server/league/league'
import { duringTest } from '../support/during-tests.ts'
import { liveEventRange, liveEventsAfter } from '../support/live-events.ts'
import { type PreseasonServer, preseasonServer } from '../support/preseason-server.ts'
import { between, oneOf, seededDice } from '../support/random.ts'

/** Each member picks at random from what the board shows them. */
async function pickOf(server: PreseasonServer, teamId: number, dice: (sides: number) => number) {
  const board = await server.board()
  const open = board.filter(({ players }) => !players.some((player) => player.teamId === teamId))
  const { boxName, players } = oneOf(open, dice)
  const free = players.filter(({ isDrafted }) => !isDrafted)
  if (!boxName.endsWith('.OUT') && dice(8) > 0) return { playerId: oneOf(free, dice).playerId, boxName, box: undefined }
  const shown = new Set(board.flatMap((each) => each.players.map(({ playerId }) => playerId)))
  const outside = server.league.players.filter(
    ({ id, position }) => !shown.has(id) && boxTakes(parseBoxName(boxName) ?? '1.OUT', position),
  )
  return { playerId: oneOf(outside, dice).id, boxName, box: boxName }
}

/** What an admin may do in between without changing who picks how often: the five in turn. */
async function meddle(server: PreseasonServer, times: number, dice: (sides: number) => number): Promise<string> {
  const left = (await server.sequence()).filter(({ pickStatus }) => pickStatus !== 'DONE')
  switch (times % 5) {
    case 0: {
      await server.act('POST', `set-picking-team/${oneOf(left, dice).teamId}`)
      return 'turn'
    }
    case 1:
      await server.act('POST', 'free-picking')
      return 'free'
    case 2:
      await server.act('POST', 'resume-pick-sequence')
      return 'resumed'
    case 3:
      await server.act('POST', 'forward-pick-sequence')
      await server.act('POST', 'back-pick-sequence')
      return 'passed'
    default: {
      const { status } = await server.ask('admin', '/draft/randomize-pick-sequence', { method: 'POST' })
      // Late in the draft every round has begun.
      expect([200, 409]).toContain(status)
      return 'shuffled'
    }
  }
}

const teams = 3

describe('a whole draft', () => {
  it('gives every team one player from each of the 22 boxes, and no one to two', { timeout: 240_000 }, async () => {
    const dice = seededDice(teams)
    const server = await duringTest(preseasonServer({ teams }))
    const { league, database } = server
    await server.act('PATCH', 'generate-boxes')
    const kept = new Map<number, number>()
    for (const teamId of league.teamIds.filter((id) => id % 3 !== 0)) {
      const playerId = oneOf((league.rosters.get(teamId) ?? []).slice(0, 8), dice)
      const { status } = await server.ask(server.ownerOf(teamId), `/draft/teams/${teamId}/keep-player/${playerId}`, {
        method: 'POST',
      })
      expect(status).toBe(200)
      kept.set(teamId, playerId)
    }
    await server.act('PATCH', 'generate-boxes')
    const created = await server.act('POST', 'lock-keepers')
    expect(created).toHaveLength(teams * 22 - kept.size)

    const done: { teamId: number; playerId: number; draftBox: string }[] = []
    const meddled: string[] = []
    for (let sequence = created; sequence.some(({ pickStatus }) => pickStatus !== 'DONE'); ) {
      if (done.length % 6 === 5) meddled.push(await meddle(server, meddled.length, dice))
      sequence = await server.sequence()
      const active = [...new Set(sequence.flatMap((each) => (each.pickStatus === 'ACTIVE' ? [each.teamId] : [])))]
      const teamId = oneOf(active, dice)
      const waiting = league.teamIds.find((id) => !active.includes(id))
      const { playerId, boxName, box } = await pickOf(server, teamId, dice)
      if (waiting && dice(4) === 0) {
        const early = await server.draft(waiting, playerId, box)
        expect([early.status, early.body.code]).toEqual([409, 'NOT_YOUR_TURN'])
      }
      const { status, body } = await server.draft(teamId, playerId, box)
      expect([status, body.draftBox, body.teamId], JSON.stringify(body)).toEqual([200, boxName, teamId])
      done.push({ teamId, playerId, draftBox: boxName })
      sequence = await server.sequence()
    }
    expect(new Set(meddled)).toEqual(new Set(['free', 'passed', 'resumed', 'shuffled', 'turn']))

    const { body: drafted } = await server.ask('member', '/draft/players?drafted=true')
    expect(drafted).toHaveLength(teams * 22)
    expect(new Set(drafted.map(({ playerId }: { playerId: number }) => playerId)).size).toBe(teams * 22)
    for (const teamId of league.teamIds) {
      const own = drafted.filter((each: { teamId: number }) => each.teamId === teamId)
      const boxes = own.map(({ draftBox }: { draftBox: string }) => draftBox)
      expect(boxes.toSorted()).toEqual([...OUTSIDE_DRAFT_BOXES].toSorted())
      const keeper = kept.get(teamId)
      if (keeper) expect(own.map(({ playerId }: { playerId: number }) => playerId)).toContain(keeper)
    }
    const inTurn = drafted
      .filter(({ playerId }: { playerId: number }) => ![...kept.values()].includes(playerId))
      .map(({ teamId, playerId, draftBox }: (typeof done)[number]) => ({ teamId, playerId, draftBox }))
    expect(inTurn).toEqual(done.toReversed())
    const board = await server.board()
    expect(board.map(({ boxName }) => boxName)).toEqual(DRAFT_BOXES)
    for (const { players } of board) expect(players.filter(({ isDrafted }) => isDrafted)).toHaveLength(teams)

    await database.transaction(async (queries) => {
      const { seasonId } = await currentLeague(queries)
      const draft = await findDraft(queries, seasonId)
      const numbers = (draft?.sequence.entries ?? []).map(({ doneNr }) => doneNr ?? 0)
      expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1))
      const entries = await queries.select().from(rosterEntry).where(eq(rosterEntry.seasonId, seasonId))
      const scratched = await queries.select().from(scratchInterval)
      expect(entries.every(({ boughtPriceCents, soldAt }) => boughtPriceCents === 0 && soldAt === null)).toBe(true)
      // 19 of 22 are dressed, the last three to arrive are not.
      for (const teamId of league.teamIds) {
        const own = entries.filter((each) => each.teamId === teamId).toSorted((one, other) => one.id - other.id)
        const sitting = own.map(({ id }) => scratched.some(({ entryId }) => entryId === id))
        expect(sitting).toEqual(own.map((_, index) => index >= 19))
      }
      // A client that listened from the start has heard of every pick, and ends with the sequence as it is.
      const range = await liveEventRange(queries)
      const events = await liveEventsAfter(queries, (range?.first ?? 1) - 1)
      const heard = events.flatMap(({ message }) => (message.type === 'PLAYER_DRAFTED' ? [message.draftedPlayer] : []))
      expect(heard).toHaveLength(teams * 22)
      const last = events.at(-1)?.message
      expect(
        last?.type === 'PICK_SEQUENCE_UPDATED' && last.pickSequence.every(({ pickStatus }) => pickStatus === 'DONE'),
      ).toBe(true)
    })
    const { body: over } = await server.ask('admin', '/draft/forward-pick-sequence', { method: 'POST' })
    expect(over.code).toBe('SEQUENCE_AT_END')
    const late = await server.draft(between(1, teams, dice), league.players[0]?.id ?? 0)
    expect(late.body.code).toBe('NOT_YOUR_TURN')
  })
})
