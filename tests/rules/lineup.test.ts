import { describe, expect, test } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { RosterItem } from '#contract/roster'
import { arrival, changeLineup, dressableAt, type RosterSpot, spotOfItem, swapLineup } from '#rules/lineup'
import { refuse } from '#rules/refusal'
import { at, league, roster, spot } from '../support/season.ts'

const now = at('2026-12-01T18:30-05:00')
const longAgo = at('2026-11-01T12:00-05:00')
const dressed = (forwards: number, defenders: number, goalies: number) => roster({ forwards, defenders, goalies })
const benched = (playerId: number, position: RosterSpot['position'] = 'C', scratchedAt = longAgo) =>
  spot(playerId, position, { scratched: true, scratchedAt })

describe('scratching', () => {
  test.each<[string, RosterSpot[], number, string]>([
    ['a forward', dressed(13, 4, 2), 101, 'scratched'],
    ['even the last forward', dressed(1, 4, 1), 101, 'scratched'],
    ['the fifth defender', dressed(12, 5, 2), 202, 'scratched'],
    ['the fourth defender', dressed(13, 4, 2), 201, 'MIN_DEFENDERS'],
    ['the second goalie', dressed(13, 4, 2), 301, 'scratched'],
    ['the only goalie', dressed(13, 5, 1), 301, 'MIN_GOALIES'],
    ['the only dressed goalie, while another sits out', [...dressed(9, 5, 1), benched(9, 'G')], 301, 'MIN_GOALIES'],
    [
      'the fourth dressed defender, while a fifth sits out',
      [...dressed(9, 4, 1), benched(9, 'RD')],
      203,
      'MIN_DEFENDERS',
    ],
    [
      'the fifth defender when one of the five was sold',
      [...dressed(9, 4, 1), spot(9, 'LD', { sold: true })],
      203,
      'MIN_DEFENDERS',
    ],
    ['a player who already sits out', [...dressed(12, 4, 1), benched(9)], 9, 'ROSTER_NO_CHANGE'],
    ['a sold player', [spot(9, 'C', { sold: true })], 9, 'PLAYER_ALREADY_SOLD'],
    ['a player who was never on the team', dressed(12, 5, 2), 9, 'ROSTER_ENTRY_NOT_FOUND'],
    ['a forward of a team that a change of position left with three defenders', dressed(15, 3, 1), 101, 'scratched'],
  ])('%s', (_, players, playerId, result) => {
    const expected =
      result === 'scratched'
        ? expect.objectContaining({ playerId, scratched: true, scratchedAt: now })
        : { refused: result }
    expect(changeLineup(players, playerId, 'scratched', now, league)).toEqual(expected)
  })
})

describe('dressing', () => {
  const eighteen = dressed(12, 4, 2)
  const nineteen = dressed(13, 4, 2)

  test.each<[string, RosterSpot[], number, string]>([
    ['the nineteenth', [...eighteen, benched(9)], 9, 'dressed'],
    ['the twentieth', [...nineteen, benched(9)], 9, 'MAX_DRESSED'],
    [
      'the nineteenth after a dressed player was sold',
      [...eighteen, spot(8, 'C', { sold: true }), benched(9)],
      9,
      'dressed',
    ],
    ['a player scratched yesterday', [...eighteen, benched(9, 'C', now - 86_400_000)], 9, 'NOT_DRESSABLE'],
    ['the twentieth, scratched yesterday', [...nineteen, benched(9, 'C', now - 86_400_000)], 9, 'MAX_DRESSED'],
    ['a dressed player', eighteen, 101, 'ROSTER_NO_CHANGE'],
    ['a sold player', [spot(9, 'C', { sold: true, scratched: true })], 9, 'PLAYER_ALREADY_SOLD'],
    ['a player who was never on the team', eighteen, 9, 'ROSTER_ENTRY_NOT_FOUND'],
  ])('%s', (_, players, playerId, result) => {
    const expected =
      result === 'dressed'
        ? expect.objectContaining({ playerId, scratched: false, scratchedAt: null })
        : { refused: result }
    expect(changeLineup(players, playerId, 'dressed', now, league)).toEqual(expected)
  })
})

describe('scratching one and dressing another', () => {
  const full = dressed(14, 4, 1)

  test.each<[string, RosterSpot[], number, number, string]>([
    ['a forward for a forward in a full lineup', [...full, benched(9)], 101, 9, 'swapped'],
    ['the fourth defender for another', [...full, benched(9, 'RD')], 201, 9, 'swapped'],
    ['the only goalie for the other', [...full, benched(9, 'G')], 301, 9, 'swapped'],
    ['the fourth defender for a forward', [...full, benched(9)], 201, 9, 'MIN_DEFENDERS'],
    ['the only goalie for a defender', [...full, benched(9, 'LD')], 301, 9, 'MIN_GOALIES'],
    [
      'a defender for another where a change of position left three',
      [...dressed(14, 3, 1), benched(9, 'RD')],
      201,
      9,
      'MIN_DEFENDERS',
    ],
    ['where twenty are dressed, and would be afterwards', [...dressed(15, 4, 1), benched(9)], 101, 9, 'MAX_DRESSED'],
    ['for a player scratched yesterday', [...full, benched(9, 'C', now - 86_400_000)], 101, 9, 'NOT_DRESSABLE'],
    ['a player who already sits out', [...full, benched(8), benched(9)], 8, 9, 'ROSTER_NO_CHANGE'],
    ['for a player who is dressed', [...full, benched(9)], 101, 102, 'ROSTER_NO_CHANGE'],
    ['a player for themself', full, 101, 101, 'ROSTER_NO_CHANGE'],
    ['for a sold player', [...full, spot(9, 'C', { sold: true, scratched: true })], 101, 9, 'PLAYER_ALREADY_SOLD'],
    ['a sold player', [...full, spot(8, 'C', { sold: true }), benched(9)], 8, 9, 'PLAYER_ALREADY_SOLD'],
    ['for a player who was never on the team', full, 101, 9, 'ROSTER_ENTRY_NOT_FOUND'],
    ['a player who was never on the team', [...full, benched(9)], 7, 9, 'ROSTER_ENTRY_NOT_FOUND'],
  ])('%s', (_, players, out, comes, result) => {
    const expected =
      result === 'swapped'
        ? [
            expect.objectContaining({ playerId: out, scratched: true, scratchedAt: now }),
            expect.objectContaining({ playerId: comes, scratched: false, scratchedAt: null }),
          ]
        : { refused: result }
    expect(swapLineup(players, { scratch: out, dress: comes }, now, league)).toEqual(expected)
  })
})

describe('a scratched player may be dressed', () => {
  test.each<[string, scratched: string, asked: string, from: string]>([
    ['seven days later', '2026-12-01T18:30-05:00', '2026-12-02T09:00-05:00', '2026-12-08T18:30-05:00'],
    [
      'at the same time of day, although the clocks changed',
      '2026-10-29T18:30-04:00',
      '2026-11-02T12:00-05:00',
      '2026-11-05T18:30-05:00',
    ],
    [
      'at once after sitting out long enough',
      '2026-11-01T12:00-05:00',
      '2026-12-01T18:30-05:00',
      '2026-12-01T18:30-05:00',
    ],
    [
      'at any time before the hold starts',
      '2026-10-04T10:00-04:00',
      '2026-10-05T23:59:59.999-04:00',
      '2026-10-05T23:59:59.999-04:00',
    ],
    [
      'seven days after the hold started, if scratched before',
      '2026-09-01T10:00-04:00',
      '2026-10-06T00:00-04:00',
      '2026-10-13T00:00-04:00',
    ],
  ])('%s', (_, scratchedAt, asked, from) => {
    const player = benched(9, 'C', at(scratchedAt))
    const now = at(asked)
    expect(dressableAt(player, now, league)).toBe(at(from))
    const change = (instant: number) => changeLineup([player], 9, 'dressed', instant, league)
    expect(change(at(from))).toMatchObject({ scratched: false })
    if (at(from) > now) {
      expect(change(now)).toEqual(refuse('NOT_DRESSABLE'))
      expect(change(at(from) - 1)).toEqual(refuse('NOT_DRESSABLE'))
    }
  })
})

describe('a roster entry over the wire', () => {
  const bought = '2026-09-27T16:00:00.000Z'
  const read = (position: string | null | undefined, rosterEntry: RosterItem['rosterEntry']) =>
    spotOfItem({ player: { id: 9, name: 'Nine', position }, rosterEntry })

  test.each<[string, RosterItem['rosterEntry'], object]>([
    ['dressed', { boughtAt: bought, sold: false, scratched: false, scratchedAt: null }, {}],
    ['with only a purchase time', { boughtAt: bought }, {}],
    ['with nulls', { boughtAt: bought, sold: null, scratched: null, scratchedAt: null }, {}],
    [
      'scratched',
      { boughtAt: bought, scratched: true, scratchedAt: '2026-11-01T17:00:00.000Z' },
      { scratched: true, scratchedAt: at('2026-11-01T12:00-05:00') },
    ],
    ['sold', { boughtAt: bought, sold: true }, { sold: true }],
  ])('%s', (_, rosterEntry, changes) => {
    expect(read('LD', rosterEntry)).toEqual({
      playerId: 9,
      position: 'LD',
      boughtAt: at('2026-09-27T12:00-04:00'),
      sold: false,
      scratched: false,
      scratchedAt: null,
      ...changes,
    })
  })

  test('without a known position or a purchase time is null', () => {
    expect(read(null, { boughtAt: bought })).toBeNull()
    expect(read('D', { boughtAt: bought })).toBeNull()
    expect(read('LD', { boughtAt: null })).toBeNull()
    expect(read('LD', {})).toBeNull()
  })
})

describe('a new player', () => {
  test.each<[string, RosterSpot[], boolean]>([
    ['is dressed on an empty team', [], false],
    ['is dressed as the nineteenth', dressed(12, 4, 2), false],
    ['is scratched as the twentieth', dressed(13, 4, 2), true],
    ['is dressed when others sit out', [...dressed(12, 4, 2), benched(8), benched(9)], false],
  ])('%s', (_, players, scratched) => {
    expect(arrival(players, { playerId: 7, position: 'C' }, now, LEAGUE_DEFAULTS)).toEqual({
      playerId: 7,
      position: 'C',
      boughtAt: now,
      sold: false,
      scratched,
      scratchedAt: scratched ? now : null,
    })
  })
})
