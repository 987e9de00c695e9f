import { describe, expect, test } from 'vitest'
import { type DraftBoxName, OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import {
  type BoxCandidate,
  boxForPick,
  boxTakes,
  cannotGenerate,
  DRAFT_BOXES,
  generateBoxes,
  notOutside,
  parseBoxName,
} from '#rules/draft-boxes'
import type { Position } from '#rules/positions'

test('there are 22 boxes, the same ones that outside players may be drafted into', () => {
  expect(DRAFT_BOXES.join(' ')).toBe(
    '1.LW 2.LW 3.LW 4.LW 1.C 2.C 3.C 4.C 1.RW 2.RW 3.RW 4.RW 1.LD 2.LD 3.LD 1.RD 2.RD 3.RD 1.G 2.G 1.OUT 2.OUT',
  )
  expect([...DRAFT_BOXES].sort()).toEqual([...OUTSIDE_DRAFT_BOXES].sort())
})

test.each([
  ['4.LW', '4.LW'],
  ['1.OUT', '1.OUT'],
  ['4.LD', null],
  ['3.G', null],
  ['1.lw', null],
  ['', null],
  ['__proto__', null],
])('the box named %j is %s', (text, name) => {
  expect(parseBoxName(text)).toBe(name)
})

describe('generating', () => {
  const candidate = (playerId: number, position: Position, normalizedPoints: number, points = 0): BoxCandidate => ({
    playerId,
    position,
    normalizedPoints,
    points,
  })

  test('the best of each position by normalized points, then points, then id', () => {
    const players = [
      candidate(5, 'C', 40, 20),
      candidate(4, 'C', 40, 20),
      candidate(3, 'C', 40, 30),
      candidate(2, 'C', 39.99, 90),
      candidate(1, 'C', 88.2, 10),
      candidate(6, 'LW', 70),
    ]
    // One team, and two places to spare: boxes of three.
    const boxes = generateBoxes(players, 1)
    expect(boxes.map(({ boxName }) => boxName)).toEqual(DRAFT_BOXES)
    expect(boxes.filter(({ players }) => players.length > 0)).toEqual([
      { boxName: '1.LW', players: [{ playerId: 6, positionRank: 1, boxRank: 1 }] },
      {
        boxName: '1.C',
        players: [
          { playerId: 1, positionRank: 1, boxRank: 1 },
          { playerId: 3, positionRank: 2, boxRank: 2 },
          { playerId: 4, positionRank: 3, boxRank: 3 },
        ],
      },
      {
        boxName: '2.C',
        players: [
          { playerId: 5, positionRank: 4, boxRank: 1 },
          { playerId: 2, positionRank: 5, boxRank: 2 },
        ],
      },
    ])
  })

  test.each([
    ['before anything', { locked: false, picks: 0 }, null],
    ['after the keepers are locked', { locked: true, picks: 0 }, { refused: 'KEEPERS_LOCKED' }],
    ['after the first pick', { locked: true, picks: 1 }, { refused: 'DRAFT_STARTED' }],
  ])('%s', (_, state, refusal) => {
    expect(cannotGenerate(state)).toEqual(refusal)
  })
})

describe('which positions a box takes', () => {
  const every: Position[] = ['LW', 'C', 'RW', 'LD', 'RD', 'G']
  test.each<[DraftBoxName, string]>([
    ['4.LW', 'LW C RW'],
    ['1.C', 'LW C RW'],
    ['2.RW', 'LW C RW'],
    ['3.LD', 'LD RD'],
    ['1.RD', 'LD RD'],
    ['2.G', 'G'],
    ['1.OUT', 'LW C RW LD RD G'],
    ['2.OUT', 'LW C RW LD RD G'],
  ])('%s takes %s', (boxName, taken) => {
    expect(every.filter((position) => boxTakes(boxName, position)).join(' ')).toBe(taken)
  })
})

describe('drafting a player', () => {
  const boxed = { position: 'C' as const, boxName: '2.C' as const, isDrafted: false }
  const outside = { position: 'C' as const, boxName: null, isDrafted: false }
  const taken = { isDrafted: true }

  test.each<[string, Parameters<typeof boxForPick>[0], string | null, DraftBoxName[], string]>([
    ['from the box they are in', boxed, null, ['1.C'], '2.C'],
    ['from a box the team has filled', boxed, null, ['2.C'], 'BOX_TAKEN'],
    ['who already belongs to a team', { ...boxed, ...taken }, null, ['2.C'], 'PLAYER_TAKEN'],
    ['from a box into 1.OUT', boxed, '1.OUT', [], 'PLAYER_IN_BOX'],
    ['from a box, naming that box', boxed, '2.C', [], 'PLAYER_IN_BOX'],
    ['from outside into a box of their position', outside, '4.C', ['1.C'], '4.C'],
    ['from outside into a box of another forward position', outside, '4.LW', [], '4.LW'],
    ['from outside into 2.OUT', outside, '2.OUT', ['1.OUT'], '2.OUT'],
    ['from outside into a box for defenders', outside, '1.LD', [], 'POSITION_MISMATCH'],
    ['from outside into a box for goalies, which is filled', outside, '1.G', ['1.G'], 'POSITION_MISMATCH'],
    ['from outside into a filled box', outside, '1.OUT', ['1.OUT'], 'BOX_TAKEN'],
    ['from outside into an unknown box', outside, '5.C', [], 'BOX_UNKNOWN'],
    ['from outside without a box', outside, null, [], 'BOX_UNKNOWN'],
    ['from outside, who already belongs to a team', { ...outside, ...taken }, '1.OUT', [], 'PLAYER_TAKEN'],
  ])('%s', (_, player, wanted, filled, result) => {
    const expected = result.includes('.') ? result : { refused: result }
    expect(boxForPick(player, wanted, filled)).toEqual(expected)
  })

  test.each([
    ['an outside player', outside, null],
    ['a box player', boxed, { refused: 'PLAYER_IN_BOX' }],
    ['a drafted box player', { ...boxed, ...taken }, { refused: 'PLAYER_TAKEN' }],
    ['a drafted outside player', { ...outside, ...taken }, { refused: 'PLAYER_TAKEN' }],
  ])('looking up %s', (_, player, refusal) => {
    expect(notOutside(player)).toEqual(refusal)
  })
})
