import { describe, expect, test } from 'vitest'
import type { TimeSeriesPoint } from '#contract/stats'
import { dayWords, seasonDays, seasonSummary } from '#web/ui/charts/season-days'
import {
  bars,
  cutDays,
  datedDays,
  dayAt,
  playedLine,
  projectedAt,
  projectedLine,
  TICKS,
} from '#web/ui/charts/season-scale'

const day = (date: string, gamePoints: number, projectedPoints: number | null, played: 0 | 1 = 1): TimeSeriesPoint => ({
  date: `2026-${date}`,
  gamePoints,
  projectedPoints,
  played,
})

const season = seasonDays([day('10-12', 0, 164, 0), day('10-08', 4, 328), day('10-10', 0, 164), day('10-14', 25, 250)])
const plane = { width: 400, height: 100 }

describe('the days of a season', () => {
  test('come in order, with zeros kept', () => {
    expect(season.map(({ game, date, gamePoints, played }) => [game, date, gamePoints, played])).toEqual([
      [1, '2026-10-08', 4, true],
      [2, '2026-10-10', 0, true],
      [3, '2026-10-12', 0, false],
      [4, '2026-10-14', 25, true],
    ])
  })

  test('a server may leave figures out, and say true for 1', () => {
    expect(seasonDays([{ date: '2026-10-08', played: true }, { date: '2026-10-09' }])).toEqual([
      { game: 1, date: '2026-10-08', gamePoints: 0, projectedPoints: null, played: true },
      { game: 2, date: '2026-10-09', gamePoints: 0, projectedPoints: null, played: false },
    ])
  })

  test.each([
    [
      season,
      '3 of 4 games played, 29 points in all. Best game: 25 points on Oct 14. Projected for the season: 250 points.',
    ],
    [
      season.slice(0, 1),
      '1 of 1 game played, 4 points in all. Best game: 4 points on Oct 8. Projected for the season: 328 points.',
    ],
    [season.slice(2, 3), '0 of 1 game played, 0 points in all. Projected for the season: 164 points.'],
    [seasonDays([day('10-08', 1, null)]), '1 of 1 game played, 1 point in all. Best game: 1 point on Oct 8.'],
  ])('are told in a sentence', (days, sentence) => {
    expect(seasonSummary(days)).toBe(sentence)
  })

  test('each in words', () => {
    expect(season.map(dayWords)).toEqual([
      'Oct 8: 4 points, projected 328',
      'Oct 10: 0 points, projected 164',
      'Oct 12: did not play, projected 164',
      'Oct 14: 25 points, projected 250',
    ])
  })
})

describe('the scale', () => {
  test('has the axes of the specification, with their marks at the same heights', () => {
    expect(TICKS.map((tick) => [tick, projectedAt(tick)])).toEqual([
      [0, 0],
      [4, 50],
      [8, 100],
      [12, 150],
      [16, 200],
      [20, 250],
    ])
  })

  test('bars stand on the axis, in the middle of their slots, none higher than the scale', () => {
    const drawn = bars(season, plane)
    expect(drawn.map(({ y, height }) => [y, height])).toEqual([
      [80, 20],
      [100, 0],
      [100, 0],
      [0, 100],
    ])
    expect(drawn.map(({ x, width }) => x + width / 2)).toEqual([50, 150, 250, 350])
    expect(bars(seasonDays([day('10-08', -1, 0)]), plane)[0]?.height).toBe(0)
  })

  test('the projection goes from day to day, along the upper edge above it, and stops where there is none', () => {
    expect(projectedLine(season, plane)).toBe('M50 0L150 34.4L250 34.4L350 0')
    expect(projectedLine(seasonDays([day('10-08', 1, 125), day('10-09', 1, null), day('10-10', 1, 0)]), plane)).toBe(
      'M66.7 50M333.3 100',
    )
    expect(projectedLine([], plane)).toBe('')
  })

  test('the playing is a line of steps between 1 and 0', () => {
    expect(playedLine(season, plane)).toBe('M0 95H100V95H200V100H300V95H400')
  })

  test('what is above a scale is marked: every such bar, and where the line leaves it', () => {
    expect(cutDays(season)).toEqual([0, 3])
    expect(cutDays(seasonDays([day('10-08', 1, 300), day('10-09', 1, 280), day('10-10', 20, 250)]))).toEqual([0])
  })

  test.each([
    [82, 326, [0, 17, 34, 51, 68]],
    [3, 326, [0, 1, 2]],
    [5, 100, [0]],
    [1, 10, [0]],
    [0, 326, []],
  ])('%i days in %i pixels carry as many dates as have room', (count, width, dated) => {
    expect(datedDays(count, width)).toEqual(dated)
  })

  test.each([
    [0, 0],
    [99, 0],
    [100, 1],
    [399, 3],
    [400, 3],
    [-5, 0],
  ])('%i pixels from the left is day %i', (x, index) => {
    expect(dayAt(x, 400, 4)).toBe(index)
  })
})
