import { describe, expect, test } from 'vitest'
import type { RosterItem } from '#contract/roster'
import type { RosterSpot } from '#rules/lineup'
import { nextMoves, ownLineup } from '#web/features/team/next-moves'
import { whenText } from '#web/ui/time/when-text'
import { at, league, roster, spot } from '../support/season.ts'

const now = at('2026-12-01T18:30-05:00')
const later = (days: number, hours = 0, minutes = 0) => now + ((days * 24 + hours) * 60 + minutes) * 60_000
const day = (instant: number) => new Date(instant).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })

describe('when something becomes possible', () => {
  test.each<[string, number]>([
    ['now', later(0)],
    ['now', later(-3)],
    ['in 1 min', now + 1],
    ['in 1 min', later(0, 0, 1)],
    ['in 59 min', later(0, 0, 59)],
    ['in 1 h', later(0, 0, 59) + 1],
    ['in 4 h 10 min', later(0, 4, 10)],
    ['in 1 d', later(0, 23, 59) + 1],
    ['in 3 d 4 h', later(3, 4, 59)],
    ['in 7 d', later(7)],
    ['in 7 d 1 h', later(7, 1)],
    [`on ${day(later(8))}`, later(8)],
    [`on ${day(later(42))}`, later(42)],
  ])('%s', (text, instant) => {
    expect(whenText(instant, now)).toBe(text)
  })
})

const eighteen = roster({ forwards: 12, defenders: 4, goalies: 2 })
const nineteen = roster({ forwards: 13, defenders: 4, goalies: 2 })
const oneGoalie = roster({ forwards: 13, defenders: 5, goalies: 1 })
const scratched = (scratchedAt: number, changes: Partial<RosterSpot> = {}) =>
  spot(9, 'C', { scratched: true, scratchedAt, ...changes })
const longAgo = at('2026-11-01T12:00-05:00')
const bought = (boughtAt: string) => spot(101, 'LW', { boughtAt: at(boughtAt) })

describe('what a team may do next with a player', () => {
  test.each<[string, RosterSpot, readonly RosterSpot[], string, string]>([
    ['a forward', spot(101, 'LW'), nineteen, 'may be scratched', 'may be sold now'],
    ['the fourth defender', spot(201, 'LD'), nineteen, 'must stay dressed: 4 defenders needed', 'may be sold now'],
    ['the fifth defender', spot(201, 'LD'), oneGoalie, 'may be scratched', 'may be sold now'],
    ['the only goalie', spot(301, 'G'), oneGoalie, 'must stay dressed: 1 goalie needed', 'may be sold now'],
    [
      'one scratched three days and twenty hours ago',
      scratched(later(-3, -20)),
      [...eighteen, scratched(later(-3, -20))],
      'may be dressed in 3 d 4 h',
      'may be sold now',
    ],
    [
      'one scratched an hour ago in a full lineup',
      scratched(later(0, -1)),
      [...nineteen, scratched(later(0, -1))],
      'may be dressed in 6 d 23 h',
      'may be sold now',
    ],
    [
      'one who has sat out',
      scratched(longAgo),
      [...eighteen, scratched(longAgo)],
      'may be dressed now',
      'may be sold now',
    ],
    [
      'one who has sat out, in a full lineup',
      scratched(longAgo),
      [...nineteen, scratched(longAgo)],
      'may be dressed once there is room',
      'may be sold now',
    ],
    ['one bought two weeks ago', bought('2026-11-17T18:30-05:00'), nineteen, 'may be scratched', 'may be sold in 7 d'],
    [
      'one bought yesterday',
      bought('2026-11-30T18:30-05:00'),
      nineteen,
      'may be scratched',
      `may be sold on ${day(at('2026-12-21T18:30-05:00'))}`,
    ],
  ])('%s', (_, player, team, lineup, sale) => {
    expect(nextMoves(player, team, now, league)).toEqual([lineup, sale])
  })

  test.each<[string, string, RosterSpot, string]>([
    [
      'before trading opens',
      '2026-10-20T12:00-04:00',
      spot(101, 'LW'),
      `may be sold on ${day(league.dates.tradingStartTime)}`,
    ],
    [
      'too late to be held long enough',
      '2027-03-10T12:00-05:00',
      bought('2027-03-01T12:00-05:00'),
      'cannot be sold this season',
    ],
    ['in the last minute of trading', '2027-03-17T23:59-04:00', spot(101, 'LW'), 'may be sold now'],
    ['when trading has closed', '2027-03-18T00:00-04:00', spot(101, 'LW'), 'cannot be sold this season'],
  ])('a sale %s', (_, time, player, sale) => {
    expect(nextMoves(player, nineteen, at(time), league)[1]).toBe(sale)
  })

  test('before the roster hold starts he may be dressed at any time', () => {
    const early = at('2026-10-01T12:00-04:00')
    const player = scratched(early - 1)
    expect(nextMoves(player, [...eighteen, player], early, league)[0]).toBe('may be dressed now')
  })
})

const item = (each: RosterSpot): RosterItem => ({
  player: { id: each.playerId, name: `Player ${each.playerId}`, position: each.position },
  rosterEntry: {
    boughtAt: new Date(each.boughtAt).toISOString(),
    scratched: each.scratched,
    scratchedAt: each.scratchedAt === null ? null : new Date(each.scratchedAt).toISOString(),
    sold: false,
  },
})

describe('the own lineup', () => {
  test('counts who is dressed', () => {
    expect(ownLineup([...oneGoalie, scratched(longAgo)].map(item), now, league).counts).toBe(
      '19 of 19 dressed: 13 forwards, 5 defenders (at least 4), 1 goalie (at least 1)',
    )
  })

  test('says nothing of a player whose entry is incomplete', () => {
    const whole = item(spot(101, 'LW'))
    const { moves } = ownLineup([whole, { ...whole, player: { ...whole.player, id: 5, position: null } }], now, league)
    expect([...moves.keys()]).toEqual([101])
  })
})
