import { type Static, Type } from 'typebox'
import { call, TeamParams } from './call.ts'
import { Pick } from './draft.ts'

// An answer that is an array with pickOrder replaces the sequence on screen (spec, section 7); others are ignored.
const action = { failure: 'Request failed with status {n}', offline: 'online' } as const
const Sequence = Type.Union([Type.Array(Pick), Type.Unknown()])

/** Of a server of the specification alone the answer may be anything. */
export const GeneratedBoxes = Type.Object(
  {
    players: Type.Integer(),
    withoutLastSeason: Type.Integer({
      description: 'Players whose last season is not known yet, and who therefore rank behind all others.',
    }),
  },
  { description: 'Beyond the specification.' },
)
export type GeneratedBoxes = Static<typeof GeneratedBoxes>

export const generateBoxes = call({
  ...action,
  method: 'PATCH',
  path: '/api/v1/draft/generate-boxes',
  summary: 'Generate the draft boxes',
  answer: Type.Union([GeneratedBoxes, Type.Unknown()]),
})

export const lockKeepers = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/lock-keepers',
  summary: 'Lock the keepers and release everyone else',
  answer: Type.Unknown(),
})

export const setPickingTeam = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/set-picking-team/{teamId}',
  summary: "Make it a team's turn",
  params: TeamParams,
  record: ['teamId'],
  answer: Sequence,
})

export const addPickingTeam = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/picking-teams/{teamId}',
  summary: 'Add a team to the sequence',
  params: TeamParams,
  record: ['teamId'],
  answer: Sequence,
})

export const removePickingTeam = call({
  ...action,
  method: 'DELETE',
  path: '/api/v1/draft/picking-teams/{teamId}',
  summary: 'Remove a team from the sequence',
  params: TeamParams,
  record: ['teamId'],
  answer: Sequence,
})

export const freePicking = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/free-picking',
  summary: 'Let all teams pick at once',
  answer: Sequence,
})

export const resumeSequence = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/resume-pick-sequence',
  summary: 'Go back to picking one by one',
  answer: Sequence,
})

export const forwardSequence = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/forward-pick-sequence',
  summary: 'Pass over the active pick',
  answer: Sequence,
})

export const backSequence = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/back-pick-sequence',
  summary: 'Reopen the latest pick',
  answer: Sequence,
})

export const randomizeSequence = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/randomize-pick-sequence',
  summary: 'Shuffle the rounds that have not begun',
  answer: Sequence,
})
