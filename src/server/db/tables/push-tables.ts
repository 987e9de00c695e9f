import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './tables.ts'

// The tables as migrations/0015_push.sql, 0016_tonight.sql and 0017_office.sql create and explain them.

/** Of the draft, of games, and of an admin's message to everybody. */
const NOTICE_KINDS = ['turn', 'next', 'open', 'start', 'goal', 'message'] as const

export const pushSubscription = pgTable('push_subscription', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  sessionIdHash: text('session_id_hash').notNull().unique(),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  wantsTurn: boolean('wants_turn').notNull(),
  wantsNext: boolean('wants_next').notNull(),
  wantsStart: boolean('wants_start').notNull(),
  wantsGoal: boolean('wants_goal').notNull().default(false),
  wantsMessage: boolean('wants_message').notNull().default(true),
  madeAt: instant('made_at').notNull(),
  busyUntil: instant('busy_until'),
})

export const pushNotice = pgTable('push_notice', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subscriptionId: integer('subscription_id').notNull(),
  kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
  /** Of a device's notices one of each. */
  tag: text('tag').notNull(),
  about: text('about').notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  writtenAt: instant('written_at').notNull(),
  dueAt: instant('due_at').notNull(),
  tries: integer('tries').notNull().default(0),
  claimedAt: instant('claimed_at'),
})

export const announcedGoal = pgTable('goal_told', {
  subscriptionId: integer('subscription_id').notNull(),
  gameId: integer('game_id').notNull(),
  dueAt: instant('due_at').notNull(),
})
