import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { DRAFT_LOG_KINDS, type DraftLogDetail, type LiveMessage, PICK_FOR_ME, PICKED_HOW } from '#contract/draft-room'
import type { DraftBoxName } from '#contract/limits'
import { PICK_STATUSES } from '#rules/pick-sequence'
import { instant } from './tables.ts'

// The tables as migrations/0005_draft.sql, 0007_live.sql and 0013_draft-room.sql create them; keys, checks and indexes
// are only there.

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
  playerId: integer('player_id'),
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

export const draftClock = pgTable('draft_clock', {
  seasonId: integer('season_id').primaryKey(),
  secondsPerPick: integer('seconds_per_pick').notNull(),
  isPaused: boolean('is_paused').notNull(),
  deadlineAt: instant('deadline_at'),
  leftMs: integer('left_ms'),
})

export const pickList = pgTable('pick_list', {
  seasonId: integer('season_id').notNull(),
  teamId: integer('team_id').notNull(),
  place: integer('place').notNull(),
  playerId: integer('player_id').notNull(),
})

export const pickForMe = pgTable('pick_for_me', {
  seasonId: integer('season_id').notNull(),
  teamId: integer('team_id').notNull(),
  mode: text('mode', { enum: PICK_FOR_ME }).notNull(),
})

export const draftLog = pgTable('draft_log', {
  seasonId: integer('season_id').notNull(),
  nr: integer('nr').notNull(),
  at: instant('at').notNull(),
  kind: text('kind', { enum: DRAFT_LOG_KINDS }).notNull(),
  byName: text('by_name'),
  teamId: integer('team_id'),
  playerId: integer('player_id'),
  boxName: text('box_name').$type<DraftBoxName>(),
  how: text('how', { enum: PICKED_HOW }),
  pickNr: integer('pick_nr'),
  detail: jsonb('detail').$type<DraftLogDetail>(),
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
