import { boolean, integer, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { instant } from './tables.ts'

// The tables as migrations/0017_office.sql creates and explains them.

export const retiringTeam = pgTable('retiring_team', {
  teamId: integer('team_id').primaryKey(),
  markedAt: instant('marked_at').notNull(),
})

export const leagueMessage = pgTable('league_message', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  sentAt: instant('told_at').notNull(),
  sentBy: text('told_by'),
  words: text('words').notNull(),
})

export const messageReading = pgTable(
  'message_reading',
  {
    messageId: integer('message_id').notNull(),
    memberId: integer('member_id').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.memberId] })],
)

export const importReport = pgTable('import_report', {
  id: integer('id').primaryKey(),
  requestedAt: instant('asked_at'),
  requestedBy: text('asked_by'),
  readsAll: boolean('reads_all').notNull().default(false),
  beganAt: instant('began_at'),
  aliveAt: instant('alive_at'),
  done: real('done').notNull().default(0),
  doing: text('doing').notNull().default(''),
  endedAt: instant('ended_at'),
  source: text('source'),
  days: integer('days'),
  changedLines: integer('changed_lines'),
  refused: text('refused').array().notNull().default([]),
  failure: text('failure'),
})

// As migrations/0020_moving-in.sql creates and explains it.
export const keptLeagueFile = pgTable('kept_league_file', {
  id: integer('id').primaryKey().default(1),
  text: text('text').notNull(),
})
