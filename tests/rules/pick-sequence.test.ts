import { describe, expect, test } from 'vitest'
import {
  createSequence,
  type Dice,
  mayPick,
  type PickSequence,
  pick,
  picksBefore,
  whoseTurn,
} from '#rules/pick-sequence'
import {
  addTeam,
  back,
  forward,
  freePicking,
  missingPicks,
  randomize,
  removeTeam,
  resumeSequence,
  setPickingTeam,
  takeBack,
} from '#rules/pick-sequence-admin'
import { isRefusal, type Refusal } from '#rules/refusal'
import { readSequence, teamId, writeSequence } from '../support/sequence-text.ts'

/** Always the first of what is left. */
const lowest: Dice = () => 0
const [A, B, C, D] = ['A', 'B', 'C', 'D'].map(teamId) as [number, number, number, number]

const outcome = (result: PickSequence | Refusal): string => (isRefusal(result) ? result.refused : writeSequence(result))

describe('a new sequence', () => {
  test.each<[string, number[], number[], number, string]>([
    ['four teams', [A, B, C, D], [], 4, 'A* C D B | B D C A | A C D B | B D C A'],
    ['keepers skip the first round', [A, B, C, D], [A, B], 3, 'C* D | B D C A | A C D B'],
    ['all have keepers', [A, B, C], [A, B, C], 2, ' | B* C A'],
    ['a team that is alone in the first round is in the middle of the second', [A, B, C], [B, C], 2, 'A* | C A B'],
    ['two teams: the rule is dropped', [A, B], [], 4, 'A* B | B A | A B | B A'],
    ['one team', [A], [], 3, 'A* | A | A'],
    ['no team', [], [], 2, ' | '],
  ])('%s', (_, teams, keepers, rounds, expected) => {
    expect(writeSequence(createSequence(teams, new Set(keepers), lowest, rounds))).toBe(expected)
  })

  test('shuffles each odd round again', () => {
    // Round 1: of the twelve pairs of first and last the first, A and B; between them C and D as they come. Round 3, where B
    // may not be first nor A last: of the seven pairs left the fourth, C and B; between them D before A.
    const throws = [0, 0, 0, 3, 1, 0]
    const dice: Dice = () => throws.shift() ?? Number.NaN
    expect(writeSequence(createSequence([A, B, C, D], new Set(), dice, 4))).toBe(
      'A* C D B | B D C A | C D A B | B A D C',
    )
    expect(throws).toEqual([])
  })

  test('has 22 rounds and counts its picks', () => {
    const { entries, mode } = createSequence([A, B, C], new Set([B]), lowest)
    expect(mode).toBe('sequence')
    expect(entries).toHaveLength(65)
    expect(entries.at(2)).toEqual({
      sequenceNr: 3,
      round: 2,
      pickOrder: 1,
      teamId: B,
      pickStatus: 'WAITING',
      doneNr: null,
      playerId: null,
    })
    expect(entries.at(-1)).toMatchObject({ sequenceNr: 65, round: 22, pickOrder: 3 })
  })
})

describe('a pick', () => {
  test.each<[string, PickSequence, number, string]>([
    ['by the team whose turn it is', readSequence('A* B C | C B A'), A, 'A1 B* C | C B A'],
    ['by another team', readSequence('A* B C | C B A'), B, 'NOT_YOUR_TURN'],
    ['by a team that is not in the league', readSequence('A* B C'), 99, 'NOT_YOUR_TURN'],
    ['at the turn of the round', readSequence('A1 B2 C* | C B A'), C, 'A1 B2 C3 | C* B A'],
    ['of a turn set by an admin: the earliest is next', readSequence('A B C* | C B A'), C, 'A* B C1 | C B A'],
    ['the last', readSequence('A1 B*'), B, 'A1 B2'],
    ['after the last', readSequence('A1 B2'), B, 'NOT_YOUR_TURN'],
    ['when all may pick', readSequence('A B C | C B A', 'free'), B, 'A* B1 C* | C* B* A*'],
    ['twice when all may pick', readSequence('A B1 C | C B A', 'free'), B, 'A* B1 C* | C* B2 A*'],
    ['when only that team has picks left', readSequence('A B1 C2 | C3 B4 A', 'free'), A, 'A5 B1 C2 | C3 B4 A*'],
    ['more often than the team has turns', readSequence('A B1 C | C B2 A', 'free'), B, 'NOT_YOUR_TURN'],
  ])('%s', (_, before, team, after) => {
    expect(outcome(pick(before, team, 1))).toBe(after)
  })

  /** A list from another server. */
  const list = (text: string) =>
    [...text.matchAll(/(\w) (\w+)/g)].map(([, team = '', pickStatus = '']) => ({ teamId: teamId(team), pickStatus }))

  test.each<[string, Parameters<typeof whoseTurn>[0], string, number[]]>([
    ["one team's turn", readSequence('A1 B* C').entries, 'team', [B]],
    ['open', readSequence('A1 B C', 'free').entries, 'open', [B, C]],
    ['open, and a team has no pick left', readSequence('A1 B C | C B A2', 'free').entries, 'open', [B, C]],
    ['open, one pick left', readSequence('A1 B2 C', 'free').entries, 'team', [C]],
    ['open, picks of one team left', readSequence('A1 B2 C | C B3 A4', 'free').entries, 'team', [C]],
    ['over', readSequence('A1 B2').entries, 'over', []],
    ['nothing', readSequence('').entries, 'none', []],
    ['two ACTIVE, another waits', list('B ACTIVE, A ACTIVE, C WAITING'), 'team', [B]],
    ['two ACTIVE of one team', list('B DONE, A ACTIVE, A ACTIVE'), 'team', [A]],
    ['two ACTIVE, one of an unknown status', list('B ACTIVE, A ACTIVE, C SKIPPED'), 'team', [B]],
    ['one waits before the ACTIVE one', list('B WAITING, A ACTIVE, C WAITING'), 'team', [A]],
    ['all ACTIVE that are not DONE', list('A DONE, B ACTIVE, A ACTIVE'), 'open', [A, B]],
    ['all ACTIVE, but all of one team DONE', list('C DONE, B ACTIVE, A ACTIVE'), 'open', [A, B]],
    ['all wait', list('A WAITING, B WAITING'), 'none', []],
    ['all DONE', list('A DONE, B DONE'), 'over', []],
    ['no entry', [], 'none', []],
  ])('whose turn it is: %s', (_, entries, kind, allowed) => {
    expect(whoseTurn(entries)).toEqual(kind === 'team' ? { kind, teamId: allowed[0] } : { kind })
    expect([A, B, C].filter((team) => mayPick(entries, team))).toEqual(allowed)
  })

  test.each<[string, (number | null)[]]>([
    ['A* B C | C B A', [0, 1, 2, null]],
    ['A1 B2 C3 | C4 B* A', [1, 0, null, null]],
    // After a team that the admin has given the turn, the earliest open turns follow.
    ['A B C | C B* A', [1, 0, 3, null]],
    ['A1 B2 | B3 A4', [null, null, null, null]],
  ])('how many picks are made before a team in %s', (text, expected) => {
    const { entries } = readSequence(text)
    expect([A, B, C, D].map((team) => picksBefore(entries, team))).toEqual(expected)
  })

  test('no team alone is next in open drafting', () => {
    expect(picksBefore(readSequence('A B C', 'free').entries, B)).toBeNull()
  })
})

describe('the admin', () => {
  type Action = (sequence: PickSequence) => PickSequence | Refusal
  const set = (team: number) => (sequence: PickSequence) => setPickingTeam(sequence, team)
  const add = (team: number) => (sequence: PickSequence) => addTeam(sequence, team, sequence.rounds)
  const remove = (team: number) => (sequence: PickSequence) => removeTeam(sequence, team)
  const shuffle: Action = (sequence) => randomize(sequence, lowest)

  test('shuffles rounds in which one team has every pick', () => {
    const strict: Dice = (sides) => {
      if (sides < 1) throw new RangeError(`dice with ${sides} sides`)
      return 0
    }
    const sequence = readSequence('A A A | A A A | A A A | A A A')
    expect(outcome(randomize(sequence, strict))).toBe('A* A A | A A A | A A A | A A A')
  })

  test('adds teams until the sequence is full', () => {
    const row = Array.from({ length: 499 }, () => 'A').join(' ')
    const almost = readSequence(`${row} | ${row}`)
    expect(almost.entries).toHaveLength(998)
    const full = addTeam(almost, B, 2)
    if (isRefusal(full)) throw new Error(full.refused)
    expect(full.entries).toHaveLength(1_000)
    expect(addTeam(full, B, 2)).toEqual({ refused: 'SEQUENCE_FULL' })
  })

  test.each<[string, Action, string, string]>([
    ["sets a team's turn", set(C), 'A* B C | C B A', 'A B C* | C B A'],
    ['sets a team that has already picked in this round', set(A), 'A1 B* C | C B A', 'A1 B C | C B A*'],
    ['sets the team whose turn it is', set(A), 'A* B C', 'A* B C'],
    ['sets a team that has no pick left', set(A), 'A1 B* C', 'TEAM_NOT_IN_SEQUENCE'],
    ['adds a team', add(D), 'A1 B* C | C B A | A B C', 'A1 B* C | C B A D | A B C D'],
    ['adds a team before the draft', add(D), 'A* B | B A', 'A* B D | B A D'],
    ['adds a removed team', add(A), 'B* | B', 'B* A | B A'],
    ['adds the first team to an empty sequence', add(A), ' | ', 'A* | A'],
    ['adds a team when every round has begun', add(D), 'A1 B2 | B3 A*', 'ROUNDS_BEGUN'],
    ['removes a team', remove(B), 'A1 B2 C* | C B A', 'A1 B2 C* | C A'],
    ['removes the team whose turn it is', remove(A), 'A* B C | C B A', 'B* C | C B'],
    ['removes a team, the turn stays', remove(A), 'A B C* | C B A', 'B C* | C B'],
    ['removes a team whose picks are all made', remove(A), 'A1 B* C', 'TEAM_NOT_IN_SEQUENCE'],
    ['removes a team that was never there', remove(D), 'A* B C', 'TEAM_NOT_IN_SEQUENCE'],
    ['lets all pick', freePicking, 'A1 B* C | C B A', 'A1 B* C* | C* B* A*'],
    ['lets all pick when nothing is left', freePicking, 'A1 B2', 'SEQUENCE_AT_END'],
    ['resumes: the earliest', resumeSequence, 'A1 B C* | C B A', 'A1 B* C | C B A'],
    ['resumes when nothing is left', resumeSequence, 'A1 B2', 'SEQUENCE_AT_END'],
    ['forward: passes over a team', forward, 'A* B C | C B A', 'A1 B* C | C B A'],
    ['forward: the last', forward, 'A1 B*', 'A1 B2'],
    ['forward after the end', forward, 'A1 B2', 'SEQUENCE_AT_END'],
    ['back: reopens the latest', back, 'A1 B2 C* | C B A', 'A1 B* C | C B A'],
    ['back: the one done last, not the last in order', back, 'A2 B* C1 | C B A', 'A* B C1 | C B A'],
    ['back: to a turn that an admin had set', back, 'A* B1 C | C B A', 'A B* C | C B A'],
    ['back after the end', back, 'A1 B2', 'A1 B*'],
    ['back before the start', back, 'A* B C', 'SEQUENCE_AT_START'],
    ['back in an empty sequence', back, ' | ', 'SEQUENCE_AT_START'],
    ['shuffles before the draft', shuffle, 'D* C B A | A B C D | D C B A', 'D* B A C | C A B D | D B A C'],
    ['shuffles the rounds not begun', shuffle, 'A1 B* C | C B A | A C B | B C A', 'A1 B* C | C B A | A B C | C B A'],
    ['shuffles, keepers still skip the first round', shuffle, 'B* C | C B A', 'B* C | C A B'],
    [
      'shuffles, and the turn set in a round that has begun stays',
      shuffle,
      'A1 B C* | C B A | A C B',
      'A1 B C* | C B A | A B C',
    ],
    [
      'shuffles, and a team alone in the first round is in the middle of the second',
      shuffle,
      'A* | B C A',
      'A* | C A B',
    ],
    ['shuffles rounds with different teams', shuffle, 'A* B C | D B A', 'A* C B | B D A'],
    ['shuffles a round when only the next has begun', shuffle, 'A* B C | C1 B A', 'A* C B | C1 B A'],
    ['shuffles when only a reversed round has not begun', shuffle, 'A1 B* C | C B A', 'ROUNDS_BEGUN'],
    ['shuffles when every round has begun', shuffle, 'A1 B2 | B3 A*', 'ROUNDS_BEGUN'],
    ['shuffles nothing', shuffle, ' | ', 'ROUNDS_BEGUN'],
  ])('%s', (_, action, before, after) => {
    expect(outcome(action(readSequence(before)))).toBe(after)
  })

  test.each<[string, number, number, string, string]>([
    ['no one yet: a turn in every round', D, 0, 'A1 B* C | C B A | A B C', 'A1 B* C D | C B A D | A B C D'],
    ['one of three: the two latest rounds', D, 1, 'A1 B* C | C B A | A B C', 'A1 B* C | C B A D | A B C D'],
    ['all but one: the latest round', D, 2, 'A1 B* C | C B A | A B C', 'A1 B* C | C B A | A B C D'],
    [
      'enough with its turns to come: one more in every round not begun',
      B,
      2,
      'A1 B* | B A | A B',
      'A1 B* | B A B | A B B',
    ],
    ['no one yet after a round is over: the rest at the very end', D, 0, 'A1 B2 | B* A', 'A1 B2 | B* A D D'],
    ['one, and a turn in each round that is left: the very end', B, 1, 'A1 B2 | B3 A*', 'A1 B2 | B3 A* B'],
    ['one, and a turn in the last round: the round without it', B, 1, 'A1 C2 | C* A | A B', 'A1 C2 | C* A B | A B'],
    ['no one yet in a sequence without entries: every round', A, 0, ' | ', 'A* | A'],
  ])('adds a team that has %s', (_, team, owned, before, after) => {
    expect(outcome(addTeam(readSequence(before), team, owned))).toBe(after)
  })

  test.each<[string, string, number, number]>([
    ['no one, with a turn in both rounds', 'A* B | B A', 0, 0],
    ['no one, after a turn passed over', 'A1 B* | B A', 0, 1],
    ['one, after that turn', 'A1 B* | B A', 1, 0],
    ['one, with no turn left', 'A1 B* | B A1', 1, 1],
    ['more than there are rounds', 'A1 B* | B A', 3, 0],
  ])('tells how many a team would lack that has %s', (_, sequence, owned, missing) => {
    expect(missingPicks(readSequence(sequence), A, owned)).toBe(missing)
  })

  test.each<[string, Action, string, string]>([
    ['a turn is set', set(C), 'A1 B C | C B A', 'A1 B C* | C B A'],
    ['the sequence is resumed', resumeSequence, 'A B1 C | C B A', 'A* B1 C | C B A'],
  ])('open picking ends when %s', (_, action, before, after) => {
    const changed = action(readSequence(before, 'free'))
    expect(outcome(changed)).toBe(after)
    expect(changed).toMatchObject({ mode: 'sequence' })
  })

  test.each<[string, Action, string, string]>([
    ['forward passes over the earliest', forward, 'A1 B C', 'A1 B2 C*'],
    ['back reopens the latest', back, 'A2 B1 C', 'A* B1 C*'],
    ['a team added may pick at once', add(D), 'A B', 'A* B* D*'],
    ['a team removed may not', remove(A), 'A B | B A', 'B* | B*'],
  ])('while all may pick, %s', (_, action, before, after) => {
    const changed = action(readSequence(before, 'free'))
    expect(outcome(changed)).toBe(after)
    expect(changed).toMatchObject({ mode: 'free' })
  })

  test('a pick taken back gives its team the turn again, and leaves the turn as it is where Back has opened it', () => {
    const picked = pick(readSequence('A B C* | C B A'), C, 1)
    if (isRefusal(picked)) throw new Error(picked.refused)
    expect(outcome(takeBack(picked, 1))).toBe('A B C* | C B A')
    expect(outcome(takeBack(readSequence('A B* C | C B A'), 1))).toBe('A B* C | C B A')
  })
})
