import { describe, expect, test } from 'vitest'
import type { DraftBoxName } from '#contract/limits'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import { choosePick, type ListCandidate } from '#rules/pick-list'
import { player } from '../support/list-candidate.ts'

const drafted = { isDrafted: true }
const allBut = (...open: DraftBoxName[]) => DRAFT_BOXES.filter((each) => !open.includes(each))

const league = [
  player(1, '1.LW', 90),
  player(2, '1.LW', 80),
  player(3, '1.C', 95, drafted),
  player(4, '1.C', 70),
  player(5, '1.RD', 99),
  player(20, null, 60, { position: 'LW' }),
  player(21, null, 65, { position: 'RD' }),
  player(22, null, 50, { position: 'G' }),
]

describe('whom a list picks', () => {
  test.each<[string, number[], ListCandidate[], DraftBoxName[], ReturnType<typeof choosePick>]>([
    ['the first of the list, whatever the points', [2, 1], league, [], { playerId: 2, boxName: '1.LW', by: 'list' }],
    ['not who is drafted', [3, 4], league, [], { playerId: 4, boxName: '1.C', by: 'list' }],
    ['not whose box is filled', [1, 4], league, ['1.LW'], { playerId: 4, boxName: '1.C', by: 'list' }],
    ['not an unknown player', [99, 4], league, [], { playerId: 4, boxName: '1.C', by: 'list' }],
    [
      'an outside player into the first box of the order that takes him: 1.OUT, 2.OUT, then the lowest',
      [20],
      league,
      [],
      { playerId: 20, boxName: '1.OUT', by: 'list' },
    ],
    ['2.OUT next', [20], league, ['1.OUT'], { playerId: 20, boxName: '2.OUT', by: 'list' }],
    ['then the fourth line', [20], league, ['1.OUT', '2.OUT'], { playerId: 20, boxName: '4.LW', by: 'list' }],
    [
      'a defender the third pair, whatever the side',
      [21],
      league,
      ['1.OUT', '2.OUT', '3.LD'],
      { playerId: 21, boxName: '3.RD', by: 'list' },
    ],
    ['a goalie 1.G before 2.G', [22], league, ['1.OUT', '2.OUT'], { playerId: 22, boxName: '1.G', by: 'list' }],
    [
      'no outside player without a box for the position, and the best by points instead',
      [22],
      league,
      ['1.OUT', '2.OUT', '1.G', '2.G'],
      { playerId: 5, boxName: '1.RD', by: 'points' },
    ],
    [
      'the best of the open boxes where the list is empty',
      [],
      league,
      [],
      { playerId: 5, boxName: '1.RD', by: 'points' },
    ],
    ['or where it has no one left', [3], league, ['1.RD'], { playerId: 1, boxName: '1.LW', by: 'points' }],
    [
      'of equals the one of the higher box',
      [],
      [player(1, '2.LW', 50), player(2, '1.RW', 50), player(3, '1.G', 50)],
      [],
      { playerId: 2, boxName: '1.RW', by: 'points' },
    ],
    [
      'of equals of one line the one who stands first on the board',
      [],
      [player(1, '1.RW', 50), player(2, '1.C', 50)],
      [],
      { playerId: 2, boxName: '1.C', by: 'points' },
    ],
    [
      'of equals in a box the lower id',
      [],
      [player(8, '1.C', 50), player(7, '1.C', 50)],
      [],
      { playerId: 7, boxName: '1.C', by: 'points' },
    ],
    [
      'no one from outside by points while a box has somebody, however good',
      [],
      [player(1, '4.RW', 1), player(20, null, 99)],
      [],
      { playerId: 1, boxName: '4.RW', by: 'points' },
    ],
    [
      'from outside by points where only 1.OUT or 2.OUT is open',
      [],
      league,
      allBut('2.OUT'),
      { playerId: 21, boxName: '2.OUT', by: 'points' },
    ],
    ['no one where every box is filled', [1, 20], league, allBut(), null],
    ['no one where no one is free', [1], [player(1, '1.LW', 9, drafted)], [], null],
    ['no one where the open box has no one left', [1], league, allBut('2.RW'), null],
  ])('%s', (_, list, candidates, filled, expected) => {
    expect(choosePick(list, candidates, filled)).toEqual(expected)
  })
})
