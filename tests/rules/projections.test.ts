import { expect, test } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { normalizedPoints, projectedPoints } from '#rules/projections'

test.each([
  [50, 41, null, 100],
  [10, 82, null, 10],
  [1, 3, null, 27.33],
  [2, 3, null, 54.67],
  [0, 30, 80, 0],
  [0, 0, 61.5, 61.5],
  [0, 0, null, 0],
])('%d points in %d team games, %d last season: projected %d', (points, teamGamesPlayed, previous, projected) => {
  expect(projectedPoints({ points, teamGamesPlayed, previousNormalizedPoints: previous })).toBe(projected)
})

test.each([
  [82, 82, 82],
  [82, 41, 164],
  [9, 3, 36.9],
  [9, 20, 36.9],
  [9, 21, 35.14],
  [0, 0, 0],
])('%d points in %d games last season: normalized %d', (points, gamesPlayed, normalized) => {
  expect(normalizedPoints({ points, gamesPlayed })).toBe(normalized)
})

test('a league may play another number of games', () => {
  const constants = { ...LEAGUE_DEFAULTS, seasonGames: 84, normalizedGamesFloor: 10 }
  expect(projectedPoints({ points: 50, teamGamesPlayed: 42 }, constants)).toBe(100)
  expect(normalizedPoints({ points: 10, gamesPlayed: 5 }, constants)).toBe(84)
})

test('two decimals order all seasons as the exact values do', () => {
  const seasons: { points: number; gamesPlayed: number }[] = []
  for (let gamesPlayed = 20; gamesPlayed <= 84; gamesPlayed++) {
    for (let points = 0; points <= 200; points += 3) seasons.push({ points, gamesPlayed })
  }
  const rounded = seasons
    .map((season) => ({ ...season, normalized: normalizedPoints(season) }))
    .sort((a, b) => a.normalized - b.normalized)
  rounded.slice(1).forEach((season, index) => {
    const before = rounded[index] ?? season
    const exact = season.points * before.gamesPlayed - before.points * season.gamesPlayed
    expect(Math.sign(exact)).toBe(Math.sign(season.normalized - before.normalized))
  })
})
