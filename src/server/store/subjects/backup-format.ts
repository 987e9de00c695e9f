import { type Static, Type } from 'typebox'

/** Of backups that this version writes and reads. */
export const FORMAT = 1

const name = Type.String({ pattern: '^[a-z_]{1,60}$' })

/** The first line of a backup. Every table follows: a line that names it, then a line of JSON for each row. */
export const BackupHead = Type.Object({
  hockeyPoolBackup: Type.Integer(),
  /** Of the last line; not in backups of older versions, which end without one. */
  checksum: Type.Optional(Type.Literal('sha256')),
  /** Of Hockey Pool. */
  version: Type.Optional(Type.String({ pattern: '^[\\w.-]{1,40}$' })),
  madeAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$' }),
  league: Type.String(),
  season: Type.Integer(),
  /** Numbers of the migrations that made the tables. */
  migrations: Type.Array(Type.Integer(), { minItems: 1 }),
  tables: Type.Array(name),
})
export type BackupHead = Static<typeof BackupHead>

export const TableHead = Type.Object({
  table: name,
  rows: Type.Integer({ minimum: 0 }),
  /** The last number that was given out, by column. */
  numbered: Type.Record(name, Type.Number()),
})
export type TableHead = Static<typeof TableHead>

/** The last line: the checksum of all lines before it. */
export const BackupSum = Type.Object({ sha256: Type.String() })
export type BackupSum = Static<typeof BackupSum>
