import { type Static, Type } from 'typebox'

// Beyond the specification: on trades and roster changes that a correction made or undid. A file of its own, because the
// lists know nothing else of corrections.

export const CorrectionMark = Type.Object({
  nr: Type.Integer(),
  by: Type.String({ description: 'Who corrected it, as they were called then.' }),
  reason: Type.String(),
})

/** Of a trade or a roster change. */
export const Corrected = Type.Object({
  ...CorrectionMark.properties,
  undone: Type.Boolean({ description: 'Whether it does not stand any more; else the correction made it.' }),
})
export type Corrected = Static<typeof Corrected>
