import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { errorSentences } from '#contract/errors'
import type { PickSequence } from '#rules/pick-sequence'
import * as rules from '#rules/pick-sequence-admin'
import { findDraft } from '#server/league/draft/sequence'
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

  const draft = async () => {
    const found = await server.database.transaction((queries) => findDraft(queries, server.league.seasonId))
    if (!found) throw new Error('There is no draft.')
    return found.sequence
  }

  it('passes each action on the sequence to its rule, and everybody sees the result', async () => {
    const { playerId } = await server.free('1.LW')
    await act('POST', 'free-picking')
    expect((await server.draft(2, playerId)).status).toBe(200)
    for (const [method, action, rule] of [
      ['POST', 'set-picking-team/2', (sequence) => rules.setPickingTeam(sequence, 2)],
      ['POST', 'forward-pick-sequence', rules.forward],
      ['POST', 'back-pick-sequence', rules.back],
      ['POST', 'free-picking', rules.freePicking],
      ['POST', 'resume-pick-sequence', rules.resumeSequence],
      ['DELETE', 'picking-teams/2', (sequence) => rules.removeTeam(sequence, 2)],
      ['POST', 'picking-teams/2', (sequence) => rules.addTeam(sequence, 2, 1)],
    ] satisfies [method: 'POST' | 'DELETE', action: string, rule: (before: PickSequence) => object][]) {
      const expected = rule(await draft())
      const answer = await act(method, action)
      expect(await draft(), action).toEqual(expected)
      expect(await server.sequence(), action).toEqual(answer)
    }
    await act('DELETE', 'picking-teams/2')
    expect(await refused('DELETE', 'picking-teams/2')).toEqual([409, 'TEAM_NOT_IN_SEQUENCE'])
  })

  it('shuffles the rounds that have not begun', async () => {
    const before = roundsOf(await server.sequence())
    const after = await act('POST', 'randomize-pick-sequence')
    const rounds = roundsOf(after)
    expect(rounds[0]).toEqual(before[0])
    expect(rounds).not.toEqual(before)
    const sorted = (all: number[][]) => all.map((round) => round.toSorted())
    expect(sorted(rounds)).toEqual(sorted(before))
    expect(await server.sequence()).toEqual(after)
  })

  it.each([
    ['POST', 'set-picking-team/99'],
    ['POST', 'picking-teams/99'],
    ['DELETE', 'picking-teams/99'],
  ] as const)('%s %s is of no team', async (method, action) => {
    expect(await refused(method, action)).toEqual([404, 'TEAM_NOT_FOUND'])
  })

  it('keeps the boxes as they are once somebody has picked', async () => {
    expect(await refused('PATCH', 'generate-boxes')).toEqual([409, 'DRAFT_STARTED'])
  })
})
