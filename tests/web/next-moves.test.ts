import { describe, expect, test } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { RosterItem } from '#contract/roster'
import type { RosterSpot } from '#rules/lineup'
import { lineupMoves } from '#web/features/lineup/lineup-moves'
import { gameNote, saleSentence } from '#web/features/team/own-players.tsx'
import { lineupGroups } from '#web/features/team/roster-table.tsx'
import { instantText } from '#web/ui/time/instant-text'
import { whenText } from '#web/ui/time/relative-time'
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

describe("a club's games", () => {
  // A Tuesday; half past six in the evening where the NHL's dates are from.
  const game = (start: string, date: string, opponent: string, home: boolean) => ({ start, date, opponent, home })
  const tonight = game('2026-12-02T00:00:00Z', '2026-12-01', 'TOR', true)
  const thursday = game('2026-12-04T00:30:00Z', '2026-12-03', 'BOS', false)
  const clock = new Date(tonight.start).toTimeString().slice(0, 5)

  test.each<[string, number, (typeof tonight)[], string]>([
    [`${clock} TOR · 3\u00a0this\u00a0week`, 3, [tonight, thursday], '2026-12-01T23:30:00Z'],
    // It has begun: the one after it is next.
    ['Thu @\u00a0BOS · 3\u00a0this\u00a0week', 3, [tonight, thursday], tonight.start],
    ['Thu @\u00a0BOS', 0, [thursday], tonight.start],
    ['1 game this week', 1, [tonight], tonight.start],
    ['2 games this week', 2, [], tonight.start],
    ['', 0, [], tonight.start],
  ])('%s', (note, gamesThisWeek, games, instant) => {
    expect(gameNote({ club: 'MTL', gamesThisWeek, games }, Date.parse(instant))).toBe(note)
  })
})

const eighteen = roster({ forwards: 12, defenders: 4, goalies: 2 })
const nineteen = roster({ forwards: 13, defenders: 4, goalies: 2 })
const longAgo = at('2026-11-01T12:00-05:00')
const bought = (boughtAt: string) => spot(101, 'LW', { boughtAt: at(boughtAt) })
const benched = (playerId: number, position: RosterSpot['position'] = 'C', scratchedAt = longAgo) =>
  spot(playerId, position, { scratched: true, scratchedAt })

const item = (each: RosterSpot): RosterItem => ({
  player: { id: each.playerId, name: `Player ${each.playerId}`, position: each.position },
  rosterEntry: {
    boughtAt: new Date(each.boughtAt).toISOString(),
    scratched: each.scratched,
    scratchedAt: each.scratchedAt === null ? null : new Date(each.scratchedAt).toISOString(),
    sold: false,
    teamPoints: each.playerId,
  },
})
const time = (instant: number) => instantText(new Date(instant).toISOString())

describe('what a member may do with a player of their lineup', () => {
  /** Who may change places, by id, and whether somebody has to; `off` where nothing can be done. */
  test.each<[string, RosterSpot[], number, { off?: string; pair?: boolean; partners?: number[] }]>([
    ['scratch a forward', nineteen, 101, {}],
    ['scratch a forward for one who has sat out', [...nineteen, benched(8), benched(9)], 101, { partners: [9, 8] }],
    ['scratch a forward, not for one who has not', [...nineteen, benched(9, 'C', later(-6))], 101, {}],
    ['not the fourth defender', nineteen, 201, { off: '4 defenders needed', pair: true }],
    [
      'the fourth defender only for another',
      [...nineteen, benched(8), benched(9, 'RD')],
      201,
      { pair: true, partners: [9] },
    ],
    [
      'not the only goalie',
      roster({ forwards: 13, defenders: 5, goalies: 1 }),
      301,
      { off: '1 goalie needed', pair: true },
    ],
    ['dress one who has sat out', [...eighteen, benched(9)], 9, {}],
    [
      'dress one who has sat out in a full lineup, for anybody who is not needed, the least useful first',
      [...roster({ forwards: 2, defenders: 4, goalies: 13 }), benched(9)],
      9,
      { pair: true, partners: [101, 102, ...Array.from({ length: 13 }, (_, index) => 301 + index)] },
    ],
    [
      'not one scratched an hour ago',
      [...nineteen, benched(9, 'C', later(0, -1))],
      9,
      { off: `from ${time(later(6, 23))}` },
    ],
  ])('%s', (_, players, id, { off = null, pair = false, partners = [] }) => {
    const move = lineupMoves(players.map(item), now, league, true).get(id)
    expect(move).toMatchObject({ off, needsPartner: pair })
    expect(move?.partners.map(({ player }) => player.id)).toEqual(partners)
  })

  test('where the server lets no two change places, each change must be allowed by itself', () => {
    const moves = lineupMoves([...nineteen, benched(9, 'RD')].map(item), now, league, false)
    expect(moves.get(201)).toMatchObject({ off: '4 defenders needed', partners: [] })
    expect(moves.get(101)).toMatchObject({ off: null, partners: [] })
    expect(moves.get(9)).toMatchObject({ off: 'no room', partners: [] })
  })

  test('says what a scratch costs', () => {
    const costs = (instant: number) => lineupMoves(nineteen.map(item), instant, league, true).get(101)?.cost
    expect(costs(now)).toBe(`Player 101 can't be dressed again until ${time(later(7)).replace(' ', '\u00a0')}.`)
    expect(costs(at('2026-10-01T12:00-04:00'))).toBe(
      'Player 101 can be dressed again at any time until the season starts.',
    )
  })

  test('says nothing of a player whose entry is incomplete', () => {
    const whole = item(spot(101, 'LW'))
    const incomplete = { ...whole, player: { ...whole.player, id: 5, position: null } }
    expect([...lineupMoves([whole, incomplete], now, league, true).keys()]).toEqual([101])
  })
})

describe('a sale', () => {
  test.each<[string, string, RosterSpot, string | null]>([
    ['that may be made now', '2026-12-01T18:30-05:00', spot(101, 'LW'), null],
    ['of one bought two weeks ago', '2026-12-01T18:30-05:00', bought('2026-11-17T18:30-05:00'), 'can be sold in 7 d'],
    [
      'of one bought yesterday',
      '2026-12-01T18:30-05:00',
      bought('2026-11-30T18:30-05:00'),
      `can be sold on ${day(at('2026-12-21T18:30-05:00'))}`,
    ],
    [
      'before trading opens',
      '2026-10-20T12:00-04:00',
      spot(101, 'LW'),
      `can be sold on ${day(league.dates.tradingStartTime)}`,
    ],
    [
      'too late to be held long enough',
      '2027-03-10T12:00-05:00',
      bought('2027-03-01T12:00-05:00'),
      'cannot be sold this season',
    ],
    ['in the last minute of trading', '2027-03-17T23:59-04:00', spot(101, 'LW'), null],
    ['when trading has closed', '2027-03-18T00:00-04:00', spot(101, 'LW'), 'cannot be sold this season'],
  ])('%s', (_, instant, player, sentence) => {
    expect(saleSentence(player, at(instant), league)).toBe(sentence)
  })
})

describe('the parts of a lineup', () => {
  const parts = (players: readonly RosterSpot[]) =>
    lineupGroups(players.map(item), LEAGUE_DEFAULTS).map(
      ({ label, items, hint, isAtLimit }) => `${label} ${items.length}${hint && `, ${hint}`}${isAtLimit ? '!' : ''}`,
    )

  test.each<[string, RosterSpot[], string[]]>([
    [
      'one above the minimum',
      [...roster({ forwards: 11, defenders: 5, goalies: 3 }), benched(7), benched(8, 'LD'), benched(9, 'G')],
      ['All 22, 19 of 19 dressed', 'Forwards 11', 'Defense 5, at least 4', 'Goalies 3', 'Scratched 3'],
    ],
    [
      'at the minimum',
      roster({ forwards: 12, defenders: 4, goalies: 1 }),
      ['All 17, 17 of 19 dressed', 'Forwards 12', 'Defense 4, the minimum!', 'Goalies 1, the minimum!', 'Scratched 0'],
    ],
    [
      'below it',
      roster({ forwards: 12, defenders: 3, goalies: 2 }),
      ['All 17, 17 of 19 dressed', 'Forwards 12', 'Defense 3, at least 4!', 'Goalies 2, at least 1', 'Scratched 0'],
    ],
  ])('%s', (_, players, expected) => {
    expect(parts(players)).toEqual(expected)
  })

  test('say no limits while the rules are not known', () => {
    expect(lineupGroups(nineteen.map(item), null).map(({ hint, isAtLimit }) => [hint, isAtLimit])).toEqual(
      Array.from({ length: 5 }, () => ['', false]),
    )
  })
})
