import { describe, expect, test } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import {
  buyPrice,
  commission,
  fromWire,
  type Interval,
  scratchPoints,
  sellPrice,
  teamPoints,
  toWire,
} from '#rules/money'
import { projection, roundFraction, toHundredths } from '#rules/projections'
import { expectSame } from '../support/random.ts'

describe('the price of a player', () => {
  test('is its points and the commission', () => {
    expect(toWire(buyPrice(45, projection({ points: 45, teamGamesPlayed: 60 })))).toBe(48.08)
  })

  test("before the NHL team's first game the projection is last season's", () => {
    const projected = projection({ points: 4, teamGamesPlayed: 0, previousNormalizedPoints: 6.1 })
    expect(toWire(commission(4, projected))).toBe(0.31)
    expect(commission(4, projection({ points: 4, teamGamesPlayed: 0 }))).toBe(0)
  })

  test('a commission is never negative', () => {
    expect(commission(-3, projection({ points: -3, teamGamesPlayed: 10 }))).toBe(0)
  })

  test('a league may set its own rates', () => {
    const rates = { ...LEAGUE_DEFAULTS, commissionOfPoints: 0.2, commissionOfProjected: 0.125 }
    expect(toWire(buyPrice(10, projection({ points: 10, teamGamesPlayed: 82 }), rates))).toBe(11.25)
    expect(toWire(commission(10, projection({ points: 10, teamGamesPlayed: 20 }), rates))).toBe(2)
  })

  test('is exact for every possible player', () => {
    for (let points = 0; points <= 260; points++) {
      for (let games = 1; games <= 82; games++) {
        // In ten-thousandths of a cent over the games, as big integers: no rounding until the end.
        const ofPoints = BigInt(points) * 10n * BigInt(games) * 10n
        const ofProjected = BigInt(points) * 82n * 5n * 10n
        const smaller = ofPoints < ofProjected ? ofPoints : ofProjected
        const exact = Number((smaller * 2n + BigInt(games) * 10n) / (BigInt(games) * 20n))
        expectSame(commission(points, projection({ points, teamGamesPlayed: games })), exact)
      }
    }
  })
})

describe('rounding', () => {
  test.each([
    [5, 2, 3],
    [-5, 2, -3],
    [4, 3, 1],
    [-4, 3, -1],
    [1, 3, 0],
    [-1, 3, 0],
    [0, 7, 0],
  ])('%d / %d is %d', (numerator, denominator, whole) => {
    expect(roundFraction({ numerator, denominator })).toBe(whole)
  })

  test('1.005 is 1.01, which binary numbers get wrong', () => {
    expect(toHundredths({ numerator: 1005, denominator: 1000 })).toBe(1.01)
  })

  test('two decimals survive the wire and back', () => {
    for (let cents = -50_000; cents <= 50_000; cents++) expectSame(fromWire(toWire(cents)), cents)
    expect(JSON.stringify(toWire(110))).toBe('1.1')
  })
})

describe('points of a player on a team', () => {
  const day = (n: number) => Date.UTC(2026, 0, n)
  const games = [1, 2, 3, 4, 5, 6].map((n) => ({ startsAt: day(n), points: n }))

  test.each<[string, Interval[], number]>([
    ['never scratched', [], 0],
    ['scratched once', [{ from: day(2), until: day(4) }], 5],
    ['scratched until now', [{ from: day(5), until: null }], 11],
    [
      'scratched twice',
      [
        { from: day(1), until: day(2) },
        { from: day(6), until: null },
      ],
      7,
    ],
    ['scratched as the puck drops: the game does not count', [{ from: day(3), until: day(4) }], 3],
    ['dressed as the puck drops: the game counts', [{ from: day(2) + 1, until: day(3) }], 0],
    ['scratched after the puck dropped: the game counts', [{ from: day(3) + 1, until: day(4) }], 0],
  ])('%s', (_, scratched, points) => {
    expect(scratchPoints(games, scratched)).toBe(points)
  })

  test('are the season points without those made while scratched', () => {
    expect(toWire(teamPoints({ points: 21, scratchPoints: 5, soldPrice: null }))).toBe(16)
    expect(toWire(sellPrice({ points: 21, scratchPoints: 5, soldPrice: null }))).toBe(16)
  })

  test('stay what they were at the sale', () => {
    expect(toWire(teamPoints({ points: 30, scratchPoints: 5, soldPrice: 1600 }))).toBe(16)
  })
})
