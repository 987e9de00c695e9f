import { type Static, Type } from 'typebox'
import { DraftedPlayer, Pick } from './draft.ts'

export const PlayerDrafted = Type.Object({ type: Type.Literal('PLAYER_DRAFTED'), draftedPlayer: DraftedPlayer })
export type PlayerDrafted = Static<typeof PlayerDrafted>

export const PickSequenceUpdated = Type.Object({
  type: Type.Literal('PICK_SEQUENCE_UPDATED'),
  pickSequence: Type.Array(Pick),
})
export type PickSequenceUpdated = Static<typeof PickSequenceUpdated>

/** Messages of the live channel `/ws/draft`. Clients ignore unknown types (spec, section 4). */
export const LiveMessage = Type.Union([PlayerDrafted, PickSequenceUpdated])
export type LiveMessage = Static<typeof LiveMessage>
