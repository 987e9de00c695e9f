import { boolean, date, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { GAME_STATES } from '#contract/tonight'

// The tables of migrations/0016_tonight.sql.

export const scoreGame = pgTable('score_game', {
  gameId: integer('game_id').primaryKey(),
  day: date('day', { mode: 'string' }).notNull(),
  state: text('state', { enum: GAME_STATES }).notNull(),
  period: smallint('period'),
  periodType: text('period_type', { enum: ['REG', 'OT', 'SO'] }),
  secondsLeft: smallint('seconds_left'),
  intermission: boolean('intermission').notNull(),
  homeScore: smallint('home_score').notNull(),
  awayScore: smallint('away_score').notNull(),
  goals: jsonb('goals').$type<unknown>().notNull(),
  goalies: jsonb('goalies').$type<unknown>().notNull().default([]),
})

export const scoreReading = pgTable('score_reading', {
  id: integer('id').primaryKey().default(1),
  requestedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }).notNull(),
  readAt: timestamp('read_at', { withTimezone: true, mode: 'date' }),
  failures: integer('failures').notNull().default(0),
  notBefore: timestamp('not_before', { withTimezone: true, mode: 'date' }),
})
