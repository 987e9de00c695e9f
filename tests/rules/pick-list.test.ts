import { expect, test } from 'vitest'
import { type DraftBoxName, OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import { choosePick, type ListCandidate } from '#rules/pick-list'
import type { Dice } from '#rules/pick-sequence'
import { POSITIONS, type Position } from '#rules/positions'
import { between, expectSame, forSeeds, oneOf, SLOW } from '../support/random.ts'

/** A forward in the centre where the box does not say otherwise. */
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

test.each<[Position, DraftBoxName[], DraftBoxName]>([
  ['LW', [], '1.OUT'],
  ['LW', ['1.OUT'], '2.OUT'],
  ['LW', ['1.OUT', '2.OUT'], '4.LW'],
  ['RD', ['1.OUT', '2.OUT', '3.LD'], '3.RD'],
  ['G', ['1.OUT', '2.OUT'], '1.G'],
])('an outside %s of a list, with %j filled, goes into %s', (position, filled, boxName) => {
  const outside = player(1, null, 60, { position })
  expect(choosePick([1], [outside], filled)).toEqual({ playerId: 1, boxName, by: 'list' })
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

test('a list picks the same as a naive second implementation, on random boards', SLOW, () => {
  const boxes = DRAFT_BOXES.filter((name) => !name.endsWith('OUT'))
  const compare = (dice: Dice) => {
    const candidates = Array.from({ length: between(0, 40, dice) }, (_, index) => {
      const isOutside = between(1, 4, dice) === 1
      return player(index + 1, isOutside ? null : oneOf(boxes, dice), between(0, 6, dice), {
        isDrafted: between(1, 3, dice) === 1,
        ...(isOutside && { position: oneOf(POSITIONS, dice) }),
      })
    })
    const listed = oneOf([0, 0, 1, 3], dice)
    const some = candidates.filter(() => between(1, 9, dice) <= listed).map(({ playerId }) => playerId)
    // The first is unknown.
    const list = [99, ...some.toReversed()]
    const rate = between(0, 10, dice)
    const filled = DRAFT_BOXES.filter(() => between(1, 10, dice) <= rate)
    expectSame(choosePick(list, candidates.toReversed(), filled), naive(list, candidates, filled))
  }
  forSeeds((dice) => {
    for (let board = 0; board < 100; board += 1) compare(dice)
  })
})
