import { type Static, Type } from 'typebox'
import { call, Id, Instant, Money, maybe, TeamParams } from './call.ts'
import { TeamNames } from './stats.ts'

// Beyond the specification: running the league from a phone. Announced to admins as the feature `office`.

export const MEMBER_ROLES = ['admin', 'premium'] as const
const MemberRoles = Type.Array(Type.Enum([...MEMBER_ROLES]), { maxItems: MEMBER_ROLES.length })

const OfficeLogin = Type.Object({
  device: maybe(Type.String()),
  since: Instant,
  seenAt: Instant,
  isThis: Type.Boolean({ description: 'The one that asks.' }),
})

export const OfficeMember = Type.Object({
  id: Id,
  userName: Type.String(),
  displayName: Type.String(),
  email: maybe(Type.String()),
  subject: maybe(Type.String({ description: 'What the identity provider calls them.' })),
  roles: Type.Array(Type.String()),
  teamId: maybe(Id),
  teamShortName: maybe(Type.String()),
  passkeys: Type.Integer(),
  invitedUntil: maybe(Type.String({ description: 'An invitation is open until then.' })),
  seenAt: maybe(Instant),
  logins: Type.Array(OfficeLogin, { description: 'The latest used first.' }),
  isMe: Type.Boolean(),
  version: Type.String({ description: 'Of what can be changed: a change names what its admin has seen.' }),
})
export type OfficeMember = Static<typeof OfficeMember>

export const OfficeMembers = Type.Object({
  loginBy: Type.Enum(['accounts', 'external', 'trial'], { description: 'How members log in.' }),
  members: Type.Array(OfficeMember),
  unconfirmed: Type.Array(Type.Object({ account: maybe(Type.String()), subject: Type.String() }), {
    description: 'Who logged in with an address of which the provider does not say whether it is verified.',
  }),
})
export type OfficeMembers = Static<typeof OfficeMembers>

const Name = Type.String({ maxLength: 200 })
const Email = Type.String({ maxLength: 254 })
const Version = Type.String({ maxLength: 100 })

export const NewMember = Type.Object({
  userName: Name,
  displayName: Name,
  email: maybe(Email),
  subject: maybe(Name),
  roles: MemberRoles,
  teamId: maybe(Id),
})
export type NewMember = Static<typeof NewMember>

/** What is left out stays. */
export const MemberChange = Type.Object({
  version: Version,
  displayName: Type.Optional(Name),
  email: maybe(Email),
  subject: maybe(Name),
  roles: Type.Optional(MemberRoles),
})
export type MemberChange = Static<typeof MemberChange>

export const Invitation = Type.Object({
  link: Type.String({ description: "Only in this answer: the server doesn't store it." }),
  expiresAt: Instant,
})
export type Invitation = Static<typeof Invitation>

const MemberParams = Type.Object({ memberId: Id })

export const getOfficeMembers = call({
  method: 'GET',
  path: '/api/v1/office/members',
  summary: 'Beyond the specification: the members, how they log in, and where (admins)',
  answer: OfficeMembers,
  failure: 'Failed to fetch the members',
  offline: 'online',
})

export const addMember = call({
  method: 'POST',
  path: '/api/v1/office/members',
  summary: 'Beyond the specification: add a member (admins)',
  body: NewMember,
  record: ['userName', 'displayName', 'roles', 'teamId'],
  answer: OfficeMembers,
  failure: 'Failed to add the member',
  offline: 'online',
})

export const changeMember = call({
  method: 'PATCH',
  path: '/api/v1/office/members/{memberId}',
  summary: 'Beyond the specification: change name, address, subject or roles of a member (admins)',
  params: MemberParams,
  body: MemberChange,
  record: ['memberId', 'displayName', 'roles'],
  answer: OfficeMembers,
  failure: 'Failed to change the member',
  offline: 'online',
})

export const removeMember = call({
  method: 'DELETE',
  path: '/api/v1/office/members/{memberId}',
  summary: 'Beyond the specification: remove a member, whose logins end at once; what they did stays (admins)',
  params: MemberParams,
  query: Type.Object({ userName: Name, version: Version }),
  record: ['memberId', 'userName'],
  answer: OfficeMembers,
  failure: 'Failed to remove the member',
  offline: 'online',
})

export const inviteMember = call({
  method: 'POST',
  path: '/api/v1/office/members/{memberId}/invitation',
  summary: 'Beyond the specification: a link with which the member makes a passkey; an earlier one ends (admins)',
  params: MemberParams,
  body: Type.Object({ lost: Type.Boolean({ description: 'Whether their passkeys and logins end first.' }) }),
  record: ['memberId', 'lost'],
  dryRun: true,
  answer: Invitation,
  failure: 'Failed to make the invitation',
  offline: 'online',
})

export const endLogins = call({
  method: 'DELETE',
  path: '/api/v1/office/members/{memberId}/logins',
  summary: 'Beyond the specification: log a member out everywhere; oneself everywhere else (admins)',
  params: MemberParams,
  record: ['memberId'],
  dryRun: true,
  answer: OfficeMembers,
  failure: 'Failed to end the logins',
  offline: 'online',
})

export const OfficeTeam = Type.Object({
  id: Id,
  name: Type.String(),
  shortName: Type.String(),
  startingCash: Money,
  owners: Type.Array(Type.Object({ id: Id, displayName: Type.String() })),
  isRetiring: Type.Boolean({ description: 'Whether it takes no part in the next season.' }),
})
export type OfficeTeam = Static<typeof OfficeTeam>

export const OfficeTeams = Type.Object({
  teams: Type.Array(OfficeTeam),
  canAdd: Type.Boolean({ description: 'Until the draft has begun.' }),
})
export type OfficeTeams = Static<typeof OfficeTeams>

export const getOfficeTeams = call({
  method: 'GET',
  path: '/api/v1/office/teams',
  summary: 'Beyond the specification: the teams of the season and whose they are (admins)',
  answer: OfficeTeams,
  failure: 'Failed to fetch the teams',
  offline: 'online',
})

export const addTeam = call({
  method: 'POST',
  path: '/api/v1/office/teams',
  summary: 'Beyond the specification: add a team before the draft (admins)',
  body: Type.Object({
    name: Type.String(),
    shortName: Type.String(),
    cash: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  }),
  record: ['name', 'shortName', 'cash'],
  answer: OfficeTeams,
  failure: 'Failed to add the team',
  offline: 'online',
})

export const renameAnyTeam = call({
  method: 'PATCH',
  path: '/api/v1/office/teams/{teamId}',
  summary: 'Beyond the specification: rename any team (admins)',
  params: TeamParams,
  body: Type.Object(
    { ...TeamNames.properties, from: TeamNames },
    { description: '`from`: as the admin has seen them.' },
  ),
  record: ['teamId', 'name', 'shortName'],
  dryRun: true,
  answer: OfficeTeams,
  failure: 'Failed to rename the team',
  offline: 'online',
})

export const handOverTeam = call({
  method: 'PUT',
  path: '/api/v1/office/teams/{teamId}/owner',
  summary: 'Beyond the specification: hand a team over to a member, or leave it without a member (admins)',
  params: TeamParams,
  body: Type.Object({
    memberId: Type.Union([Id, Type.Null()]),
    from: Type.Array(Id, { maxItems: 100, description: 'Whose it is, as the admin has seen it.' }),
  }),
  record: ['teamId', 'memberId', 'from'],
  answer: OfficeTeams,
  failure: 'Failed to hand the team over',
  offline: 'online',
})

export const retireTeam = call({
  method: 'PUT',
  path: '/api/v1/office/teams/{teamId}/retiring',
  summary: 'Beyond the specification: whether a team takes no part in the next season (admins)',
  params: TeamParams,
  body: Type.Object({ isRetiring: Type.Boolean() }),
  record: ['teamId', 'isRetiring'],
  answer: OfficeTeams,
  failure: 'Failed to mark the team',
  offline: 'online',
})
