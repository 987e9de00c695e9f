import { type Static, Type } from 'typebox'
import { call, Id, Instant, maybe, PlayerParams, TeamParams, TeamPlayerParams, TeamRef } from './call.ts'
import { DRAFT_TAG_MAX } from './limits.ts'

export const DraftBoxPlayer = Type.Object({
  playerId: Id,
  name: Type.String(),
  nhlTeam: maybe(Type.String()),
  points: maybe(Type.Number()),
  gamesPlayed: maybe(Type.Number()),
  /** Last season's points scaled to a full season. */
  normalizedPoints: maybe(Type.Number()),
  positionRank: maybe(Type.Integer()),
  boxRank: maybe(Type.Integer()),
  teamId: maybe(Id),
  teamShortName: maybe(Type.String()),
  isDrafted: maybe(Type.Boolean()),
  /** The viewing team's private note (premium). */
  tag: maybe(Type.String()),
  nhlFantasyRank: maybe(Type.Integer()),
  boughtLate: maybe(
    Type.Boolean({
      description:
        'Beyond the specification, and optional: true in a keeper box where the team bought the player after the last day for keepers.',
    }),
  ),
})
export type DraftBoxPlayer = Static<typeof DraftBoxPlayer>

export const DraftBox = Type.Object({ boxName: Type.String(), players: Type.Array(DraftBoxPlayer) })
export type DraftBox = Static<typeof DraftBox>

export const Keeper = Type.Object({
  player: Type.Object({ playerId: Id, name: Type.String() }),
  keeperIndex: Type.Integer(),
})
export type Keeper = Static<typeof Keeper>

export const KeeperStatus = Type.Object({
  teamId: Id,
  teamShortName: Type.String(),
  hasKeeper: Type.Boolean(),
  locked: maybe(
    Type.Boolean({
      description:
        'Beyond the specification, and optional: true once the keepers are locked. Without it a client asks, and shows the refusal.',
    }),
  ),
})
export type KeeperStatus = Static<typeof KeeperStatus>

export const Pick = Type.Object({
  sequenceNr: Type.Integer(),
  round: Type.Integer(),
  pickOrder: Type.Integer(),
  teamId: Id,
  teamShortName: Type.String(),
  /** ACTIVE, WAITING or DONE; anything else is shown as pending. */
  pickStatus: Type.String(),
})
export type Pick = Static<typeof Pick>

export const DraftedPlayer = Type.Object({
  playerId: Id,
  name: Type.String(),
  position: maybe(Type.String()),
  nhlTeam: maybe(Type.String()),
  teamId: Id,
  teamShortName: Type.String(),
  draftBox: Type.String(),
  draftedAt: Instant,
})
export type DraftedPlayer = Static<typeof DraftedPlayer>

export const OutsidePlayer = Type.Object({
  id: Id,
  name: Type.String(),
  position: maybe(Type.String()),
  nhlTeam: maybe(Type.String()),
})
export type OutsidePlayer = Static<typeof OutsidePlayer>

export const getKeeperBoxes = call({
  method: 'GET',
  path: '/api/v1/draft/keeper-boxes',
  summary: "Draft boxes with last season's teams",
  answer: Type.Array(DraftBox),
  failure: 'Failed to fetch draft boxes',
  offline: 'online',
})

export const getKeeper = call({
  method: 'GET',
  path: '/api/v1/draft/teams/{teamId}/keepers',
  summary: "A team's keeper",
  params: TeamParams,
  answer: Type.Union([Keeper, Type.Array(Keeper)]),
  failure: '',
  offline: 'online',
  none: 404,
})

export const keepPlayer = call({
  method: 'POST',
  path: '/api/v1/draft/teams/{teamId}/keep-player/{playerId}',
  summary: "Choose the team's keeper",
  params: TeamPlayerParams,
  record: ['teamId', 'playerId'],
  answer: Type.Array(Keeper),
  failure: 'Failed to choose keeper',
  offline: 'online',
})

export const getKeepersStatus = call({
  method: 'GET',
  path: '/api/v1/draft/keepers-status',
  summary: 'Which teams have chosen a keeper',
  answer: Type.Array(KeeperStatus),
  failure: '',
  offline: 'online',
})

export const getDraftBoxes = call({
  method: 'GET',
  path: '/api/v1/draft/boxes',
  summary: 'The draft board; with a team, its tags too (premium)',
  query: Type.Object({ teamId: Type.Optional(Id) }),
  answer: Type.Array(DraftBox),
  failure: 'Failed to fetch draft boxes',
  offline: 'online',
})

export const getPickSequence = call({
  method: 'GET',
  path: '/api/v1/draft/pick-sequence',
  summary: 'The order of picks',
  answer: Type.Array(Pick),
  failure: '',
  offline: 'startup',
})

export const getLastDrafted = call({
  method: 'GET',
  path: '/api/v1/draft/players/last-drafted',
  summary: 'The latest pick',
  answer: DraftedPlayer,
  failure: '',
  offline: 'online',
  none: 404,
})

export const getDraftedPlayers = call({
  method: 'GET',
  path: '/api/v1/draft/players',
  summary: 'All picks',
  query: Type.Object({ drafted: Type.Literal(true) }),
  answer: Type.Array(DraftedPlayer),
  failure: 'Failed to fetch drafted players',
  offline: 'snapshot',
})

export const getDraftTeams = call({
  method: 'GET',
  path: '/api/v1/draft/draft-teams',
  summary: 'Teams that draft',
  answer: Type.Array(TeamRef),
  failure: '',
  offline: 'online',
})

/** Drafts a box player or, with `box`, an outside player. */
export const draftPlayer = call({
  method: 'POST',
  path: '/api/v1/draft/teams/{teamId}/players/{playerId}',
  summary: 'Draft a player',
  params: TeamPlayerParams,
  query: Type.Object({ box: Type.Optional(Type.String()) }),
  record: ['teamId', 'playerId'],
  answer: Type.Unknown(),
  failure: 'Failed to draft player',
  offline: 'online',
})

export const putTag = call({
  method: 'PUT',
  path: '/api/v1/draft/tags/teams/{teamId}/players/{playerId}',
  summary: "Set or remove the team's private note on a player (premium)",
  params: TeamPlayerParams,
  body: Type.String({ description: `At most ${DRAFT_TAG_MAX} characters; empty removes the tag.` }),
  record: ['teamId'],
  answer: Type.Unknown(),
  failure: 'Failed to save tag',
  offline: 'online',
})

export const getOutsidePlayer = call({
  method: 'GET',
  path: '/api/v1/draft/outside-players/{playerId}',
  summary: 'Look up a player who is in no draft box',
  params: PlayerParams,
  answer: OutsidePlayer,
  failure: 'Player ID is not found, or is already in one of the draft boxes.',
  offline: 'online',
})
