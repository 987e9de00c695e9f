import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { CorrectionPlan } from '#rules/corrections'

// What a correction keeps for good: instants in milliseconds, amounts in cents.

const Amount = Type.Integer()
const At = Type.Integer()
const maybeAt = Type.Union([At, Type.Null()])

const Held = Type.Object({
  acquired: Type.Union([Type.Literal('draft'), Type.Literal('keeper'), Type.Literal('trade')]),
  draftBox: Type.Union([Type.String(), Type.Null()]),
  boughtAt: At,
  boughtPrice: Amount,
  soldAt: maybeAt,
  soldPrice: Type.Union([Amount, Type.Null()]),
  scratched: Type.Array(Type.Object({ from: At, until: maybeAt })),
})
const MaybeHeld = Type.Union([Held, Type.Null()])

const Score = Type.Object({ points: Amount, cash: Amount, totalScore: Amount })

const Detail = Type.Object({
  entries: Type.Array(Type.Object({ playerId: Type.Integer(), before: MaybeHeld, after: MaybeHeld })),
  cash: Amount,
  scoreBefore: Score,
  scoreAfter: Score,
})

export const parseDetail = (stored: unknown): CorrectionPlan => Value.Parse(Detail, stored)
