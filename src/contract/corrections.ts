import { type Static, Type } from 'typebox'
import { call, Id, Instant, InstantInput, Money, maybe, PlayerRef, TeamParams, TeamRef } from './call.ts'
import { CorrectionMark, TradeAction } from './trading.ts'

// Beyond the specification: the admins' corrections, for all members to see. Announced as `corrections`; to make one,
// as `office`.

export const REASON_MAX = 200

const AgainstRules = Type.Optional(
  Type.Boolean({ description: 'Against the rules of the lineup; roster size, cash and owners hold in any case.' }),
)
const Price = Type.Number({ minimum: 0, maximum: 1_000_000 })
const OfTrade = { playerId: Id, tradeAction: TradeAction }

/** The correction to make. Days are sent as their first instant. */
export const CorrectionInput = Type.Union([
  Type.Object({
    kind: Type.Literal('undo-trade'),
    teamId: Id,
    tradedAt: InstantInput,
    trades: Type.Array(Type.Object(OfTrade), { minItems: 1, maxItems: 50 }),
    againstRules: AgainstRules,
  }),
  Type.Object({ kind: Type.Literal('price'), teamId: Id, tradedAt: InstantInput, ...OfTrade, price: Price }),
  Type.Object({
    kind: Type.Union([Type.Literal('roster-on'), Type.Literal('roster-off')]),
    teamId: Id,
    playerId: Id,
    asOf: InstantInput,
    price: Price,
    againstRules: AgainstRules,
  }),
  Type.Object({
    kind: Type.Union([Type.Literal('scratch'), Type.Literal('dress')]),
    teamId: Id,
    playerId: Id,
    asOf: InstantInput,
    againstRules: AgainstRules,
  }),
  Type.Object({
    kind: Type.Literal('cash'),
    teamId: Id,
    amount: Type.Number({ minimum: -1_000_000, maximum: 1_000_000, description: 'What is added, or taken away.' }),
  }),
  Type.Object({ kind: Type.Literal('undo'), nr: Type.Integer({ minimum: 1 }), againstRules: AgainstRules }),
])
export type CorrectionInput = Static<typeof CorrectionInput>

export const CORRECTION_KINDS = [
  'undo-trade',
  'price',
  'roster-on',
  'roster-off',
  'scratch',
  'dress',
  'cash',
  'undo',
] as const

export const CorrectionScore = Type.Object({ points: Money, cash: Money, totalScore: Money })
export type CorrectionScore = Static<typeof CorrectionScore>

export const CorrectionPreview = Type.Object({
  what: Type.String({ description: 'What would be done, in a sentence.' }),
  team: TeamRef,
  before: CorrectionScore,
  after: CorrectionScore,
  expects: Type.String({
    description: 'Sent with the correction, which is refused if it would do anything else than this preview shows.',
  }),
})
export type CorrectionPreview = Static<typeof CorrectionPreview>

const { nr, by, reason } = CorrectionMark.properties

export const Correction = Type.Object({
  nr,
  by,
  reason,
  at: Instant,
  kind: Type.Enum([...CORRECTION_KINDS]),
  what: Type.String({ description: 'What was done, in a sentence.' }),
  team: TeamRef,
  players: Type.Array(PlayerRef),
  againstRules: Type.Boolean(),
  undoes: maybe(Type.Integer({ description: 'The number of the correction that this one undid.' })),
  undoneBy: maybe(Type.Integer({ description: 'The number of the correction that undid this one.' })),
  before: CorrectionScore,
  after: CorrectionScore,
})
export type Correction = Static<typeof Correction>

/** A line of the statistics that an official update changed after it had been published, and whose score that changed. */
export const CorrectedLine = Type.Object({
  publishedAt: Instant,
  gameDate: Type.String(),
  player: PlayerRef,
  changes: Type.String({ description: 'What is different, such as "assists 1 → 2".' }),
  pointsBefore: Type.Integer(),
  pointsAfter: Type.Integer(),
  team: maybe(TeamRef),
})
export type CorrectedLine = Static<typeof CorrectedLine>

export const TeamCorrections = Type.Object({
  sum: Money,
  corrections: Type.Array(Correction, { description: 'The latest first.' }),
  lines: Type.Array(CorrectedLine, {
    description: 'Of players who were on the team and dressed; the latest first.',
  }),
})
export type TeamCorrections = Static<typeof TeamCorrections>

export const getCorrections = call({
  method: 'GET',
  path: '/api/v1/corrections',
  summary: 'Beyond the specification: the corrections of this season, the latest first',
  answer: Type.Array(Correction),
  failure: 'Failed to fetch corrections',
  offline: 'snapshot',
})

export const getTeamCorrections = call({
  method: 'GET',
  path: '/api/v1/teams/{teamId}/corrections',
  summary: "Beyond the specification: what of a team's score was corrected",
  params: TeamParams,
  answer: TeamCorrections,
  failure: 'Failed to fetch corrections',
  offline: 'snapshot',
})

export const previewCorrection = call({
  method: 'POST',
  path: '/api/v1/corrections/preview',
  summary: 'Beyond the specification: what a correction would do; changes nothing (admins)',
  body: CorrectionInput,
  answer: CorrectionPreview,
  failure: 'Failed to look at the correction',
  offline: 'online',
})

export const makeCorrection = call({
  method: 'POST',
  path: '/api/v1/corrections',
  summary: 'Beyond the specification: make a correction (admins)',
  body: Type.Object({
    asked: CorrectionInput,
    reason: Type.String({ description: '1 to 200 characters.' }),
    expects: Type.String(),
  }),
  record: ['reason'],
  answer: Correction,
  failure: 'Failed to make the correction',
  offline: 'online',
})
