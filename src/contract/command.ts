import { type Static, Type } from 'typebox'
import { call, DayInput, Id, maybe } from './call.ts'
import { Invitation } from './office.ts'

// Beyond the specification: what only the owner of the machine may do, by `npm run league`. These calls are reached
// through the socket in the data folder, or in the command's own process, and never over the network: they are in
// neither the list of calls nor the OpenAPI document.

const action = { failure: 'The command failed', offline: 'online' } as const
const FileText = Type.String({ maxLength: 1_000_000 })
const From = Type.Union([Type.String(), Type.Null()], {
  description: "The folder of a season's table files, absolute; null: the NHL's API.",
})

/** What the command prints. */
const Lines = Type.Object({ lines: Type.Array(Type.String()) })

export const LeagueOfCommand = Type.Object({
  seasonId: Type.Integer(),
  timeZone: Type.String(),
  isOwn: Type.Boolean({ description: 'Not the demo, which no command of a league file touches.' }),
  teams: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      shortName: Type.String(),
      cashCents: maybe(Type.Integer({ description: 'At the start of the season; none: the team is not in it.' })),
    }),
  ),
})
export type LeagueOfCommand = Static<typeof LeagueOfCommand>

export const getLeague = call({
  ...action,
  method: 'GET',
  path: '/api/v1/command/league',
  summary: 'The league as commands need it, with every team that it ever had',
  answer: LeagueOfCommand,
})

export const findPlayer = call({
  ...action,
  method: 'GET',
  path: '/api/v1/command/player',
  summary: 'Whom a command means by an NHL id, a name, or a name and a club',
  query: Type.Object({ text: Type.String({ maxLength: 400 }) }),
  answer: Type.Object({ id: Id }),
})

export const init = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/init',
  summary: 'Make the league of a file in a database that has none',
  body: Type.Object({ file: FileText }),
  dryRun: true,
  answer: Type.Object({
    ...Lines.properties,
    invitations: Type.Array(Type.Object({ name: Type.String(), ...Invitation.properties }), {
      description: 'Of those who can invite the others, where members have passkeys.',
    }),
  }),
})

export const members = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/members',
  summary: 'Make the members those of a league file',
  body: Type.Object({ file: FileText, remove: Type.Boolean() }),
  dryRun: true,
  answer: Lines,
})

export const season = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/season',
  summary: 'Make the league and its season what a league file says, or start the season of the file',
  body: Type.Object({ file: FileText, from: From }),
  dryRun: true,
  answer: Lines,
})

export const history = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/history',
  summary: 'Take the final standings of earlier years from a file',
  body: Type.Object({ file: FileText }),
  dryRun: true,
  answer: Lines,
})

const Import = Type.Object({
  from: From,
  days: Type.Union(
    [
      Type.Literal('new'),
      Type.Literal('recent'),
      Type.Literal('all'),
      Type.Object({ from: DayInput, through: DayInput }),
    ],
    {
      description: '`recent`: the last days and games that are not final; `all`: every day again; or these days again.',
    },
  ),
})
export type Import = Static<typeof Import>

export const importStatistics = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/import',
  summary: "Read the NHL's statistics; answers when it has ended, and the office's page shows how far it is",
  body: Import,
  answer: Type.Object({
    ...Lines.properties,
    refused: maybe(Type.String({ description: 'What was not imported, and why.' })),
  }),
})

export const planImport = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/import-plan',
  summary: 'What an import would read',
  body: Import,
  answer: Lines,
})

export const refresh = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/refresh',
  summary: 'Have every process read the league again',
  answer: Type.Null(),
})

export const noteBackup = call({
  ...action,
  method: 'POST',
  path: '/api/v1/command/backup',
  summary: 'Note for the office where a backup was written to',
  body: Type.Object({ place: Type.String({ maxLength: 1_000 }), bytes: Type.Integer() }),
  answer: Type.Null(),
})

export const exportTables = call({
  ...action,
  method: 'GET',
  path: '/api/v1/command/export',
  summary: 'A season as table files, all as of one instant',
  query: Type.Object({ seasonId: Type.Optional(Type.Integer()) }),
  answer: Type.Object({ files: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })) }),
})
