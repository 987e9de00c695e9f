import { describe, expect, test } from 'vitest'
import { clockAfter, type DraftClock, isTimeUp, NO_CLOCK, pause, resume, setSeconds } from '#rules/draft-clock'
import type { PickSequence } from '#rules/pick-sequence'
import { readSequence } from '../support/sequence-text.ts'

const now = 1_800_000_000_000
const free = (text: string): PickSequence => readSequence(text, 'free')
/** A minute and a half for each pick. */
const clock = (changes: Partial<DraftClock> = {}): DraftClock => ({ ...NO_CLOCK, secondsPerPick: 90, ...changes })
const whole = clock({ deadlineAt: now + 90_000 })
/** Twenty seconds of the turn are left. */
const running = clock({ deadlineAt: now + 20_000 })
const paused = clock({ isPaused: true, leftMs: 20_000 })
const still = clock()

describe('a new time for a pick', () => {
  test.each<[string, PickSequence | null, DraftClock]>([
    ['before the keepers are locked', null, still],
    ['starts the turn under way over', readSequence('A1 B* | B A'), whole],
    ['while all may pick', free('A B'), still],
    ['after the last pick', readSequence('A1 B2'), still],
  ])('%s', (_, sequence, expected) => {
    expect(setSeconds(NO_CLOCK, 90, sequence, now)).toEqual(expected)
  })

  test('in a pause is there for its end', () => {
    expect(setSeconds(paused, 60, readSequence('A* B'), now)).toEqual({
      secondsPerPick: 60,
      isPaused: true,
      deadlineAt: null,
      leftMs: 60_000,
    })
  })

  test('of none stops the clock', () => {
    expect(setSeconds(running, 0, readSequence('A* B'), now)).toEqual(NO_CLOCK)
    expect(setSeconds(paused, 0, readSequence('A* B'), now)).toEqual({ ...NO_CLOCK, isPaused: true })
  })
})

describe('after a change of the sequence', () => {
  test.each<[string, PickSequence, PickSequence, DraftClock]>([
    ['a pick', readSequence('A* B'), readSequence('A1 B*'), whole],
    ['a pick of a team with the turn after it, too', readSequence('A* A'), readSequence('A1 A*'), whole],
    ['the same in the next round', readSequence('A* | A'), readSequence('A1 | A*'), whole],
    ['a pick taken back', readSequence('A1 B*'), readSequence('A* B'), whole],
    ['the turn given to another team', readSequence('A* B C'), readSequence('A B C*'), whole],
    ['later rounds shuffled', readSequence('A* B | B A'), readSequence('A* B | A B'), running],
    ['a team added behind', readSequence('A1 B*'), readSequence('A1 B* C'), running],
    ['the last pick', readSequence('A1 B*'), readSequence('A1 B2'), still],
    ['all may pick', readSequence('A1 B* C'), free('A1 B C'), still],
    ['one by one again', free('A1 B C'), readSequence('A1 B* C'), whole],
  ])('%s', (_, before, after, expected) => {
    expect(clockAfter(running, before, after, now)).toEqual(expected)
  })

  test('in a pause the new turn has its whole time for later', () => {
    const after = clockAfter(paused, readSequence('A* B'), readSequence('A1 B*'), now)
    expect(after).toEqual(clock({ isPaused: true, leftMs: 90_000 }))
    expect(clockAfter(paused, readSequence('A1 B*'), readSequence('A1 B2'), now)).toEqual(clock({ isPaused: true }))
  })
})

describe('a pause', () => {
  test.each([
    ['keeps what is left', running, paused],
    ['of a turn whose time is up keeps none', clock({ deadlineAt: now - 1 }), clock({ isPaused: true, leftMs: 0 })],
    ['without a clock keeps nothing', NO_CLOCK, { ...NO_CLOCK, isPaused: true }],
    ['is not begun twice', paused, { refused: 'DRAFT_PAUSED' }],
  ])('%s', (_, before, expected) => {
    expect(pause(before, now)).toEqual(expected)
  })

  test.each([
    ['goes on with what was left', paused, running],
    ['without a clock just ends', { ...NO_CLOCK, isPaused: true }, NO_CLOCK],
    ['is not ended twice', running, { refused: 'DRAFT_NOT_PAUSED' }],
  ])('%s', (_, before, expected) => {
    expect(resume(before, now)).toEqual(expected)
  })
})

test.each([
  ['a millisecond before', now + 1, false],
  ['at the very instant', now, true],
  ['afterwards', now - 1, true],
  ['where no time runs', null, false],
])('the time is up: %s', (_, deadlineAt, expected) => {
  expect(isTimeUp(clock({ deadlineAt }), now)).toBe(expected)
})
