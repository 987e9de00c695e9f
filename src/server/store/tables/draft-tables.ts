import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { DraftBoxName } from '#contract/limits'
import type { LiveMessage } from '#contract/live'
import { PICK_STATUSES } from '#rules/pick-sequence'

// The tables as migrations/0005_draft.sql and 0007_live.sql create them; keys, checks and indexes are only there.

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const draft = pgTable('draft', {
  seasonId: integer('season_id').primaryKey(),
  keepersLockedAt: instant('keepers_locked_at').notNull(),
  mode: text('mode', { enum: ['sequence', 'free'] }).notNull(),
  rounds: integer('rounds').notNull(),
  revision: integer('revision').notNull().default(0),
})

export const pickEntry = pgTable('pick_entry', {
  seasonId: integer('season_id').notNull(),
  sequenceNr: integer('sequence_nr').notNull(),
  round: integer('round').notNull(),
  pickOrder: integer('pick_order').notNull(),
  teamId: integer('team_id').notNull(),
  pickStatus: text('pick_status', { enum: PICK_STATUSES }).notNull(),
  doneNr: integer('done_nr'),
})

export const draftBoxPlayer = pgTable('draft_box_player', {
  seasonId: integer('season_id').notNull(),
  playerId: integer('player_id').notNull(),
  boxName: text('box_name').$type<DraftBoxName>().notNull(),
  positionRank: integer('position_rank').notNull(),
  boxRank: integer('box_rank').notNull(),
})

export const keeper = pgTable('keeper', {
  seasonId: integer('season_id').notNull(),
  teamId: integer('team_id').notNull(),
  playerId: integer('player_id').notNull(),
})

export const draftTag = pgTable('draft_tag', {
  seasonId: integer('season_id').notNull(),
  teamId: integer('team_id').notNull(),
  playerId: integer('player_id').notNull(),
  tag: text('tag').notNull(),
})

export const liveEvent = pgTable('live_event', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  writtenAt: instant('written_at').notNull(),
  body: jsonb('body').$type<LiveMessage>().notNull(),
})

export const liveChannel = pgTable('live_channel', {
  id: text('id').primaryKey(),
  login: text('login').notNull(),
  cursor: integer('cursor').notNull(),
  answered: text('answered'),
  openedAt: instant('opened_at').notNull(),
  seenAt: instant('seen_at').notNull(),
})
