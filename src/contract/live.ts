import { type Static, Type } from 'typebox'
import { Id } from './call.ts'
import { DraftedPlayer, Pick } from './draft.ts'
import { Clock } from './draft-room.ts'

export const PlayerDrafted = Type.Object({ type: Type.Literal('PLAYER_DRAFTED'), draftedPlayer: DraftedPlayer })
export type PlayerDrafted = Static<typeof PlayerDrafted>

export const PickSequenceUpdated = Type.Object({
  type: Type.Literal('PICK_SEQUENCE_UPDATED'),
  pickSequence: Type.Array(Pick),
})
export type PickSequenceUpdated = Static<typeof PickSequenceUpdated>

/** Beyond the specification: the player is free again. */
export const PickTakenBack = Type.Object({ type: Type.Literal('PICK_TAKEN_BACK'), playerId: Id })
export type PickTakenBack = Static<typeof PickTakenBack>

/** Beyond the specification: the clock as it is now; whether a team picks by list may have changed, too. */
export const DraftRoomUpdated = Type.Object({ type: Type.Literal('DRAFT_ROOM_UPDATED'), clock: Clock })
export type DraftRoomUpdated = Static<typeof DraftRoomUpdated>

/** Messages of the live channel `/ws/draft`. Clients ignore unknown types (spec, section 4). */
export const LiveMessage = Type.Union([PlayerDrafted, PickSequenceUpdated, PickTakenBack, DraftRoomUpdated])
export type LiveMessage = Static<typeof LiveMessage>
