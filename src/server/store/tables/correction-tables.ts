import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { CORRECTION_KINDS } from '#contract/corrections'

// The table as migrations/0018_corrections.sql creates it; keys, checks and indexes are only there.

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const correctionEntry = pgTable('correction_entry', {
  seasonId: integer('season_id').notNull(),
  nr: integer('nr').notNull(),
  at: instant('at').notNull(),
  byName: text('by_name').notNull(),
  kind: text('kind', { enum: CORRECTION_KINDS }).notNull(),
  teamId: integer('team_id').notNull(),
  asOf: instant('as_of'),
  againstRules: boolean('against_rules').notNull(),
  reason: text('reason').notNull(),
  /** Parsed by subjects/correction-detail.ts when it is read. */
  detail: jsonb('detail').$type<unknown>().notNull(),
  undoes: integer('undoes'),
})
