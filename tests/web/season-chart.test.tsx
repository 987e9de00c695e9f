import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { TimeSeriesPoint } from '#contract/stats'
import { SeasonPlot } from '#web/ui/charts/season-chart.tsx'
import { dayWords, type SeasonDay, seasonDays, seasonSummary } from '#web/ui/charts/season-days'
import { cutDays, datedDays, dayAt, POINT_TICKS, PROJECTED_TICKS, slotStart } from '#web/ui/charts/season-scale'

const day = (date: string, gamePoints: number, projectedPoints: number | null, played: 0 | 1 = 1): TimeSeriesPoint => ({
  date: `2026-${date}`,
  gamePoints,
  projectedPoints,
  played,
})

const season = seasonDays([day('10-12', 0, 164, 0), day('10-08', 4, 328), day('10-10', 0, 164), day('10-14', 25, 250)])

/** Drawn 400 px wide and 358 px high within its margins. */
const draw = (days: readonly SeasonDay[]) => {
  const { container } = render(<SeasonPlot days={days} width={464} summary="A season" />)
  const figures = (selector: string, attribute: string) =>
    [...container.querySelectorAll(selector)].map((element) =>
      (element.getAttribute(attribute) ?? '').match(/-?[\d.]+/g)?.map((text) => Math.round(Number(text))),
    )
  return {
    places: figures('g:has(> [data-testid^="bar.item"])', 'transform'),
    widths: figures('[data-testid^="bar.item"]', 'width').flat(),
    heights: figures('[data-testid^="bar.item"]', 'height').flat(),
    projected: container.querySelector('.season-projected path[fill=none]')?.getAttribute('d'),
    played: figures('.season-played path', 'd')[0],
    cuts: figures('.season-cut', 'd').map((numbers) => numbers?.[0]),
    numbers: [...container.querySelectorAll('text')].map(({ textContent }) => textContent),
  }
}

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

describe('the chart', () => {
  test('has the axes of the specification, with their marks at the same heights', () => {
    expect(POINT_TICKS).toEqual([0, 4, 8, 12, 16, 20])
    expect(PROJECTED_TICKS).toEqual([0, 50, 100, 150, 200, 250])
    const marks = ['0', '4', '8', '12', '16', '20', '50', '100', '150', '200', '250', 'Oct 8', 'Oct 14']
    expect(draw(season).numbers).toEqual(expect.arrayContaining(marks))
  })

  test('bars stand on the axis, a day beside the other, none higher than the scale', () => {
    const { places, widths, heights } = draw(season)
    // 400 px are four days and a gap: 93.46 px a day, of which the bar has 67.29, after half a gap at the left end.
    expect(places).toEqual([
      [26, 286],
      [120, 358],
      [213, 358],
      [307, 0],
    ])
    expect(widths).toEqual([67, 67, 67, 67])
    expect(heights).toEqual([72, 0, 0, 358])
    expect(draw(seasonDays([day('10-08', -1, 0)])).heights).toEqual([0])
  })

  test('the projection goes from bar to bar, along the upper edge above it, and stops where there is none', () => {
    const points = (path = '') => path.split('M').map((run) => run.match(/[\d.]+/g)?.map((text) => Math.round(+text)))
    expect(points(draw(season).projected ?? '')).toEqual([undefined, [60, 0, 153, 123, 247, 123, 340, 0]])
    const broken = seasonDays([day('10-08', 1, 125), day('10-09', 1, null), day('10-10', 1, 0)])
    // 400 px are three days and a gap; a point that stands alone is closed upon itself.
    expect(points(draw(broken).projected ?? '')).toEqual([undefined, [78, 179], [322, 358]])
  })

  test('the playing is a line of steps between 1 and 0 of the left axis', () => {
    // Half way to the next bar it steps down to 0 and up again: 18 px are 1 of 20.
    expect(draw(season).played).toEqual([60, 340, 107, 340, 107, 340, 200, 340, 200, 358, 293, 358, 293, 340, 340, 340])
  })

  test('a mark stands over the bar of a day with something above a scale', () => {
    expect(draw(season).cuts).toEqual([60, 340])
  })

  test('the slots from which a finger picks a day are around the bars', () => {
    // Half a gap is 13 px of 400, and the second day's slot begins 93.46 px later.
    expect([0, 1, 4].map((index) => Math.round(400 * slotStart(index, 4)))).toEqual([13, 107, 387])
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
