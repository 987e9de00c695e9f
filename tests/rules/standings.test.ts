import { describe, expect, test } from 'vitest'
import { ranking, type Snapshot, scoreDiffs, teamScore } from '#rules/standings'

test.each<[string, number[], number[]]>([
  ['all different', [100, 300, 200], [3, 1, 2]],
  ['two share the second place', [400, 300, 300, 100], [1, 2, 2, 4]],
  ['three share the first place', [300, 300, 300, 100], [1, 1, 1, 4]],
  ['before the season all are first', [0, 0, 0], [1, 1, 1]],
  ['negative totals rank too', [-5, 0, -5], [2, 1, 2]],
  ['no team', [], []],
])('ranking: %s', (_, totals, ranks) => {
  expect(ranking(totals)).toEqual(ranks)
})

test('the total is the points of the players on the team plus cash', () => {
  const entries = [
    { points: 50, scratchPoints: 4, soldPrice: null },
    { points: 12, scratchPoints: 0, soldPrice: null },
    { points: 99, scratchPoints: 0, soldPrice: 2000 },
  ]
  expect(teamScore(entries, 1050)).toEqual({ points: 5800, totalScore: 6850 })
})

describe('differences', () => {
  // 2026-01-19 is a Monday.
  const snapshots: Snapshot[] = [
    { throughDay: '2026-01-09', totalScore: 1000 },
    { throughDay: '2026-01-11', totalScore: 1100 },
    { throughDay: '2026-01-17', totalScore: 1700 },
    { throughDay: '2026-01-18', totalScore: 1800 },
    { throughDay: '2026-01-19', totalScore: 1900 },
    { throughDay: '2026-01-20', totalScore: 2000 },
    { throughDay: '2026-01-21', totalScore: 2100 },
  ]

  test('against the previous update, this Monday and last Monday', () => {
    expect(scoreDiffs(2100, snapshots, '2026-01-22')).toEqual({
      scoreDiffPrevious: 100,
      scoreThisWeek: 300,
      scoreLastWeek: 700,
    })
  })

  test('a commission paid since the update counts at once', () => {
    expect(scoreDiffs(2090, snapshots, '2026-01-22').scoreDiffPrevious).toBe(90)
    expect(scoreDiffs(2090, snapshots, '2026-01-22').scoreThisWeek).toBe(290)
  })

  test('Sunday and Monday', () => {
    expect(scoreDiffs(1800, snapshots.slice(0, 4), '2026-01-18')).toMatchObject({
      scoreThisWeek: 700,
      scoreLastWeek: 100,
    })
    expect(scoreDiffs(1800, snapshots.slice(0, 4), '2026-01-19')).toMatchObject({
      scoreThisWeek: 0,
      scoreLastWeek: 700,
    })
  })

  test('in the first week everything counts from the first snapshot', () => {
    expect(scoreDiffs(1300, [{ throughDay: '2026-01-18', totalScore: 1000 }], '2026-01-19')).toEqual({
      scoreDiffPrevious: 300,
      scoreThisWeek: 300,
      scoreLastWeek: 0,
    })
    expect(scoreDiffs(1300, [], '2026-01-19')).toEqual({ scoreDiffPrevious: 0, scoreThisWeek: 0, scoreLastWeek: 0 })
  })
})
