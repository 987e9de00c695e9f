import { describe, expect, test } from 'vitest'
import { goalDueAt, goalsStanding, goalWords, newGoals } from '#rules/notices'
import type { Goal } from '#rules/tonight'

const GAME = 2026020301
const ANN = 8471
const BEA = 8472
const CLEO = 8473
const goals = (...scorers: number[]): Goal[] =>
  scorers.map((scorer) => ({ club: 'TOR', scorer, assists: [], strength: 'ev' }))

describe('the goals of a reading that the one before did not have', () => {
  test.each<[string, number[], number[], number[]]>([
    ['the first', [], [ANN], [ANN]],
    ['none', [ANN, BEA], [ANN, BEA], []],
    ['one more', [ANN], [ANN, BEA], [BEA]],
    ['another of the same player', [ANN, BEA], [ANN, BEA, ANN], [ANN]],
    ['two of one player at once', [], [ANN, ANN], [ANN, ANN]],
    ['one taken back', [ANN, BEA], [BEA], []],
    ['one given to another player', [ANN, BEA], [CLEO, BEA], [CLEO]],
    ['one put in before the others', [BEA, BEA], [ANN, BEA, BEA], [ANN]],
  ])('%s', (_, before, after, expected) => {
    expect(newGoals(GAME, goals(...before), goals(...after)).map(({ scorer }) => scorer)).toEqual(expected)
  })

  test('have names that no other goal has', () => {
    const names = goalsStanding(GAME, goals(ANN, BEA, ANN, ANN, BEA))
    expect(new Set(names).size).toBe(5)
    expect(goalsStanding(GAME + 1, goals(ANN)).some((name) => names.includes(name))).toBe(false)
  })

  test('of which one stands by its name, whatever others scored before it', () => {
    const [notice] = newGoals(GAME, goals(BEA), goals(BEA, ANN))
    expect(goalsStanding(GAME, goals(CLEO, BEA, ANN))).toContain(notice?.about)
    expect(goalsStanding(GAME, goals(BEA))).not.toContain(notice?.about)
  })
})

describe('at most one message a game and five minutes', () => {
  const now = 1_800_000_000_000
  const minutes = (count: number) => now + count * 60_000
  test.each([
    ['the first comes at once', null, now],
    ['the second waits for the five minutes', minutes(-2), minutes(3)],
    ['after five minutes nothing waits', minutes(-5), now],
    ['nor long after', minutes(-40), now],
    ['one that waits itself is replaced', minutes(3), minutes(3)],
    ['one that was due this instant has been sent', now, minutes(5)],
  ])('%s', (_, dueBefore, expected) => {
    expect(goalDueAt(now, dueBefore)).toBe(expected)
  })
})

test.each([
  [1, 'WPG 2, TOR 3 · 1st period'],
  [2, 'WPG 2, TOR 3 · 2nd period'],
  [3, 'WPG 2, TOR 3 · 3rd period'],
  [4, 'WPG 2, TOR 3 · overtime'],
  [5, 'WPG 2, TOR 3 · overtime'],
  [null, 'WPG 2, TOR 3'],
])('in period %s a message says who scores, and how it stands', (period, body) => {
  expect(goalWords('Ann Lee', { home: 'TOR', away: 'WPG', homeScore: 3, awayScore: 2, period })).toEqual({
    title: 'Ann Lee scores',
    body,
  })
})
