import { type Static, Type } from 'typebox'
import { call, Id, Instant, maybe } from './call.ts'

// Beyond the specification: an admin's message to all members. Announced to members as the feature `message`.

export const MESSAGE_MAX = 280

export const LeagueMessage = Type.Object({
  id: Id,
  words: Type.String(),
  by: maybe(Type.String({ description: "Its author, by the name of that time; none for the server's operator." })),
  at: Instant,
})
export type LeagueMessage = Static<typeof LeagueMessage>

const UnreadMessage = Type.Object({ message: maybe(LeagueMessage) })

export const getMessage = call({
  method: 'GET',
  path: '/api/v1/message',
  summary: 'Beyond the specification: the message to all members, until the one who asks has read it',
  answer: UnreadMessage,
  failure: '',
  offline: 'online',
})

export const readMessage = call({
  method: 'POST',
  path: '/api/v1/message/{messageId}/read',
  summary: 'Beyond the specification: the member has read the message',
  params: Type.Object({ messageId: Id }),
  record: ['messageId'],
  answer: UnreadMessage,
  failure: 'Failed to note that the message was read',
  offline: 'online',
})

export const OfficeMessage = Type.Object({
  message: maybe(LeagueMessage),
  readBy: Type.Array(Type.String(), { description: 'Names of members.' }),
  unreadBy: Type.Array(Type.String(), { description: 'Names of members.' }),
  notified: Type.Integer({ description: 'Devices that a new message is also pushed to.' }),
})
export type OfficeMessage = Static<typeof OfficeMessage>

export const getOfficeMessage = call({
  method: 'GET',
  path: '/api/v1/office/message',
  summary: 'Beyond the specification: the message to all members, and who has read it (admins)',
  answer: OfficeMessage,
  failure: 'Failed to fetch the message',
  offline: 'online',
})

export const tellMembers = call({
  method: 'PUT',
  path: '/api/v1/office/message',
  summary: 'Beyond the specification: send all members a message, which replaces the one before (admins)',
  body: Type.Object({
    words: Type.String({ maxLength: 16 * MESSAGE_MAX, description: 'Empty: removes the message.' }),
    after: Type.Union([Id, Type.Null()], { description: 'The message that the admin has seen.' }),
  }),
  record: ['words'],
  dryRun: true,
  answer: OfficeMessage,
  failure: 'Failed to send the message',
  offline: 'online',
})
