import { describe, expect, test } from 'vitest'
import { type DraftBoxName, OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import { choosePick, type ListCandidate } from '#rules/pick-list'
import { POSITIONS, type Position } from '#rules/positions'
import { between, expectSame, forSeeds, oneOf } from '../support/random.ts'

const player = (
  playerId: number,
  boxName: DraftBoxName | null,
  normalizedPoints: number,
  over: Partial<ListCandidate> = {},
): ListCandidate => ({
  playerId,
  boxName,
  position: POSITIONS.find((each) => boxName?.endsWith(`.${each}`)) ?? 'C',
  isDrafted: false,
  normalizedPoints,
  ...over,
})
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
    ['not whom nobody knows', [99, 4], league, [], { playerId: 4, boxName: '1.C', by: 'list' }],
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
    ['or where it has nobody left', [3], league, ['1.RD'], { playerId: 1, boxName: '1.LW', by: 'points' }],
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
      'nobody from outside by points while a box has somebody, however good',
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
    ['nobody where every box is filled', [1, 20], league, allBut(), null],
    ['nobody where nobody is free', [1], [player(1, '1.LW', 9, drafted)], [], null],
    ['nobody where the open box has nobody left', [1], league, allBut('2.RW'), null],
  ])('%s', (_, list, candidates, filled, expected) => {
    expect(choosePick(list, candidates, filled)).toEqual(expected)
  })
})

const GROUPS: Record<Position, string> = { LW: 'F', C: 'F', RW: 'F', LD: 'D', RD: 'D', G: 'G' }
const LINES = ['1', '2', '3', '4']
const ALONG = ['LW', 'C', 'RW', 'LD', 'RD', 'G', 'OUT']

/** The same by the words of the rule: every possible pick is written down with what it is worth, and the best is taken. */
const naive = (list: readonly number[], candidates: readonly ListCandidate[], filled: readonly DraftBoxName[]) => {
  const open = OUTSIDE_DRAFT_BOXES.filter((name) => !filled.includes(name))
  const possible = candidates
    .filter(({ isDrafted }) => !isDrafted)
    .flatMap((each) =>
      open
        .filter((name) => {
          if (each.boxName !== null) return name === each.boxName
          const kind = POSITIONS.find((position) => name.endsWith(`.${position}`))
          return kind === undefined || GROUPS[kind] === GROUPS[each.position]
        })
        .map((boxName) => ({ ...each, in: boxName })),
    )
  for (const playerId of list) {
    const found = possible.find((each) => each.playerId === playerId)
    if (found) return { playerId, boxName: found.in, by: 'list' }
  }
  const inBox = possible.filter(({ boxName }) => boxName !== null)
  const fromOutside = possible.filter((each) => each.boxName === null && each.in.endsWith('OUT'))
  const [best] = (inBox.length > 0 ? inBox : fromOutside).toSorted((a, b) => {
    const place = ({ in: name }: typeof a) =>
      LINES.findIndex((line) => name.startsWith(line)) * 10 + ALONG.findIndex((kind) => name.endsWith(kind))
    if (a.normalizedPoints !== b.normalizedPoints) return b.normalizedPoints - a.normalizedPoints
    if (a.boxName === null) return a.playerId - b.playerId || place(a) - place(b)
    return place(a) - place(b) || a.playerId - b.playerId
  })
  return best ? { playerId: best.playerId, boxName: best.in, by: 'points' } : null
}

test('the same as a naive second implementation, on 3,000 random boards', () => {
  const boxes = DRAFT_BOXES.filter((name) => !name.endsWith('OUT'))
  forSeeds(3_000, (dice) => {
    const candidates = Array.from({ length: between(0, 40, dice) }, (_, index) => {
      const isOutside = between(1, 4, dice) === 1
      return player(index + 1, isOutside ? null : oneOf(boxes, dice), between(0, 6, dice), {
        isDrafted: between(1, 3, dice) === 1,
        ...(isOutside && { position: oneOf(POSITIONS, dice) }),
      })
    })
    const list = candidates.filter(() => between(1, 5, dice) === 1).map(({ playerId }) => playerId)
    const rate = between(0, 10, dice)
    const filled = DRAFT_BOXES.filter(() => between(1, 10, dice) <= rate)
    expectSame(choosePick(list.toReversed(), candidates, filled), naive(list.toReversed(), candidates, filled))
  })
})
