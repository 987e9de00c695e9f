import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { errorSentences } from '#contract/errors'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { CHAIR } from '../support/preseason-league.ts'
import { type PreseasonServer, preseasonServer, refusal, type Sequence } from '../support/preseason-server.ts'

const ON_SEQUENCE = [
  ['POST', 'set-picking-team/1'],
  ['POST', 'picking-teams/1'],
  ['DELETE', 'picking-teams/1'],
  ['POST', 'free-picking'],
  ['POST', 'resume-pick-sequence'],
  ['POST', 'forward-pick-sequence'],
  ['POST', 'back-pick-sequence'],
  ['POST', 'randomize-pick-sequence'],
] as const

const withStatus = (sequence: Sequence, status: string): number[] =>
  sequence.filter(({ pickStatus }) => pickStatus === status).map(({ sequenceNr }) => sequenceNr)
const roundsOf = (sequence: Sequence): number[][] =>
  Array.from({ length: 22 }, (_, index) =>
    sequence.filter(({ round }) => round === index + 1).map(({ teamId }) => teamId),
  )

it('has no boxes to generate before there are players, and says what to do', async () => {
  const server = await duringTest(preseasonServer({ teams: 4 }))
  await server.database.transaction((queries) => queries.execute(sql`truncate player cascade`))
  const answer = await server.ask(CHAIR, '/draft/generate-boxes', { method: 'PATCH' })
  expect(refusal(answer)).toEqual([409, 'PLAYERS_MISSING'])
  expect(answer.body.message).toBe('There are no players yet. Import them first: League Office, Statistics.')
})

describe('draft administration', () => {
  const act = (...asked: Parameters<PreseasonServer['act']>) => server.act(...asked)
  const refused = async (method: 'POST' | 'PATCH' | 'DELETE', action: string) =>
    refusal(await server.ask(CHAIR, `/draft/${action}`, { method }))

  const server = duringTests(() => preseasonServer({ teams: 4 }))

  it.each([
    ...ON_SEQUENCE.map((action) => [...action, 'SEQUENCE_MISSING'] as const),
    ['POST', 'unlock-keepers', 'KEEPERS_NOT_LOCKED'],
    ['POST', 'take-back/8480001', 'DRAFT_NOT_STARTED'],
    ['POST', 'for/1/players/8480001', 'DRAFT_NOT_STARTED'],
    ['POST', 'pause', 'DRAFT_NOT_STARTED'],
    ['POST', 'resume', 'DRAFT_NOT_STARTED'],
  ] as const)('%s %s is refused before the draft: %s', async (method, action, code) => {
    const answer = await server.ask(CHAIR, `/draft/${action}`, { method })
    expect(refusal(answer)).toEqual([409, code])
    expect(answer.body.message).toBe(errorSentences[code])
  })

  it.each([-1, 86_401, 1.5, undefined])('no clock has %s seconds', async (secondsPerPick) => {
    const answer = await server.ask(CHAIR, '/draft/clock', { method: 'PUT', body: { secondsPerPick } })
    expect(refusal(answer)).toEqual([400, 'BAD_REQUEST'])
  })

  it('is done by an admin, with a team or without', async () => {
    expect(await refused('POST', 'lock-keepers')).toEqual([409, 'BOXES_MISSING'])
    expect((await server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' })).status).toBe(200)
    const sequence = await act('POST', 'lock-keepers')
    expect(sequence).toEqual(await server.sequence())
    expect(roundsOf(sequence).map((round) => round.toSorted())).toEqual(Array.from({ length: 22 }, () => [1, 2, 3, 4]))
    expect(withStatus(sequence, 'ACTIVE')).toEqual([1])
    expect(await refused('POST', 'lock-keepers')).toEqual([409, 'KEEPERS_LOCKED'])
  })

  describe('with a sequence', () => {
    let before: Sequence
    beforeEach(async () => {
      await act('POST', 'resume-pick-sequence')
      before = await server.sequence()
    })

    it('says which team does not exist', async () => {
      for (const [method, action] of [
        ['POST', 'set-picking-team/99'],
        ['POST', 'picking-teams/99'],
        ['DELETE', 'picking-teams/99'],
      ] as const) {
        expect(await refused(method, action)).toEqual([404, 'TEAM_NOT_FOUND'])
      }
      expect(await server.sequence()).toEqual(before)
    })

    it('gives the turn to a team', async () => {
      const last = before.filter(({ round }) => round === 1).at(-1)
      const after = await act('POST', `set-picking-team/${last?.teamId}`)
      expect(withStatus(after, 'ACTIVE')).toEqual([last?.sequenceNr])
      expect(await server.sequence()).toEqual(after)
    })

    it('lets everybody pick, and goes back to one by one', async () => {
      const free = await act('POST', 'free-picking')
      expect(withStatus(free, 'ACTIVE')).toHaveLength(88)
      const teamId = free.at(-1)?.teamId ?? 0
      expect((await server.draft(teamId, (await server.free('1.LW')).playerId)).status).toBe(200)
      expect(withStatus(await server.sequence(), 'ACTIVE')).toHaveLength(87)
      const resumed = await act('POST', 'resume-pick-sequence')
      expect(withStatus(resumed, 'ACTIVE')).toHaveLength(1)
      expect(withStatus(resumed, 'DONE')).toHaveLength(1)
    })

    it('passes over a pick, and reopens it; a drafted player stays drafted', async () => {
      const [turn = 0] = withStatus(before, 'ACTIVE')
      const passed = await act('POST', 'forward-pick-sequence')
      expect(withStatus(passed, 'DONE')).toContain(turn)
      expect(await act('POST', 'back-pick-sequence')).toEqual(before)
      const drafted = (await server.ask('member', '/draft/players?drafted=true')).body
      const reopened = await act('POST', 'back-pick-sequence')
      expect(withStatus(reopened, 'DONE')).toEqual([])
      expect((await server.ask('member', '/draft/players?drafted=true')).body).toEqual(drafted)
      expect(drafted).toHaveLength(1)
      expect(await refused('POST', 'back-pick-sequence')).toEqual([409, 'SEQUENCE_AT_START'])
      await act('POST', 'forward-pick-sequence')
    })

    it('shuffles the rounds that have not begun', async () => {
      const after = await act('POST', 'randomize-pick-sequence')
      const rounds = roundsOf(after)
      expect(rounds[0]).toEqual(roundsOf(before)[0])
      expect(rounds).not.toEqual(roundsOf(before))
      expect(rounds.map((round) => round.toSorted())).toEqual(Array.from({ length: 22 }, () => [1, 2, 3, 4]))
      expect(after.map(({ sequenceNr }) => sequenceNr)).toEqual(before.map(({ sequenceNr }) => sequenceNr))
      expect(await server.sequence()).toEqual(after)
    })

    it('takes a team out of the sequence and lets it in again', async () => {
      const without = await act('DELETE', 'picking-teams/2')
      expect(without.some(({ teamId, pickStatus }) => teamId === 2 && pickStatus !== 'DONE')).toBe(false)
      expect(await server.sequence()).toEqual(without)
      expect(await refused('DELETE', 'picking-teams/2')).toEqual([409, 'TEAM_NOT_IN_SEQUENCE'])
      expect(await refused('POST', 'set-picking-team/2')).toEqual([409, 'TEAM_NOT_IN_SEQUENCE'])
      const again = await act('POST', 'picking-teams/2')
      expect(again.filter(({ teamId }) => teamId === 2).map(({ round }) => round)).toContain(22)
      expect(
        roundsOf(again)
          .slice(1)
          .every((round) => round.at(-1) === 2),
      ).toBe(true)
      expect(await server.sequence()).toEqual(again)
    })

    it('lets a team pick that is alone when all may, and refuses what comes after the end', async () => {
      for (const teamId of [1, 2, 3]) await act('DELETE', `picking-teams/${teamId}`)
      await act('POST', 'free-picking')
      for (const box of ['4.C', '4.RW']) {
        expect((await server.draft(4, (await server.free(box)).playerId)).status, box).toBe(200)
      }
      await act('DELETE', 'picking-teams/4')
      expect(await refused('POST', 'forward-pick-sequence')).toEqual([409, 'SEQUENCE_AT_END'])
      expect(await refused('POST', 'free-picking')).toEqual([409, 'SEQUENCE_AT_END'])
      expect(await refused('POST', 'resume-pick-sequence')).toEqual([409, 'SEQUENCE_AT_END'])
      await act('POST', 'picking-teams/1')
    })
  })

  it('keeps the boxes as they are once somebody has picked', async () => {
    expect(await refused('PATCH', 'generate-boxes')).toEqual([409, 'DRAFT_STARTED'])
  })
})
