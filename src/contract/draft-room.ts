import { type Static, Type } from 'typebox'
import { call, Id, Instant, maybe, PlayerRef, TeamParams, TeamPlayerParams } from './call.ts'
import { DraftedPlayer, Keeper, Pick } from './draft.ts'

// Beyond the specification: a draft that no absence, slip or bad line spoils. Announced as `draft-room`.

/** A day. */
export const SECONDS_PER_PICK_MAX = 86_400
/** More wanted players than a draft has boxes for. */
export const PICK_LIST_MAX = 300

/** When the server picks for a team: never, once its time is up, or as soon as its turn comes. */
export const PICK_FOR_ME = ['off', 'timeout', 'now'] as const
export const PickForMe = Type.Enum([...PICK_FOR_ME])
export type PickForMe = Static<typeof PickForMe>

export const Clock = Type.Object({
  secondsPerPick: Type.Integer({ description: '0: no clock.' }),
  isPaused: Type.Boolean({ description: 'True while an admin has paused the draft: there are no picks.' }),
  deadlineAt: maybe(Instant),
  leftMs: maybe(Type.Integer({ description: 'What is left of the turn in a pause.' })),
  now: Type.String({ description: "The server's time, for a client whose clock is off." }),
})
export type Clock = Static<typeof Clock>

export const DraftingTeam = Type.Object({
  teamId: Id,
  teamShortName: Type.String(),
  picksByList: Type.Boolean(),
  mode: maybe(Type.Enum([...PICK_FOR_ME], { description: "Only for the team's own members and for admins." })),
  missing: Type.Integer({ description: 'How many players the team will lack when all its turns are taken.' }),
})
export type DraftingTeam = Static<typeof DraftingTeam>

export const DraftRoom = Type.Object({ clock: Clock, teams: Type.Array(DraftingTeam) })
export type DraftRoom = Static<typeof DraftRoom>

export const WantedPlayer = Type.Object({
  playerId: Id,
  name: Type.String(),
  position: Type.String(),
  nhlTeam: maybe(Type.String()),
  boxName: maybe(Type.String({ description: 'None of a player who is in no box.' })),
  isDrafted: Type.Boolean(),
  normalizedPoints: Type.Number(),
})
export type WantedPlayer = Static<typeof WantedPlayer>

export const PickList = Type.Object({
  mode: PickForMe,
  players: Type.Array(WantedPlayer, { description: 'The most wanted first.' }),
})
export type PickList = Static<typeof PickList>

export const Presence = Type.Object({
  teamId: Id,
  teamShortName: Type.String(),
  isConnected: Type.Boolean(),
  seenAt: maybe(Instant),
})
export type Presence = Static<typeof Presence>

export const DRAFT_LOG_KINDS = [
  'pick',
  'taken-back',
  'passed',
  'paused',
  'resumed',
  'clock',
  'sequence',
  'locked',
  'unlocked',
] as const
/** By the team's member, from its list, by points for want of one, by an admin for the team, or as its keeper. */
export const PICKED_HOW = ['self', 'list', 'points', 'admin', 'keeper'] as const

/** What an admin did to sequence or clock; the order is that of a sequence whose turns were put in another. */
export const DraftLogDetail = Type.Object({
  action: Type.Optional(Type.String()),
  seconds: Type.Optional(Type.Integer()),
  order: Type.Optional(Type.Array(Type.Object({ round: Type.Integer(), teamId: Id }))),
})
export type DraftLogDetail = Static<typeof DraftLogDetail>

export const DraftLogEntry = Type.Object({
  nr: Type.Integer(),
  at: Instant,
  kind: Type.Enum([...DRAFT_LOG_KINDS]),
  by: maybe(Type.String({ description: 'Who did it, as they were called then; none for the server.' })),
  teamId: maybe(Id),
  teamShortName: maybe(Type.String()),
  player: maybe(PlayerRef),
  boxName: maybe(Type.String()),
  how: maybe(Type.Enum([...PICKED_HOW])),
  pickNr: maybe(Type.Integer({ description: 'The number of the pick that was taken back.' })),
  takenBackAt: maybe(Instant),
  takenBackBy: maybe(Type.String()),
  detail: maybe(DraftLogDetail),
})
export type DraftLogEntry = Static<typeof DraftLogEntry>

export const getDraftRoom = call({
  method: 'GET',
  path: '/api/v1/draft/room',
  summary: 'Beyond the specification: the clock, and which teams pick by list',
  answer: DraftRoom,
  failure: '',
  offline: 'online',
})

export const getPickList = call({
  method: 'GET',
  path: '/api/v1/draft/teams/{teamId}/pick-list',
  summary: "Beyond the specification: the team's wanted players, private to it",
  params: TeamParams,
  answer: PickList,
  failure: 'Failed to fetch the pick list',
  offline: 'snapshot',
})

export const putPickList = call({
  method: 'PUT',
  path: '/api/v1/draft/teams/{teamId}/pick-list',
  summary: "Beyond the specification: replace the team's list of wanted players",
  params: TeamParams,
  body: Type.Object({ playerIds: Type.Array(Id, { maxItems: PICK_LIST_MAX }) }),
  record: ['teamId'],
  answer: PickList,
  failure: 'Failed to save the pick list',
  offline: 'online',
})

export const putPickForMe = call({
  method: 'PUT',
  path: '/api/v1/draft/teams/{teamId}/pick-for-me',
  summary: 'Beyond the specification: whether the server picks for the team, and when',
  params: TeamParams,
  body: Type.Object({ mode: PickForMe }),
  record: ['teamId', 'mode'],
  answer: PickList,
  failure: 'Failed to save the switch',
  offline: 'online',
})

export const removeKeeper = call({
  method: 'DELETE',
  path: '/api/v1/draft/teams/{teamId}/keep-player/{playerId}',
  summary: "Beyond the specification: take back the team's keeper, or an admin for it",
  params: TeamPlayerParams,
  record: ['teamId', 'playerId'],
  answer: Type.Array(Keeper),
  failure: 'Failed to take back the keeper',
  offline: 'online',
})

export const getDraftLog = call({
  method: 'GET',
  path: '/api/v1/draft/log',
  summary: 'Beyond the specification: everything that happened in the draft, in its order',
  answer: Type.Array(DraftLogEntry),
  failure: 'Failed to fetch the draft log',
  offline: 'snapshot',
})

const action = { failure: 'Request failed with status {n}', offline: 'online' } as const

export const getPresence = call({
  ...action,
  method: 'GET',
  path: '/api/v1/draft/presence',
  summary: 'Beyond the specification: who is there (admins)',
  answer: Type.Array(Presence),
})

export const keepForTeam = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/for/{teamId}/keep-player/{playerId}',
  summary: 'Beyond the specification: choose a keeper for an absent team (admins)',
  params: TeamPlayerParams,
  record: ['teamId', 'playerId'],
  answer: Type.Array(Keeper),
})

export const unlockKeepers = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/unlock-keepers',
  summary: 'Beyond the specification: undo the lock of the keepers, as long as no pick was made (admins)',
  answer: Type.Array(Pick),
})

export const draftForTeam = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/for/{teamId}/players/{playerId}',
  summary: 'Beyond the specification: draft a player for the team on the clock (admins)',
  params: TeamPlayerParams,
  query: Type.Object({ box: Type.Optional(Type.String()) }),
  record: ['teamId', 'playerId'],
  answer: DraftedPlayer,
})

export const takeBackPick = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/take-back/{playerId}',
  summary: "Beyond the specification: take back the last pick, if it is this player's (admins)",
  params: Type.Object({ playerId: Id }),
  record: ['playerId'],
  dryRun: true,
  answer: Type.Array(Pick),
})

export const putClock = call({
  ...action,
  method: 'PUT',
  path: '/api/v1/draft/clock',
  summary: 'Beyond the specification: the seconds for a pick (admins)',
  body: Type.Object({ secondsPerPick: Type.Integer({ minimum: 0, maximum: SECONDS_PER_PICK_MAX }) }),
  record: ['secondsPerPick'],
  answer: Clock,
})

export const pauseDraft = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/pause',
  summary: 'Beyond the specification: pause the draft; the clock keeps the time left (admins)',
  answer: Clock,
})

export const resumeDraft = call({
  ...action,
  method: 'POST',
  path: '/api/v1/draft/resume',
  summary: 'Beyond the specification: the draft resumes with the time that was left (admins)',
  answer: Clock,
})

const PlayerDrafted = Type.Object({ type: Type.Literal('PLAYER_DRAFTED'), draftedPlayer: DraftedPlayer })

const PickSequenceUpdated = Type.Object({
  type: Type.Literal('PICK_SEQUENCE_UPDATED'),
  pickSequence: Type.Array(Pick),
})

/** Beyond the specification: the player is free again. */
const PickTakenBack = Type.Object({ type: Type.Literal('PICK_TAKEN_BACK'), playerId: Id })

/** Beyond the specification: the clock as it is now; whether a team picks by list may have changed, too. */
const DraftRoomUpdated = Type.Object({ type: Type.Literal('DRAFT_ROOM_UPDATED'), clock: Clock })

/** Messages of the live channel `/ws/draft`. Clients ignore unknown types (spec, section 4). */
export const LiveMessage = Type.Union([PlayerDrafted, PickSequenceUpdated, PickTakenBack, DraftRoomUpdated])
export type LiveMessage = Static<typeof LiveMessage>
