import { describe, expect, test } from 'vitest'
import { isUnranked, placeOf, ranking, rankShifts, type Snapshot, scoreDiffs, teamScore } from '#rules/standings'

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
    { throughDay: '2026-01-12', totalScore: 1200 },
    { throughDay: '2026-01-17', totalScore: 1700 },
    { throughDay: '2026-01-18', totalScore: 1800 },
    { throughDay: '2026-01-19', totalScore: 1900 },
    { throughDay: '2026-01-20', totalScore: 2000 },
    { throughDay: '2026-01-21', totalScore: 2100 },
  ]

  // Of the first so many snapshots: since the previous update, this week and last week.
  test.each([
    ['from the previous update, this Monday and last Monday', 2100, 8, '2026-01-22', [100, 300, 700]],
    ['with a commission paid since the update, which counts at once', 2090, 8, '2026-01-22', [90, 290, 700]],
    ['on a Sunday', 1800, 5, '2026-01-18', [100, 700, 100]],
    ['on a Monday', 1800, 5, '2026-01-19', [100, 0, 700]],
    ['in the first week, all from the first snapshot', 1300, 1, '2026-01-12', [300, 300, 0]],
    ['before any snapshot', 1300, 0, '2026-01-12', [0, 0, 0]],
  ])('%s', (_, total, count, today, [scoreDiffPrevious, scoreThisWeek, scoreLastWeek]) => {
    const expected = { scoreDiffPrevious, scoreThisWeek, scoreLastWeek }
    expect(scoreDiffs(total, snapshots.slice(0, count), today)).toEqual(expected)
  })
})

/** Teams 1, 2, 3 ... by their totals and what the last update brought them. */
const table = (...figures: readonly (readonly [totalScore: number, scoreDiffPrevious?: number])[]) =>
  figures.map(([totalScore, scoreDiffPrevious], index) => ({ id: index + 1, totalScore, scoreDiffPrevious }))

test.each<[string, ReturnType<typeof table>, boolean]>([
  ['no team', [], true],
  ['everything zero', table([0], [0], [0]), true],
  ['one team with a point', table([0], [0.5], [0]), false],
  ['a loss counts, too', table([0], [-1]), false],
])('whether teams are ranked: %s', (_, teams, unranked) => {
  expect(isUnranked(teams)).toBe(unranked)
})

test.each<[string, ReturnType<typeof table>, number[]]>([
  ['the second overtakes the first', table([100, 10], [95, 0], [50, 5]), [1, -1, 0]],
  ['from a shared first place', table([100, 10], [90, 0], [80, 20]), [0, -1, 0]],
  ['one of three leaves a shared place', table([100, 0], [60, 10], [50, 0], [50, 0]), [0, 0, -1, -1]],
  ['catching up is a place gained, being caught up with is none lost', table([100, 5], [100, 0]), [1, 0]],
  ['from the last place to the first', table([40, 30], [30, 0], [20, 0], [15, 0]), [3, -1, -1, -1]],
  ['after the first update no team has moved', table([12, 12], [8, 8], [0, 0]), [0, 0, 0]],
  ['a missing figure is not a change', table([12], [8], [4]), [0, 0, 0]],
  ['a single team', table([12, 4]), [0]],
])('places gained: %s', (_, teams, shifts) => {
  expect([...rankShifts(teams)]).toEqual(shifts.map((shift, index) => [index + 1, shift]))
})

describe('where a team stands', () => {
  const four = table([900], [613], [671.5], [613])
  const gap = (rank: number, cents: number, isLead = false) => ({ rank, cents, isLead })
  test.each<[string, ReturnType<typeof table>, number, ReturnType<typeof placeOf>]>([
    ['the leader', four, 1, { rank: 1, isShared: false, gap: gap(2, 22_850, true) }],
    ['behind the leader', four, 3, { rank: 2, isShared: false, gap: gap(1, 22_850) }],
    ['a shared place, to the next ahead', four, 2, { rank: 3, isShared: true, gap: gap(2, 5_850) }],
    [
      'a shared lead, on the next behind',
      table([50], [50], [48]),
      1,
      { rank: 1, isShared: true, gap: gap(3, 200, true) },
    ],
    ['behind a shared lead', table([50], [50], [48]), 3, { rank: 3, isShared: false, gap: gap(1, 200) }],
    ['all level', table([50], [50]), 2, { rank: 1, isShared: true, gap: null }],
    ['a single team', table([50]), 1, { rank: 1, isShared: false, gap: null }],
    ['everything zero', table([0], [0]), 1, { rank: null, isShared: false, gap: null }],
    ['not one of them', four, 9, null],
  ])('%s', (_, teams, teamId, place) => {
    expect(placeOf(teams, teamId)).toEqual(place)
  })
})
