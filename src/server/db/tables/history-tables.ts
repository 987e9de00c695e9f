import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

// The tables as migrations/0019_history.sql creates them; keys, checks and indexes are only there.

export const pastSeason = pgTable('past_season', {
  id: integer('id').primaryKey(),
  source: text('source', { enum: ['played', 'file'] }).notNull(),
})

export const finalStanding = pgTable('final_standing', {
  seasonId: integer('season_id').notNull(),
  nr: integer('nr').notNull(),
  rank: integer('rank').notNull(),
  teamId: integer('team_id'),
  teamName: text('team_name').notNull(),
  shortName: text('short_name'),
  memberId: integer('member_id'),
  memberName: text('member_name'),
  pointsCents: integer('points_cents'),
  cashCents: integer('cash_cents'),
  totalCents: integer('total_cents').notNull(),
})

export const seasonStart = pgTable('season_start', {
  seasonId: integer('season_id').primaryKey(),
  previousId: integer('previous_id').notNull(),
  startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull(),
  byName: text('by_name'),
  before: jsonb('before').notNull(),
})
