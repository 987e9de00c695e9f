import { describe, expect, test } from 'vitest'
import { closestFinish, type Finish, highest, highestGain, highestOfEach, mostTitles, weeksOf } from '#rules/records'

const finish = (seasonId: number, rank: number, total: number, person: string | null): Finish => ({
  seasonId,
  rank,
  total,
  person,
})

const FIRST = [
  finish(19951996, 1, 61250, 'anna'),
  finish(19951996, 2, 60000, 'bruno'),
  finish(19951996, 3, 41000, 'chris'),
]
/** Won together. */
const SHARED = [
  finish(19961997, 1, 58000, 'bruno'),
  finish(19961997, 1, 58000, 'anna'),
  finish(19961997, 3, 57999, null),
]
const LAST = [finish(19971998, 1, 61250, 'bruno'), finish(19971998, 2, 61249, 'anna')]

describe('the best and all who share it', () => {
  test('of no one there is none', () => {
    expect(highest([], () => 1)).toBeNull()
    expect(highestGain([{ by: 0 }, { by: -3 }], ({ by }) => by)).toBeNull()
  })

  test('the best season', () => {
    expect(highest([...FIRST, ...SHARED, ...LAST], ({ total }) => total)).toEqual({
      value: 61250,
      holders: [FIRST[0], LAST[0]],
    })
  })

  test('of each group, in the order of the groups; a group without a gain has none', () => {
    const picks = [
      { box: '1.LW', worth: 80 },
      { box: '2.G', worth: 0 },
      { box: '1.LW', worth: 206 },
      { box: '1.C', worth: 191 },
      { box: null, worth: 300 },
    ]
    expect(
      highestOfEach(
        ['1.C', '1.LW', '2.G', '4.C'],
        picks,
        ({ box }) => box,
        ({ worth }) => worth,
      ),
    ).toEqual([
      { group: '1.C', mark: { value: 191, holders: [picks[3]] } },
      { group: '1.LW', mark: { value: 206, holders: [picks[2]] } },
    ])
  })
})

describe('the closest finish', () => {
  test('is the least between the first two, which a shared first place makes nothing', () => {
    expect(closestFinish([LAST, FIRST])).toEqual({ value: 1, holders: [{ first: LAST[0], second: LAST[1] }] })
    expect(closestFinish([LAST, SHARED])).toEqual({ value: 0, holders: [{ first: SHARED[0], second: SHARED[1] }] })
  })

  test('needs two teams', () => {
    expect(closestFinish([[finish(19951996, 1, 100, 'anna')], []])).toBeNull()
  })
})

describe('titles', () => {
  test('count for each who shares a first place, with the years in their order', () => {
    expect(mostTitles([...LAST, ...SHARED, ...FIRST])).toEqual({
      value: 2,
      holders: [
        { person: 'anna', seasonIds: [19951996, 19961997], latest: SHARED[1] },
        { person: 'bruno', seasonIds: [19961997, 19971998], latest: LAST[0] },
      ],
    })
  })

  test('whose team it was is not known: no title of anybody', () => {
    expect(mostTitles([finish(19951996, 1, 100, null)])).toBeNull()
  })
})

describe('weeks', () => {
  // 2024-10-07 and 2024-10-14 were Mondays. Through which day, published on, points, total; then Monday, total, gain.
  test.each([
    ['none', '', ''],
    ['the start alone', '2024-10-03 2024-08-01 0 1250', '2024-09-30 1250 0'],
    [
      'the start belongs to the week of the first game, however long before it was published',
      '2024-10-07 2024-08-01 0 1000, 2024-10-08 2024-10-09 300 1300, 2024-10-13 2024-10-14 1100 2100',
      '2024-10-07 2100 1100',
    ],
    [
      'of a week that lost',
      '2024-10-07 2024-08-01 0 1000, 2024-10-13 2024-10-14 1100 2100, 2024-10-14 2024-10-15 1050 2050',
      '2024-10-07 2100 1100, 2024-10-14 2050 -50',
    ],
    [
      "Sunday's games count for the week that ends, and after a pause the total is that of its last day",
      '2024-10-06 2024-10-07 0 0, 2024-10-13 2024-10-27 500 500, 2024-10-28 2024-10-29 900 900',
      '2024-09-30 0 0, 2024-10-07 500 500, 2024-10-28 900 400',
    ],
    [
      'a league that moved in knows of no gain where the total a week before is missing',
      '2024-11-03 2024-11-04 30000 31000, 2024-12-01 2024-12-02 52000 53000, 2024-12-08 2024-12-09 58000 59000',
      '2024-10-28 31000 0, 2024-11-25 53000 null, 2024-12-02 59000 6000',
    ],
  ])('%s', (_, days, weeks) => {
    const snapshots = days
      .split(', ')
      .filter(Boolean)
      .map((day) => {
        const [throughDay = '', publishedOn = '', points, totalScore] = day.split(' ')
        return { throughDay, publishedOn, points: Number(points), totalScore: Number(totalScore) }
      })
    expect(
      weeksOf(snapshots)
        .map(({ monday, total, gain }) => `${monday} ${total} ${gain}`)
        .join(', '),
    ).toBe(weeks)
  })
})
