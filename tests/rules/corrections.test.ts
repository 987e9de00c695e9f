import { describe, expect, test } from 'vitest'
import type { CorrectionInput } from '#contract/corrections'
import { type CorrectionPlan, type CorrectionState, checkReason, planCorrection, subjectOf } from '#rules/corrections'
import type { TeamEntry } from '#rules/roster-history'
import { at, drafted, league } from '../support/season.ts'

const TEAM = 1
const now = at('2027-01-20T12:00-05:00')
const from = at('2026-10-06T00:00-04:00')
const bought = at('2026-12-01T18:30-05:00')
const sold = at('2027-01-10T18:30-05:00')
const jan = (day: number) => at(`2027-01-${String(day).padStart(2, '0')}T00:00-05:00`)

/** Ten points in all: 1 in October, 2 in December, 3 on 5 January and 4 on 15 January. */
const games = [
  { startsAt: at('2026-10-10T19:00-04:00'), points: 1 },
  { startsAt: at('2026-12-10T19:00-05:00'), points: 2 },
  { startsAt: at('2027-01-05T19:00-05:00'), points: 3 },
  { startsAt: at('2027-01-15T19:00-05:00'), points: 4 },
]

const entry = (playerId: number, changes: Partial<TeamEntry> = {}): TeamEntry => ({
  playerId,
  position: 'C',
  games: [],
  acquired: 'draft',
  draftBox: null,
  boughtAt: drafted,
  boughtPrice: 0,
  soldAt: null,
  soldPrice: null,
  scratched: [],
  ...changes,
})
const trade = (playerId: number, changes: Partial<TeamEntry> = {}) =>
  entry(playerId, { acquired: 'trade', boughtAt: bought, boughtPrice: 1250, games, ...changes })

/** 13 forwards, 5 defenders and a goalie, all dressed. */
const nineteen = [
  ...Array.from({ length: 13 }, (_, index) => entry(101 + index)),
  ...Array.from({ length: 5 }, (_, index) => entry(201 + index, { position: 'LD' })),
  entry(301, { position: 'G' }),
]

const state = (entries: readonly TeamEntry[], changes: Partial<CorrectionState> = {}): CorrectionState => ({
  teamId: TEAM,
  cash: 2000,
  entries,
  players: [...entries, { playerId: 9, position: 'C', games }],
  others: [],
  made: [],
  from,
  until: now + 1,
  now,
  league,
  ...changes,
})
type InNumbers<Kind> = { [Key in keyof Kind]: Key extends 'asOf' | 'tradedAt' ? number : Kind[Key] }
/** The input with instants and cents. */
type Wanted = CorrectionInput extends infer Kind
  ? Kind extends CorrectionInput
    ? InNumbers<Omit<Kind, 'teamId'>>
    : never
  : never

const onWire = (instant: number) => (Number.isNaN(instant) ? 'never' : new Date(instant).toISOString())
function inputOf(wanted: Wanted): CorrectionInput {
  const own = { ...wanted, teamId: TEAM }
  switch (own.kind) {
    case 'undo-trade':
      return { ...own, tradedAt: onWire(own.tradedAt) }
    case 'price':
      return { ...own, tradedAt: onWire(own.tradedAt), price: own.price / 100 }
    case 'roster-on':
    case 'roster-off':
      return { ...own, asOf: onWire(own.asOf), price: own.price / 100 }
    case 'scratch':
    case 'dress':
      return { ...own, asOf: onWire(own.asOf) }
    case 'cash':
      return { ...own, amount: own.amount / 100 }
    case 'undo':
      return own
  }
}

const outcome = (before: CorrectionState, asked: Wanted, againstRules = false) => {
  const plan = planCorrection(before, { ...inputOf(asked), ...(againstRules && { againstRules }) })
  if ('refused' in plan) return plan
  const { scoreBefore, scoreAfter } = plan
  return {
    entries: plan.entries.map(({ playerId, after }) => ({ playerId, after })),
    points: [scoreBefore.points, scoreAfter.points],
    cash: [scoreBefore.cash, scoreAfter.cash],
  }
}
const undo = (playerId: number, tradeAction: 'BUY' | 'SELL', tradedAt: number): Wanted => ({
  kind: 'undo-trade',
  tradedAt,
  trades: [{ playerId, tradeAction }],
})

describe('a trade that is undone', () => {
  test('gives the price of a purchase back and takes the points', () => {
    expect(outcome(state([trade(9)]), undo(9, 'BUY', bought))).toEqual({
      entries: [{ playerId: 9, after: null }],
      points: [1000, 0],
      cash: [2000, 3250],
    })
  })

  test('has a sold player back as he was, scratched since before the sale', () => {
    const scratched = [{ from: jan(8), until: null }]
    const gone = trade(9, { soldAt: sold, soldPrice: 600, scratched })
    expect(outcome(state([gone]), undo(9, 'SELL', sold))).toEqual({
      entries: [
        {
          playerId: 9,
          after: {
            acquired: 'trade',
            draftBox: null,
            boughtAt: bought,
            boughtPrice: 1250,
            soldAt: null,
            soldPrice: null,
            scratched,
          },
        },
      ],
      // Without the 4 points of 15 January.
      points: [0, 600],
      cash: [2000, 1400],
    })
  })

  test('has both halves undone together, though one alone would be one player too many', () => {
    const out = entry(401, { soldAt: sold, soldPrice: 300 })
    const full = Array.from({ length: 3 }, (_, index) =>
      entry(501 + index, { scratched: [{ from: drafted, until: null }] }),
    )
    const before = state([...nineteen.slice(1), ...full, out, trade(9, { boughtAt: sold })])
    expect(outcome(before, undo(401, 'SELL', sold))).toEqual({
      refused: 'CORRECTION_ROSTER_FULL',
      at: sold,
      figure: 23,
    })
    const both: Wanted = {
      kind: 'undo-trade',
      tradedAt: sold,
      trades: [
        { playerId: 401, tradeAction: 'SELL' },
        { playerId: 9, tradeAction: 'BUY' },
      ],
    }
    expect(outcome(before, both)).toMatchObject({ points: [1000, 0], cash: [2000, 2950] })
  })

  test('is refused once something was built on it, and says what', () => {
    const again = trade(9, { soldAt: sold, soldPrice: 600 })
    expect(outcome(state([again]), undo(9, 'BUY', bought))).toEqual({
      refused: 'CORRECTION_BUILT_ON',
      playerId: 9,
      at: sold,
    })
    const others = [{ playerId: 9, teamId: 2, boughtAt: jan(12), soldAt: null }]
    expect(outcome(state([again], { others }), undo(9, 'SELL', sold))).toEqual({
      refused: 'CORRECTION_TAKEN',
      playerId: 9,
      teamId: 2,
      at: jan(12),
    })
    expect(outcome(state([again], { cash: 599 }), undo(9, 'SELL', sold))).toEqual({
      refused: 'CORRECTION_CASH',
      figure: -1,
    })
  })

  test.each([
    [9, 'BUY', sold],
    [9, 'SELL', sold],
    [8, 'BUY', bought],
    [101, 'BUY', drafted],
  ] as const)('is refused where there is none: %s %s at %s', (playerId, action, when) => {
    expect(outcome(state([trade(9), entry(101)]), undo(playerId, action, when))).toMatchObject({
      refused: 'CORRECTION_NO_TRADE',
    })
  })
})

describe('a price', () => {
  test.each([
    [trade(9), 'BUY', bought, [2000, 2250]],
    [trade(9, { soldAt: sold, soldPrice: 600 }), 'SELL', sold, [2000, 2400]],
  ] as const)('is made another one', (one, tradeAction, tradedAt, cash) => {
    expect(outcome(state([one]), { kind: 'price', playerId: 9, tradeAction, tradedAt, price: 1000 })).toMatchObject({
      cash,
    })
  })

  test('that it has already changes nothing', () => {
    const asked: Wanted = { kind: 'price', playerId: 9, tradeAction: 'BUY', tradedAt: bought, price: 1250 }
    expect(outcome(state([trade(9)]), asked)).toEqual({ refused: 'CORRECTION_EMPTY' })
  })
})

describe('a roster as of a day', () => {
  test('gets a player, dressed while there has been room since', () => {
    const asked: Wanted = { kind: 'roster-on', playerId: 9, asOf: jan(4), price: 1250 }
    const on = (scratched: object[]) => [
      {
        playerId: 9,
        after: {
          acquired: 'trade',
          draftBox: null,
          boughtAt: jan(4),
          boughtPrice: 1250,
          soldAt: null,
          soldPrice: null,
          scratched,
        },
      },
    ]
    expect(outcome(state(nineteen.slice(1)), asked)).toEqual({ entries: on([]), points: [0, 1000], cash: [2000, 750] })
    // Scratched, the 3 and 4 points of January do not count.
    const late = entry(401, { boughtAt: jan(18) })
    for (const full of [nineteen, [...nineteen.slice(1), late]]) {
      expect(outcome(state(full), asked)).toEqual({
        entries: on([{ from: jan(4), until: null }]),
        points: [0, 300],
        cash: [2000, 750],
      })
    }
  })

  test.each([
    [{ playerId: 9, asOf: from - 1 }, 'CORRECTION_DATE'],
    [{ playerId: 9, asOf: now + 1 }, 'CORRECTION_DATE'],
    [{ playerId: 9, asOf: Number.NaN }, 'CORRECTION_DATE'],
    [{ playerId: 102, asOf: jan(4) }, 'CORRECTION_TWICE'],
    [{ playerId: 77, asOf: jan(4) }, 'PLAYER_NOT_FOUND'],
    [{ playerId: 9, asOf: jan(4), price: 2001 }, 'CORRECTION_CASH'],
  ])('does not get %s: %s', (asked, refused) => {
    expect(outcome(state(nineteen.slice(1)), { kind: 'roster-on', price: 0, ...asked })).toMatchObject({ refused })
  })

  test('does not get whom another team had in that time', () => {
    const asked: Wanted = { kind: 'roster-on', playerId: 9, asOf: jan(4), price: 0 }
    const held = (soldAt: number) => [{ playerId: 9, teamId: 2, boughtAt: jan(1), soldAt }]
    expect(outcome(state([], { others: held(jan(4) + 1) }), asked)).toEqual({
      refused: 'CORRECTION_TAKEN',
      playerId: 9,
      teamId: 2,
      at: jan(1),
      until: jan(4) + 1,
    })
    expect(outcome(state([], { others: held(jan(4)) }), asked)).toMatchObject({ points: [0, 1000] })
  })

  test('loses whom another team has had since: from the very instant of its purchase, not later', () => {
    const off: Wanted = { kind: 'roster-off', playerId: 9, asOf: jan(7), price: 500 }
    const held = state([trade(9)], { others: [{ playerId: 9, teamId: 2, boughtAt: jan(7), soldAt: null }] })
    expect(outcome(held, off)).toMatchObject({ points: [1000, 0], cash: [2000, 2500] })
    expect(outcome(held, { ...off, asOf: jan(7) + 1 })).toEqual({
      refused: 'CORRECTION_TAKEN',
      playerId: 9,
      teamId: 2,
      at: jan(7),
    })
  })

  test('loses a player, and what was done with him later', () => {
    const scratched = [
      { from: jan(1), until: jan(8) },
      { from: jan(12), until: null },
    ]
    const asked: Wanted = { kind: 'roster-off', playerId: 9, asOf: jan(7), price: 500 }
    expect(outcome(state([trade(9, { scratched })]), asked)).toEqual({
      entries: [
        {
          playerId: 9,
          after: {
            acquired: 'trade',
            draftBox: null,
            boughtAt: bought,
            boughtPrice: 1250,
            soldAt: jan(7),
            soldPrice: 500,
            scratched: [{ from: jan(1), until: null }],
          },
        },
      ],
      points: [300, 0],
      cash: [2000, 2500],
    })
    // No one sits out from the very instant at which they are gone.
    const gone = outcome(state([trade(9, { scratched: [{ from: asked.asOf, until: null }] })]), asked)
    expect(gone).toMatchObject({ entries: [{ after: { soldAt: asked.asOf, scratched: [] } }] })
    expect(outcome(state([trade(9)]), { ...asked, asOf: bought - 1 })).toMatchObject({ refused: 'CORRECTION_DATE' })
    // The season is over from that instant on.
    expect(outcome(state([trade(9)], { until: asked.asOf }), asked)).toMatchObject({ refused: 'CORRECTION_DATE' })
    expect(outcome(state([trade(9, { soldAt: sold, soldPrice: 0 })]), asked)).toEqual({
      refused: 'PLAYER_ALREADY_SOLD',
    })
  })
})

test('the price of a trade that was not made at that time is refused', () => {
  const price: Wanted = { kind: 'price', playerId: 9, tradeAction: 'BUY', tradedAt: bought, price: 100 }
  const refused = { refused: 'CORRECTION_NO_TRADE', playerId: 9 }
  expect(outcome(state([trade(9)]), { ...price, tradedAt: sold })).toEqual(refused)
  expect(outcome(state([trade(9)]), { ...price, tradeAction: 'SELL' })).toEqual(refused)
  expect(outcome(state([]), price)).toEqual(refused)
})

describe('a lineup as of a day', () => {
  const spare = nineteen.slice(2)
  const asked = (kind: 'scratch' | 'dress', asOf: number): Wanted => ({ kind, playerId: 9, asOf })
  const scratches = (made: ReturnType<typeof outcome>) => 'entries' in made && made.entries[0]?.after?.scratched

  test('has a player scratched until his next change, or for good', () => {
    const made = outcome(state([...spare, trade(9)]), asked('scratch', jan(5)))
    expect(scratches(made)).toEqual([{ from: jan(5), until: null }])
    expect(made).toMatchObject({ points: [1000, 300], cash: [2000, 2000] })
    const later = trade(9, { scratched: [{ from: jan(10), until: jan(18) }] })
    const joined = outcome(state([...spare, later]), asked('scratch', jan(5)))
    expect(scratches(joined)).toEqual([{ from: jan(5), until: jan(18) }])
    expect(joined).toMatchObject({ points: [600, 300] })
    const twice = [
      { from: jan(2), until: jan(3) },
      { from: jan(10), until: jan(18) },
      { from: jan(19), until: null },
    ]
    const between = outcome(state([...spare, trade(9, { scratched: twice })]), asked('scratch', jan(5)))
    expect(scratches(between)).toEqual([twice[0], { from: jan(5), until: jan(18) }, twice[2]])
    // On the team from the very instant of the purchase.
    const never = outcome(state([...spare, trade(9)]), asked('scratch', bought))
    expect(scratches(never)).toEqual([{ from: bought, until: null }])
    expect(outcome(state([...spare, trade(9)]), asked('scratch', bought - 1))).toEqual({
      refused: 'CORRECTION_DATE',
      playerId: 9,
      at: bought,
    })
  })

  test('has a player dressed once he had sat out, or against the rules', () => {
    const sitting = state([...spare, trade(9, { scratched: [{ from: jan(1), until: null }] })])
    expect(scratches(outcome(sitting, asked('dress', jan(8))))).toEqual([{ from: jan(1), until: jan(8) }])
    expect(outcome(sitting, asked('dress', jan(8)))).toMatchObject({ points: [300, 700] })
    expect(outcome(sitting, asked('dress', jan(8) - 1))).toEqual({
      refused: 'CORRECTION_SAT_OUT',
      playerId: 9,
      at: jan(8),
    })
    const twice = state([
      ...spare,
      trade(9, {
        scratched: [
          { from: jan(1), until: jan(3) },
          { from: jan(5), until: null },
        ],
      }),
    ])
    expect(outcome(twice, asked('dress', jan(11)))).toEqual({ refused: 'CORRECTION_SAT_OUT', playerId: 9, at: jan(12) })
    expect(scratches(outcome(twice, asked('dress', jan(12))))).toEqual([
      { from: jan(1), until: jan(3) },
      { from: jan(5), until: jan(12) },
    ])
    // From the very instant of dressing they can be scratched again.
    const back = state([...spare, trade(9, { scratched: [{ from: jan(1), until: jan(8) }] })])
    expect(scratches(outcome(back, asked('scratch', jan(8))))).toEqual([
      { from: jan(1), until: jan(8) },
      { from: jan(8), until: null },
    ])
    // Then the seven days count from the second time out.
    const again = [
      { from: jan(1), until: jan(8) },
      { from: jan(8), until: null },
    ]
    expect(outcome(state([...spare, trade(9, { scratched: again })]), asked('dress', jan(8)))).toEqual({
      refused: 'CORRECTION_SAT_OUT',
      playerId: 9,
      at: jan(15),
    })
    expect(outcome(sitting, asked('dress', jan(3)), true)).toMatchObject({ points: [300, 1000] })
    expect(scratches(outcome(sitting, asked('dress', jan(1)), true))).toEqual([])
  })

  test('may break no limit at any time since, unless it is said', () => {
    const sitting = trade(9, { scratched: [{ from: jan(1), until: null }] })
    const full = state([...nineteen.slice(1), entry(401, { boughtAt: jan(15) }), sitting])
    expect(outcome(full, asked('dress', jan(10)))).toEqual({ refused: 'CORRECTION_DRESSED', at: jan(15), figure: 20 })
    expect(outcome(full, asked('dress', jan(10)), true)).toMatchObject({ points: [300, 700] })
    const goalie: Wanted = { kind: 'scratch', playerId: 301, asOf: jan(5) }
    expect(outcome(state(nineteen), goalie)).toEqual({ refused: 'CORRECTION_GOALIES', at: jan(5), figure: 0 })
    // One goalie is enough, and so are four defenders.
    expect(outcome(state([...nineteen, entry(302, { position: 'G' })]), goalie)).toMatchObject({ cash: [2000, 2000] })
    const four = nineteen.filter(({ playerId }) => playerId !== 201)
    expect(outcome(state(four), { ...goalie, playerId: 202 })).toEqual({
      refused: 'CORRECTION_DEFENDERS',
      at: jan(5),
      figure: 3,
    })
    expect(outcome(state(nineteen), { ...goalie, playerId: 202 })).toMatchObject({ cash: [2000, 2000] })
  })

  test('may leave a limit as it is that was broken before', () => {
    const scratched = [{ from: drafted, until: null }]
    const tooMany = state([...nineteen, ...[501, 502, 503, 504].map((id) => entry(id, { scratched }))])
    expect(outcome(tooMany, { kind: 'scratch', playerId: 101, asOf: jan(10) })).toMatchObject({ cash: [2000, 2000] })
    expect(outcome(tooMany, { kind: 'roster-on', playerId: 9, asOf: jan(10), price: 0 })).toEqual({
      refused: 'CORRECTION_ROSTER_FULL',
      at: jan(10),
      figure: 24,
    })
  })

  test('may break none at this very instant, either', () => {
    const scratched = [{ from: drafted, until: null }]
    const full = state([...nineteen, ...[501, 502, 503].map((id) => entry(id, { scratched }))])
    expect(outcome(full, { kind: 'roster-on', playerId: 9, asOf: now, price: 0 })).toEqual({
      refused: 'CORRECTION_ROSTER_FULL',
      at: now,
      figure: 23,
    })
  })

  test('that is so already, or of somebody who is not there, is refused', () => {
    expect(outcome(state([trade(9)]), asked('dress', jan(5)))).toEqual({
      refused: 'CORRECTION_LINED_UP',
      playerId: 9,
      at: jan(5),
      lineup: 'dressed',
    })
    expect(outcome(state([]), asked('scratch', jan(5)))).toEqual({ refused: 'ROSTER_ENTRY_NOT_FOUND' })
    expect(outcome(state([trade(9, { soldAt: sold, soldPrice: 0 })]), asked('scratch', jan(5)))).toEqual({
      refused: 'PLAYER_ALREADY_SOLD',
    })
  })
})

test.each([
  [500, { points: [0, 0], cash: [2000, 2500], entries: [] }],
  [-2000, { points: [0, 0], cash: [2000, 0], entries: [] }],
  [-2001, { refused: 'CORRECTION_CASH', figure: -1 }],
  [0, { refused: 'CORRECTION_EMPTY' }],
])('cash is corrected by %s cents', (amount, expected) => {
  expect(outcome(state([]), { kind: 'cash', amount })).toEqual(expected)
})

test.each([
  [inputOf(undo(9, 'BUY', bought)), [9], { kind: 'undo-trade', asOf: bought, undoes: null }],
  [inputOf({ kind: 'scratch', playerId: 9, asOf: jan(5) }), [9], { kind: 'scratch', asOf: jan(5), undoes: null }],
  [inputOf({ kind: 'cash', amount: 1 }), [], { kind: 'cash', asOf: null, undoes: null }],
])('a plan names its kind, team and time: %j', (input, playerIds, expected) => {
  const before = state([...nineteen.slice(2), trade(9)])
  expect(subjectOf(input, [])).toEqual({ teamId: TEAM, playerIds })
  expect(planCorrection(before, input)).toMatchObject({ teamId: TEAM, againstRules: false, ...expected })
})

test('a plan is against the rules of the lineup only where it breaks one', () => {
  const scratch = (playerId: number) =>
    planCorrection(state(nineteen), inputOf({ kind: 'scratch', playerId, asOf: jan(5), againstRules: true }))
  expect(scratch(301)).toMatchObject({ againstRules: true })
  expect(scratch(101)).toMatchObject({ againstRules: false })
})

describe('a correction that is undone', () => {
  const undone = (before: CorrectionState, plan: CorrectionPlan, isUndone = false) => {
    const made = [{ ...plan, nr: 1 }, ...(isUndone ? [{ ...plan, nr: 2, undoes: 1 }] : [])]
    return outcome({ ...before, made }, { kind: 'undo', nr: 1 })
  }
  const made = (before: CorrectionState, asked: Wanted) => {
    const plan = planCorrection(before, inputOf(asked))
    if ('refused' in plan) throw new Error(plan.refused)
    return plan
  }

  test('leaves what was before', () => {
    const before = [trade(9)]
    const taken = made(state(before), undo(9, 'BUY', bought))
    const { games: _, position: __, playerId: ___, ...whole } = before[0] ?? trade(9)
    expect(undone(state([], { cash: 3250 }), taken)).toEqual({
      entries: [{ playerId: 9, after: whole }],
      points: [0, 1000],
      cash: [3250, 2000],
    })
  })

  test('leaves what the member has done with the lineup since, unless that is what it was about', () => {
    const back = made(state([trade(9, { soldAt: sold, soldPrice: 600 })]), undo(9, 'SELL', sold))
    const scratched = [{ from: jan(12), until: null }]
    const since = state([trade(9, { scratched })], { cash: 1400 })
    expect(undone(since, back)).toMatchObject({
      entries: [{ after: { soldAt: sold, soldPrice: 600, scratched } }],
      cash: [1400, 2000],
    })
    const dressed = made(state([...nineteen.slice(2), trade(9)]), { kind: 'scratch', playerId: 9, asOf: jan(5) })
    const changed = trade(9, { scratched: [{ from: jan(5), until: jan(15) }] })
    expect(undone(state([changed]), dressed)).toMatchObject({ refused: 'CORRECTION_BUILT_ON' })
  })

  test('is refused once he has moved on, and a second time', () => {
    const on = made(state([]), { kind: 'roster-on', playerId: 9, asOf: jan(4), price: 100 })
    const put = trade(9, { boughtAt: jan(4), boughtPrice: 100 })
    expect(undone(state([put]), on)).toMatchObject({ points: [1000, 0], cash: [2000, 2100] })
    expect(undone(state([{ ...put, soldAt: sold, soldPrice: 5 }]), on)).toEqual({
      refused: 'CORRECTION_BUILT_ON',
      playerId: 9,
      at: sold,
    })
    expect(undone(state([put]), on, true)).toEqual({ refused: 'CORRECTION_UNDONE' })
    expect(outcome(state([put]), { kind: 'undo', nr: 1 })).toEqual({ refused: 'CORRECTION_UNKNOWN' })
  })

  test('is about the team and the players of the one that it undoes', () => {
    const plan = made(state([trade(9)]), undo(9, 'BUY', bought))
    const undoing: CorrectionInput = { kind: 'undo', nr: 1 }
    expect(subjectOf(undoing, [{ ...plan, nr: 1 }])).toEqual({ teamId: TEAM, playerIds: [9] })
    expect(subjectOf(undoing, [])).toEqual({ refused: 'CORRECTION_UNKNOWN' })
  })
})

test.each([
  ['a sentence', 'The price was mistyped.', { reason: 'The price was mistyped.' }],
  ['one character', '?', { reason: '?' }],
  ['white space around it', ' Mistyped\n', { reason: 'Mistyped' }],
  ['a letter in two parts', 'e\u0301t\u00e9', { reason: '\u00e9t\u00e9' }],
  ['nothing', '', { refused: 'REASON_INVALID' }],
  ['white space alone', ' \n', { refused: 'REASON_INVALID' }],
  ['200 characters', 'x'.repeat(200), { reason: 'x'.repeat(200) }],
  ['201 characters', 'x'.repeat(201), { refused: 'REASON_INVALID' }],
  ['what cannot be displayed', 'a\u202eb', { refused: 'CHARACTER_REFUSED' }],
  ['200 flags', '🇨🇦'.repeat(200), { reason: '🇨🇦'.repeat(200) }],
  ['a letter under four accents', `x${'\u0301'.repeat(4)}`, { refused: 'CHARACTER_REFUSED' }],
  ['nothing to be seen', '\u200b', { refused: 'CHARACTER_REFUSED' }],
])('the reason of a correction: %s', (_, text, expected) => {
  expect(checkReason(text)).toEqual(expected)
})
