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

/** What is stored of such a player. */
const stored = (changes: Partial<TeamEntry> = {}) => {
  const { games: _, position: __, playerId: ___, ...whole } = trade(9, changes)
  return whole
}

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
const onWire = (instant: number) => (Number.isNaN(instant) ? 'never' : new Date(instant).toISOString())

const outcome = (before: CorrectionState, asked: CorrectionInput, againstRules = false) => {
  const plan = planCorrection(before, { ...asked, ...(againstRules && { againstRules }) })
  if ('refused' in plan) return plan
  const { scoreBefore, scoreAfter } = plan
  return {
    entries: plan.entries.map(({ playerId, after }) => ({ playerId, after })),
    points: [scoreBefore.points, scoreAfter.points],
    cash: [scoreBefore.cash, scoreAfter.cash],
  }
}
const undo = (playerId: number, tradeAction: 'BUY' | 'SELL', tradedAt: number): CorrectionInput => ({
  kind: 'undo-trade',
  teamId: TEAM,
  tradedAt: onWire(tradedAt),
  trades: [{ playerId, tradeAction }],
})

const satOutSince = (...playerIds: number[]) =>
  playerIds.map((playerId) => entry(playerId, { scratched: [{ from: drafted, until: null }] }))
/** Nineteen dressed since the 15th, and a twentieth who sits out. */
const full = state([
  ...nineteen.slice(1),
  entry(401, { boughtAt: jan(15) }),
  trade(9, { scratched: [{ from: jan(1), until: null }] }),
])
const tooMany = state([...nineteen, ...satOutSince(501, 502, 503, 504)])
const putOn = (asOf: number, changes = {}): CorrectionInput => {
  return { kind: 'roster-on', teamId: TEAM, playerId: 9, asOf: onWire(asOf), price: 0, ...changes }
}
const takeOff = (asOf: number): CorrectionInput => {
  return { kind: 'roster-off', teamId: TEAM, playerId: 9, asOf: onWire(asOf), price: 5 }
}
const priceOf = (tradeAction: 'BUY' | 'SELL', tradedAt: number, price: number): CorrectionInput => {
  return { kind: 'price', teamId: TEAM, playerId: 9, tradeAction, tradedAt: onWire(tradedAt), price }
}
const lineUp = (kind: 'scratch' | 'dress', asOf: number, playerId = 9, againstRules = false): CorrectionInput => {
  return { kind, teamId: TEAM, playerId, asOf: onWire(asOf), againstRules }
}
const cashOf = (amount: number): CorrectionInput => ({ kind: 'cash', teamId: TEAM, amount })

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
      entries: [{ playerId: 9, after: stored({ scratched }) }],
      // Without the 4 points of 15 January.
      points: [0, 600],
      cash: [2000, 1400],
    })
  })

  test('has both halves undone together, though one alone would be one player too many', () => {
    const out = entry(401, { soldAt: sold, soldPrice: 300 })
    const before = state([...nineteen.slice(1), ...satOutSince(501, 502, 503), out, trade(9, { boughtAt: sold })])
    const alone = { refused: 'CORRECTION_ROSTER_FULL', at: sold, figure: 23 }
    expect(outcome(before, undo(401, 'SELL', sold))).toEqual(alone)
    const both: CorrectionInput = {
      kind: 'undo-trade',
      teamId: TEAM,
      tradedAt: onWire(sold),
      trades: [
        { playerId: 401, tradeAction: 'SELL' },
        { playerId: 9, tradeAction: 'BUY' },
      ],
    }
    expect(outcome(before, both)).toMatchObject({ points: [1000, 0], cash: [2000, 2950] })
  })
})

describe('a price', () => {
  test.each([
    [trade(9), 'BUY', bought, [2000, 2250]],
    [trade(9, { soldAt: sold, soldPrice: 600 }), 'SELL', sold, [2000, 2400]],
  ] as const)('is made another one', (one, tradeAction, tradedAt, cash) => {
    expect(outcome(state([one]), priceOf(tradeAction, tradedAt, 10))).toMatchObject({ cash })
  })
})

describe('a roster as of a day', () => {
  test('gets a player, dressed while there has been room since', () => {
    const asked = putOn(jan(4), { price: 12.5 })
    const on = (scratched: TeamEntry['scratched']) => [{ playerId: 9, after: stored({ boughtAt: jan(4), scratched }) }]
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

  test('gets whom another team had until that instant', () => {
    const others = [{ playerId: 9, teamId: 2, boughtAt: jan(1), soldAt: jan(4) }]
    expect(outcome(state([], { others }), putOn(jan(4)))).toMatchObject({ points: [0, 1000] })
  })

  test('loses whom another team has had since its very instant of purchase', () => {
    const held = state([trade(9)], { others: [{ playerId: 9, teamId: 2, boughtAt: jan(7), soldAt: null }] })
    expect(outcome(held, takeOff(jan(7)))).toMatchObject({ points: [1000, 0], cash: [2000, 2500] })
  })

  test('loses a player, and what was done with him later', () => {
    const scratched = [
      { from: jan(1), until: jan(8) },
      { from: jan(12), until: null },
    ]
    expect(outcome(state([trade(9, { scratched })]), takeOff(jan(7)))).toEqual({
      entries: [
        {
          playerId: 9,
          after: stored({ soldAt: jan(7), soldPrice: 500, scratched: [{ from: jan(1), until: null }] }),
        },
      ],
      points: [300, 0],
      cash: [2000, 2500],
    })
    // No one sits out from the very instant at which they are gone.
    const gone = outcome(state([trade(9, { scratched: [{ from: jan(7), until: null }] })]), takeOff(jan(7)))
    expect(gone).toMatchObject({ entries: [{ after: { soldAt: jan(7), scratched: [] } }] })
  })
})

describe('a lineup as of a day', () => {
  const spare = nineteen.slice(2)
  const scratches = (made: ReturnType<typeof outcome>) => 'entries' in made && made.entries[0]?.after?.scratched

  test('has a player scratched until his next change, or for good', () => {
    const made = outcome(state([...spare, trade(9)]), lineUp('scratch', jan(5)))
    expect(scratches(made)).toEqual([{ from: jan(5), until: null }])
    expect(made).toMatchObject({ points: [1000, 300], cash: [2000, 2000] })
    const later = trade(9, { scratched: [{ from: jan(10), until: jan(18) }] })
    const joined = outcome(state([...spare, later]), lineUp('scratch', jan(5)))
    expect(scratches(joined)).toEqual([{ from: jan(5), until: jan(18) }])
    expect(joined).toMatchObject({ points: [600, 300] })
    const twice = [
      { from: jan(2), until: jan(3) },
      { from: jan(10), until: jan(18) },
      { from: jan(19), until: null },
    ]
    const between = outcome(state([...spare, trade(9, { scratched: twice })]), lineUp('scratch', jan(5)))
    expect(scratches(between)).toEqual([twice[0], { from: jan(5), until: jan(18) }, twice[2]])
    // On the team from the very instant of the purchase.
    const never = outcome(state([...spare, trade(9)]), lineUp('scratch', bought))
    expect(scratches(never)).toEqual([{ from: bought, until: null }])
  })

  test('has a player dressed once he had sat out, or against the rules', () => {
    const sitting = state([...spare, trade(9, { scratched: [{ from: jan(1), until: null }] })])
    expect(scratches(outcome(sitting, lineUp('dress', jan(8))))).toEqual([{ from: jan(1), until: jan(8) }])
    expect(outcome(sitting, lineUp('dress', jan(8)))).toMatchObject({ points: [300, 700] })
    const twice = state([
      ...spare,
      trade(9, {
        scratched: [
          { from: jan(1), until: jan(3) },
          { from: jan(5), until: null },
        ],
      }),
    ])
    expect(scratches(outcome(twice, lineUp('dress', jan(12))))).toEqual([
      { from: jan(1), until: jan(3) },
      { from: jan(5), until: jan(12) },
    ])
    // From the very instant of dressing they can be scratched again.
    const back = state([...spare, trade(9, { scratched: [{ from: jan(1), until: jan(8) }] })])
    expect(scratches(outcome(back, lineUp('scratch', jan(8))))).toEqual([
      { from: jan(1), until: jan(8) },
      { from: jan(8), until: null },
    ])
    expect(outcome(sitting, lineUp('dress', jan(3)), true)).toMatchObject({ points: [300, 1000] })
    expect(scratches(outcome(sitting, lineUp('dress', jan(1)), true))).toEqual([])
  })

  test('may break a limit where it is said, or where it was broken before', () => {
    expect(outcome(full, lineUp('dress', jan(10)), true)).toMatchObject({ points: [300, 700] })
    expect(outcome(tooMany, lineUp('scratch', jan(10), 101))).toMatchObject({ cash: [2000, 2000] })
  })

  test('leaves one goalie and four defenders', () => {
    const two = state([...nineteen, entry(302, { position: 'G' })])
    expect(outcome(two, lineUp('scratch', jan(5), 301))).toMatchObject({ cash: [2000, 2000] })
    expect(outcome(state(nineteen), lineUp('scratch', jan(5), 202))).toMatchObject({ cash: [2000, 2000] })
  })
})

describe('what is refused', () => {
  const again = trade(9, { soldAt: sold, soldPrice: 600 })
  const withOther = (boughtAt: number, soldAt: number | null, entries: TeamEntry[] = []) =>
    state(entries, { others: [{ playerId: 9, teamId: 2, boughtAt, soldAt }] })
  const satOut = (...scratched: TeamEntry['scratched']) => state([...nineteen.slice(2), trade(9, { scratched })])
  const noTrade = { playerId: 9 }

  test.each<[string, CorrectionState, CorrectionInput, string, object]>([
    [
      'a purchase of a player sold since',
      state([again]),
      undo(9, 'BUY', bought),
      'BUILT_ON',
      { playerId: 9, at: sold },
    ],
    [
      'a sale of a player bought by another team since',
      withOther(jan(12), null, [again]),
      undo(9, 'SELL', sold),
      'TAKEN',
      { playerId: 9, teamId: 2, at: jan(12) },
    ],
    ['a sale whose price is spent', state([again], { cash: 599 }), undo(9, 'SELL', sold), 'CASH', { figure: -1 }],
    ['a trade of another time', state([trade(9)]), undo(9, 'BUY', sold), 'NO_TRADE', noTrade],
    ['a sale of a player not sold', state([trade(9)]), undo(9, 'SELL', sold), 'NO_TRADE', noTrade],
    ['a trade of a player not there', state([trade(9)]), undo(8, 'BUY', bought), 'NO_TRADE', { playerId: 8 }],
    ['a pick as a purchase', state([entry(101)]), undo(101, 'BUY', drafted), 'NO_TRADE', { playerId: 101 }],
    ['the price that it was', state([trade(9)]), priceOf('BUY', bought, 12.5), 'EMPTY', {}],
    ['a price of another time', state([trade(9)]), priceOf('BUY', sold, 1), 'NO_TRADE', noTrade],
    ['a price of another action', state([trade(9)]), priceOf('SELL', bought, 1), 'NO_TRADE', noTrade],
    ['a price of no one', state([]), priceOf('BUY', bought, 1), 'NO_TRADE', noTrade],
    ['a player on before the season', state([]), putOn(from - 1), 'DATE', { at: from, until: now + 1 }],
    ['a player on after now', state([]), putOn(now + 1), 'DATE', { at: from, until: now + 1 }],
    ['a player on at no time', state([]), putOn(Number.NaN), 'DATE', { at: from, until: now + 1 }],
    ['a player on twice', state(nineteen), putOn(jan(4), { playerId: 102 }), 'TWICE', { playerId: 102 }],
    ['no player', state([]), putOn(jan(4), { playerId: 77 }), 'PLAYER_NOT_FOUND', {}],
    ['a player for too much', state([]), putOn(jan(4), { price: 20.01 }), 'CASH', { figure: -1 }],
    [
      'whom another team had in that time',
      withOther(jan(1), jan(4) + 1),
      putOn(jan(4)),
      'TAKEN',
      { playerId: 9, teamId: 2, at: jan(1), until: jan(4) + 1 },
    ],
    [
      'whom another team has had, off later than that',
      withOther(jan(7), null, [trade(9)]),
      takeOff(jan(7) + 1),
      'TAKEN',
      { playerId: 9, teamId: 2, at: jan(7) },
    ],
    ['a player off before the purchase', state([trade(9)]), takeOff(bought - 1), 'DATE', { playerId: 9, at: bought }],
    [
      'a player off after the season',
      state([trade(9)], { until: jan(7) }),
      takeOff(jan(7)),
      'DATE',
      { at: from, until: jan(7) },
    ],
    ['a sold player off', state([again]), takeOff(jan(7)), 'PLAYER_ALREADY_SOLD', {}],
    ['scratched before the purchase', satOut(), lineUp('scratch', bought - 1), 'DATE', { playerId: 9, at: bought }],
    [
      'dressed before seven days out',
      satOut({ from: jan(1), until: null }),
      lineUp('dress', jan(8) - 1),
      'SAT_OUT',
      { playerId: 9, at: jan(8) },
    ],
    [
      'dressed before seven days of the second time out',
      satOut({ from: jan(1), until: jan(3) }, { from: jan(5), until: null }),
      lineUp('dress', jan(11)),
      'SAT_OUT',
      { playerId: 9, at: jan(12) },
    ],
    [
      'dressed as the second time out begins',
      satOut({ from: jan(1), until: jan(8) }, { from: jan(8), until: null }),
      lineUp('dress', jan(8)),
      'SAT_OUT',
      { playerId: 9, at: jan(15) },
    ],
    [
      'dressed already',
      state([trade(9)]),
      lineUp('dress', jan(5)),
      'LINED_UP',
      { ...noTrade, at: jan(5), lineup: 'dressed' },
    ],
    ['scratched, and not there', state([]), lineUp('scratch', jan(5)), 'ROSTER_ENTRY_NOT_FOUND', {}],
    ['scratched, and sold', state([again]), lineUp('scratch', jan(5)), 'PLAYER_ALREADY_SOLD', {}],
    ['the twentieth dressed later', full, lineUp('dress', jan(10)), 'DRESSED', { at: jan(15), figure: 20 }],
    ['the last goalie', state(nineteen), lineUp('scratch', jan(5), 301), 'GOALIES', { at: jan(5), figure: 0 }],
    [
      'the fourth defender',
      state(nineteen.filter(({ playerId }) => playerId !== 201)),
      lineUp('scratch', jan(5), 202),
      'DEFENDERS',
      { at: jan(5), figure: 3 },
    ],
    ['one more on a roster too large', tooMany, putOn(jan(10)), 'ROSTER_FULL', { at: jan(10), figure: 24 }],
    [
      'one too many at this very instant',
      state([...nineteen, ...satOutSince(501, 502, 503)]),
      putOn(now),
      'ROSTER_FULL',
      { at: now, figure: 23 },
    ],
  ])('%s', (_, before, asked, code, facts) => {
    const refused = /PLAYER|ENTRY/.test(code) ? code : `CORRECTION_${code}`
    expect(outcome(before, asked)).toEqual({ refused, ...facts })
  })
})

test.each([
  [5, { points: [0, 0], cash: [2000, 2500], entries: [] }],
  [-20, { points: [0, 0], cash: [2000, 0], entries: [] }],
  [-20.01, { refused: 'CORRECTION_CASH', figure: -1 }],
  [0, { refused: 'CORRECTION_EMPTY' }],
])('cash is corrected by %s', (amount, expected) => {
  expect(outcome(state([]), cashOf(amount))).toEqual(expected)
})

test.each([
  [undo(9, 'BUY', bought), [9], { kind: 'undo-trade', asOf: bought, undoes: null }],
  [lineUp('scratch', jan(5)), [9], { kind: 'scratch', asOf: jan(5), undoes: null }],
  [cashOf(0.01), [], { kind: 'cash', asOf: null, undoes: null }],
])('a plan names its kind, team and time: %j', (input, playerIds, expected) => {
  const before = state([...nineteen.slice(2), trade(9)])
  expect(subjectOf(input, [])).toEqual({ teamId: TEAM, playerIds })
  expect(planCorrection(before, input)).toMatchObject({ teamId: TEAM, againstRules: false, ...expected })
})

test('a plan is against the rules of the lineup only where it breaks one', () => {
  const scratch = (playerId: number) => planCorrection(state(nineteen), lineUp('scratch', jan(5), playerId, true))
  expect(scratch(301)).toMatchObject({ againstRules: true })
  expect(scratch(101)).toMatchObject({ againstRules: false })
})

describe('a correction that is undone', () => {
  const undone = (before: CorrectionState, plan: CorrectionPlan, isUndone = false) => {
    const made = [{ ...plan, nr: 1 }, ...(isUndone ? [{ ...plan, nr: 2, undoes: 1 }] : [])]
    return outcome({ ...before, made }, { kind: 'undo', nr: 1 })
  }
  const made = (before: CorrectionState, asked: CorrectionInput) => {
    const plan = planCorrection(before, asked)
    if ('refused' in plan) throw new Error(plan.refused)
    return plan
  }

  test('leaves what was before', () => {
    const before = [trade(9)]
    const taken = made(state(before), undo(9, 'BUY', bought))
    expect(undone(state([], { cash: 3250 }), taken)).toEqual({
      entries: [{ playerId: 9, after: stored() }],
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
    const dressed = made(state([...nineteen.slice(2), trade(9)]), lineUp('scratch', jan(5)))
    const changed = trade(9, { scratched: [{ from: jan(5), until: jan(15) }] })
    expect(undone(state([changed]), dressed)).toMatchObject({ refused: 'CORRECTION_BUILT_ON' })
  })

  test('is refused once he has moved on, and a second time', () => {
    const on = made(state([]), putOn(jan(4), { price: 1 }))
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
