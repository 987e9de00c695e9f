import { type Static, Type } from 'typebox'
import { call, DayInput, Id, Instant, maybe } from './call.ts'

// Beyond the specification: who did what, and backups, for admins (feature `office`).

export const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  by: Type.String({ description: "Who did it; `command` for the server's operator." }),
  kind: Type.String({ description: 'The section of the call.' }),
  action: Type.String({ description: 'The name of the call.' }),
  sentence: Type.String({ description: 'What was done, as a sentence that names who did it.' }),
  reason: maybe(Type.String({ description: 'As the person who did it gave it.' })),
})
export type AuditEntry = Static<typeof AuditEntry>

const Filter = {
  by: Type.Optional(Type.String({ maxLength: 200 })),
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  day: Type.Optional(DayInput),
}
export const AuditFilter = Type.Object(Filter)
export type AuditFilter = Static<typeof AuditFilter>

export const AuditPage = Type.Object({
  entries: Type.Array(AuditEntry, { description: 'The newest first.' }),
  next: maybe(Type.Integer({ description: 'For `before`: there are older ones.' })),
  by: Type.Array(Type.String(), { description: 'All who did something.' }),
  kinds: Type.Array(Type.String(), { description: 'Every kind that was done.' }),
})
export type AuditPage = Static<typeof AuditPage>

export const getAudit = call({
  method: 'GET',
  path: '/api/v1/office/audit',
  summary: 'Beyond the specification: who changed what, a page at a time (admins)',
  query: Type.Object({ ...Filter, before: Type.Optional(Id) }),
  answer: AuditPage,
  failure: 'Failed to fetch the records',
  offline: 'online',
})

export const getAuditFile = call({
  method: 'GET',
  path: '/api/v1/office/audit-file',
  summary: 'Beyond the specification: the same as a table file, the latest 20,000 of them (admins)',
  query: AuditFilter,
  answer: Type.Object({ name: Type.String(), csv: Type.String() }),
  failure: 'Failed to make the table file',
  offline: 'online',
})

export const Backups = Type.Object({
  backups: Type.Array(Type.Object({ at: Instant, by: Type.String(), place: Type.String(), bytes: Type.Integer() }), {
    description: 'The latest, the newest first.',
  }),
  day: Type.String({ description: 'Of the league, today.', examples: ['2026-11-21'] }),
})
export type Backups = Static<typeof Backups>

export const getBackups = call({
  method: 'GET',
  path: '/api/v1/office/backups',
  summary: 'Beyond the specification: when a backup was last made, and where it lies (admins)',
  answer: Backups,
  failure: 'Failed to fetch the list of backups',
  offline: 'online',
})

/** Answers with the backup itself, to be saved as a file; for admins. */
export const BACKUP_PATH = '/api/v1/office/backup'
