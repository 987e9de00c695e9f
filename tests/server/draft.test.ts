import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { type DraftBoxPlayer, DraftedPlayer, getDraftBoxes, getPickSequence, OutsidePlayer } from '#contract/draft'
import { errorSentences } from '#contract/errors'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import { duringTests } from '../support/during-tests.ts'
import { NEWCOMER } from '../support/preseason-league.ts'
import { type PreseasonServer, preseasonServer, refusal } from '../support/preseason-server.ts'

describe('the draft', () => {
  const ask = (...asked: Parameters<PreseasonServer['ask']>) => server.ask(...asked)
  const outsiders = async (position: string): Promise<number[]> => {
    const boxed = new Set((await server.board()).flatMap(({ players }) => players.map(({ playerId }) => playerId)))
    return server.league.players.filter((each) => each.position === position && !boxed.has(each.id)).map(({ id }) => id)
  }
  const rowOf = async (playerId: number, member = 'member', query = ''): Promise<DraftBoxPlayer> =>
    (await ask(member, `/draft/boxes${query}`)).body
      .flatMap(({ players }: { players: DraftBoxPlayer[] }) => players)
      .find((each: DraftBoxPlayer) => each.playerId === playerId)
  const passTo = (teamId: number) => server.act('POST', `set-picking-team/${teamId}`)

  const server = duringTests(() => preseasonServer({ teams: 4 }))

  it('has nothing to show before the boxes are generated, and no one’s turn before the keepers are locked', async () => {
    expect(await server.board()).toEqual([])
    expect(await server.sequence()).toEqual([])
    expect((await ask('member', '/draft/players?drafted=true')).body).toEqual([])
    expect((await ask('member', '/draft/players/last-drafted')).status).toBe(404)
    expect((await ask('member', '/draft/draft-teams')).body).toEqual(
      [1, 2, 3, 4].map((id) => ({ id, shortName: `T${id}` })),
    )
    expect(refusal(await server.draft(3, 8480001))).toEqual([409, 'DRAFT_NOT_STARTED'])
    expect(refusal(await ask('admin', '/draft/lock-keepers', { method: 'POST' }))).toEqual([409, 'BOXES_MISSING'])
  })

  it('shows 22 boxes with the best of each position first', async () => {
    await server.act('PATCH', 'generate-boxes')
    await server.act('POST', 'lock-keepers')
    const board = await server.board()
    expect(Value.Check(getDraftBoxes.answer, board)).toBe(true)
    expect(board.map(({ boxName }) => boxName)).toEqual(DRAFT_BOXES)
    for (const { boxName, players } of board) {
      if (boxName.endsWith('.OUT')) expect(players).toEqual([])
      else expect(players.map(({ boxRank }) => boxRank)).toEqual([1, 2, 3, 4, 5, 6])
      const normalized = players.map((player) => player.normalizedPoints ?? 0)
      expect(normalized).toEqual(normalized.toSorted((one, other) => other - one))
      for (const player of players) {
        expect([player.isDrafted, player.teamId, player.tag, player.nhlFantasyRank]).toEqual([false, null, null, null])
      }
    }
    const sequence = await server.sequence()
    expect(Value.Check(getPickSequence.answer, sequence)).toBe(true)
    expect(sequence.map(({ sequenceNr }) => sequenceNr)).toEqual(sequence.map((_, index) => index + 1))
  })

  it('takes a pick from a box when it is the team’s turn, and shows it everywhere', async () => {
    await passTo(3)
    const best = await server.free('1.C')
    expect((await ask('member', `/stats/players/${best.playerId}`)).body.team).toBeUndefined()
    const picked = await server.draft(3, best.playerId)
    expect(picked.status).toBe(200)
    expect(Value.Check(DraftedPlayer, picked.body)).toBe(true)
    expect(picked.body).toMatchObject({ playerId: best.playerId, teamId: 3, teamShortName: 'T3', draftBox: '1.C' })
    expect((await ask('premium', '/draft/players/last-drafted')).body).toEqual(picked.body)
    expect((await ask('premium', '/draft/players?drafted=true')).body).toEqual([picked.body])
    expect(await rowOf(best.playerId)).toMatchObject({ isDrafted: true, teamId: 3, teamShortName: 'T3', boxRank: 1 })
    expect((await ask('member', `/stats/players/${best.playerId}`)).body.team).toEqual({ id: 3, shortName: 'T3' })
    const done = (await server.sequence()).filter(({ pickStatus }) => pickStatus === 'DONE')
    expect(done.map(({ teamId }) => teamId)).toEqual([3])
  })

  it('refuses what the rules refuse, with the sentence of the rule', async () => {
    await passTo(1)
    expect((await server.draft(1, (await server.free('2.C')).playerId)).status).toBe(200)
    await passTo(3)
    const own = await server.free('2.C')
    const drafted = (await server.board()).flatMap(({ players }) => players).find(({ teamId }) => teamId === 1)
    const [wing = 0] = await outsiders('LW')
    expect(refusal(await server.draft(4, own.playerId))).toEqual([409, 'NOT_YOUR_TURN'])
    expect(refusal(await server.draft(3, (await server.free('1.C')).playerId))).toEqual([409, 'BOX_TAKEN'])
    expect(refusal(await server.draft(3, drafted?.playerId ?? 0))).toEqual([409, 'PLAYER_TAKEN'])
    expect(refusal(await server.draft(3, own.playerId, '1.OUT'))).toEqual([409, 'PLAYER_IN_BOX'])
    expect(refusal(await server.draft(3, wing, '9.LW'))).toEqual([404, 'BOX_UNKNOWN'])
    expect(refusal(await server.draft(3, wing, '1.LD'))).toEqual([409, 'POSITION_MISMATCH'])
    expect(refusal(await server.draft(3, 12, '1.OUT'))).toEqual([404, 'PLAYER_NOT_FOUND'])
    expect(refusal(await ask('member', '/draft/teams/3/players/first', { method: 'POST' }))).toEqual([
      400,
      'BAD_REQUEST',
    ])
    expect((await server.draft(4, own.playerId)).body.message).toBe(errorSentences.NOT_YOUR_TURN)
    expect((await ask('member', '/draft/players?drafted=true')).body).toHaveLength(2)
    expect(await server.picking()).toBe(3)
  })

  it('is drafted in by no other team’s member, not even while all may pick', async () => {
    await server.act('POST', 'free-picking')
    const before = (await ask('member', '/draft/players?drafted=true')).body
    const { playerId } = await server.free('2.C')
    const [outsider = 0] = await outsiders('LW')
    const post = { method: 'POST' } as const
    for (const path of [`/draft/teams/3/players/${playerId}`, `/draft/teams/3/players/${outsider}?box=1.OUT`]) {
      for (const member of ['premium', 'admin', 'owner4', NEWCOMER]) {
        expect(refusal(await ask(member, path, post)), member).toEqual([403, 'FORBIDDEN'])
        const named = { ...post, headers: { 'x-team-id': '3', 'x-user': 'member' } }
        expect(refusal(await ask(member, path, named)), member).toEqual([403, 'FORBIDDEN'])
      }
    }
    expect((await ask('member', '/draft/players?drafted=true')).body).toEqual(before)
    await server.act('POST', 'resume-pick-sequence')
  })

  it('looks up who is in no box, and says why somebody else cannot be had', async () => {
    const [wing = 0] = await outsiders('LW')
    const found = await ask('member', `/draft/outside-players/${wing}`)
    expect([found.status, Value.Check(OutsidePlayer, found.body)]).toEqual([200, true])
    expect(found.body).toEqual({ id: wing, name: `Player ${wing}`, position: 'LW', nhlTeam: 'OTT' })
    const inBox = await ask('member', `/draft/outside-players/${(await server.free('4.LW')).playerId}`)
    expect(refusal(inBox)).toEqual([400, 'PLAYER_IN_BOX'])
    expect(inBox.body.message).toBe(errorSentences.PLAYER_IN_BOX)
    expect(refusal(await ask('member', '/draft/outside-players/12'))).toEqual([404, 'PLAYER_NOT_FOUND'])
    expect((await ask('member', '/draft/outside-players/abc')).status).toBe(400)
  })

  it('drafts from outside into a box that takes the position, and shows him in it', async () => {
    const [wing = 0, other = 0] = await outsiders('LW')
    const [goalie = 0] = await outsiders('G')
    await passTo(3)
    // A left wing goes into a box of centres.
    expect((await server.draft(3, wing, '4.C')).body).toMatchObject({ playerId: wing, draftBox: '4.C', teamId: 3 })
    const box = (await server.board()).find(({ boxName }) => boxName === '4.C')
    expect(box?.players.at(-1)).toMatchObject({ playerId: wing, isDrafted: true, teamId: 3, boxRank: null })
    expect(box?.players).toHaveLength(7)
    await passTo(3)
    expect((await server.draft(3, goalie, '1.OUT')).status).toBe(200)
    await passTo(3)
    expect(refusal(await server.draft(3, other, '1.OUT'))).toEqual([409, 'BOX_TAKEN'])
    expect(refusal(await ask('member', `/draft/outside-players/${wing}`))).toEqual([400, 'PLAYER_TAKEN'])
  })

  describe('tags', () => {
    const put = (member: string | null, teamId: number, playerId: number, body: string) =>
      ask(member, `/draft/tags/teams/${teamId}/players/${playerId}`, { method: 'PUT', body })
    const tagOf = async (member: string, query: string, playerId: number) => (await rowOf(playerId, member, query)).tag

    it('are written by premium members for their own team alone', async () => {
      const { playerId } = await server.free('3.RW')
      expect((await put('premium', 2, playerId, ' top! ')).status).toBe(200)
      expect(await tagOf('premium', '?teamId=2', playerId)).toBe('top!')
      expect((await put('premium', 2, playerId, '🇨🇦👨‍👩‍👧‍👦abc')).status).toBe(200)
      expect(await tagOf('premium', '?teamId=2', playerId)).toBe('🇨🇦👨‍👩‍👧‍👦abc')
      expect(refusal(await put('member', 3, playerId, 'no'))).toEqual([403, 'FORBIDDEN'])
      expect(refusal(await put('premium', 3, playerId, 'no'))).toEqual([403, 'FORBIDDEN'])
      expect(refusal(await put('premium', 2, playerId, 'sixsix'))).toEqual([400, 'TAG_TOO_LONG'])
      expect(refusal(await put('premium', 2, playerId, 'a\u0007b'))).toEqual([400, 'CHARACTER_REFUSED'])
      expect(refusal(await put('premium', 2, 12, 'no'))).toEqual([404, 'PLAYER_NOT_FOUND'])
      expect(await tagOf('premium', '?teamId=2', playerId)).toBe('🇨🇦👨‍👩‍👧‍👦abc')
      expect((await put('premium', 2, playerId, '')).status).toBe(200)
      expect(await tagOf('premium', '?teamId=2', playerId)).toBeNull()
      expect((await put('premium', 2, playerId, '')).status).toBe(200)
    })

    it('are seen by no one else, and the board works without them', async () => {
      const { playerId } = await server.free('3.RW')
      await put('premium', 2, playerId, 'mine')
      expect(await tagOf('premium', '', playerId)).toBeNull()
      for (const member of ['member', 'admin', NEWCOMER]) {
        expect(refusal(await ask(member, '/draft/boxes?teamId=2')), member).toEqual([403, 'FORBIDDEN'])
      }
      expect(refusal(await ask('premium', '/draft/boxes?teamId=3'))).toEqual([403, 'FORBIDDEN'])
      expect(await tagOf('member', '?teamId=3', playerId)).toBeNull()
    })
  })
})
