import { describe, expect, test } from 'vitest'
import { chooseKeeper, type FormerEntry, type KeeperRules, lockKeepers } from '#rules/draft'
import { at } from '../support/season.ts'

const rules: KeeperRules = { locked: false, keeperLastBuyDate: '2026-03-19', timeZone: 'America/Toronto' }
const entry = (changes: Partial<FormerEntry> = {}): FormerEntry => ({
  teamId: 1,
  playerId: 9,
  sold: false,
  boughtAt: at('2025-12-01T12:00-05:00'),
  ...changes,
})

describe('choosing a keeper', () => {
  test.each<[string, FormerEntry | undefined, Partial<KeeperRules>, string | null]>([
    ['a player bought in December', entry(), {}, null],
    ['bought on the last day, in the evening', entry({ boughtAt: at('2026-03-19T23:59:59-04:00') }), {}, null],
    ['bought a second later', entry({ boughtAt: at('2026-03-20T00:00:00-04:00') }), {}, 'KEEPER_NOT_ELIGIBLE'],
    ['sold before the season ended', entry({ sold: true }), {}, 'KEEPER_NOT_ELIGIBLE'],
    ['of another team', entry({ teamId: 2 }), {}, 'KEEPER_NOT_ELIGIBLE'],
    ['of no team', undefined, {}, 'KEEPER_NOT_ELIGIBLE'],
    ['after the lock', entry(), { locked: true }, 'KEEPERS_LOCKED'],
    ['after the lock, of another team', entry({ teamId: 2 }), { locked: true }, 'KEEPERS_LOCKED'],
  ])('%s', (_, former, changes, code) => {
    const chosen = chooseKeeper([], { teamId: 1, playerId: 9 }, former, { ...rules, ...changes })
    expect(chosen).toEqual(code === null ? [{ teamId: 1, playerId: 9 }] : { refused: code })
  })

  test("again replaces the team's keeper and no other", () => {
    const keepers = [
      { teamId: 1, playerId: 8 },
      { teamId: 2, playerId: 7 },
    ]
    expect(chooseKeeper(keepers, { teamId: 1, playerId: 9 }, entry(), rules)).toEqual([
      { teamId: 2, playerId: 7 },
      { teamId: 1, playerId: 9 },
    ])
  })
})

describe('locking', () => {
  const boxes = [
    { boxName: '1.C' as const, players: [{ playerId: 7 }] },
    { boxName: '2.G' as const, players: [{ playerId: 8 }, { playerId: 9 }] },
    { boxName: '1.OUT' as const, players: [] },
  ]

  test('makes each keeper a pick in the box they are in; a keeper in no box takes 1.OUT', () => {
    const keepers = [
      { teamId: 1, playerId: 9 },
      { teamId: 2, playerId: 7 },
      { teamId: 3, playerId: 99 },
    ]
    expect(lockKeepers(keepers, boxes, false)).toEqual([
      { teamId: 1, playerId: 9, boxName: '2.G' },
      { teamId: 2, playerId: 7, boxName: '1.C' },
      { teamId: 3, playerId: 99, boxName: '1.OUT' },
    ])
  })

  test('needs boxes, happens once, and works without any keeper', () => {
    expect(lockKeepers([], [], false)).toEqual({ refused: 'BOXES_MISSING' })
    expect(lockKeepers([], boxes, true)).toEqual({ refused: 'KEEPERS_LOCKED' })
    expect(lockKeepers([], boxes, false)).toEqual([])
  })
})
