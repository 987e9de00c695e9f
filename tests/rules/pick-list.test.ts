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
  test.each<[string, number[], DraftBoxName[], string | null, ListCandidate[]?]>([
    ['the first of the list, whatever the points', [2, 1], [], '2 into 1.LW by list'],
    ['not who is drafted', [3, 4], [], '4 into 1.C by list'],
    ['not whose box is filled', [1, 4], ['1.LW'], '4 into 1.C by list'],
    ['not an unknown player', [99, 4], [], '4 into 1.C by list'],
    ['an outside player into the first box of the order that takes him', [20], [], '20 into 1.OUT by list'],
    ['2.OUT next', [20], ['1.OUT'], '20 into 2.OUT by list'],
    ['then the fourth line', [20], ['1.OUT', '2.OUT'], '20 into 4.LW by list'],
    ['a defender the third pair, whatever the side', [21], ['1.OUT', '2.OUT', '3.LD'], '21 into 3.RD by list'],
    ['a goalie 1.G before 2.G', [22], ['1.OUT', '2.OUT'], '22 into 1.G by list'],
    [
      'no outside player without a box, and the best instead',
      [22],
      ['1.OUT', '2.OUT', '1.G', '2.G'],
      '5 into 1.RD by points',
    ],
    ['the best of the open boxes where the list is empty', [], [], '5 into 1.RD by points'],
    ['or where it has no one left', [3], ['1.RD'], '1 into 1.LW by points'],
    [
      'of equals the one of the higher box',
      [],
      [],
      '2 into 1.RW by points',
      [player(1, '2.LW', 50), player(2, '1.RW', 50), player(3, '1.G', 50)],
    ],
    [
      'of equals of one line the first on the board',
      [],
      [],
      '2 into 1.C by points',
      [player(1, '1.RW', 50), player(2, '1.C', 50)],
    ],
    ['of equals in a box the lower id', [], [], '7 into 1.C by points', [player(8, '1.C', 50), player(7, '1.C', 50)]],
    [
      'no one from outside by points while a box has somebody, however good',
      [],
      [],
      '1 into 4.RW by points',
      [player(1, '4.RW', 1), player(20, null, 99)],
    ],
    ['from outside by points where only 1.OUT or 2.OUT is open', [], allBut('2.OUT'), '21 into 2.OUT by points'],
    ['no one where every box is filled', [1, 20], allBut(), null],
    ['no one where no one is free', [1], [], null, [player(1, '1.LW', 9, drafted)]],
    ['no one where the open box has no one left', [1], allBut('2.RW'), null],
  ])('%s', (_, list, filled, expected, candidates = league) => {
    const picked = choosePick(list, candidates, filled)
    expect(picked && `${picked.playerId} into ${picked.boxName} by ${picked.by}`).toBe(expected)
  })
})
