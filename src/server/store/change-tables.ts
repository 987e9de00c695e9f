import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'

// The tables as migrations/0004_changes.sql creates them and says what they are for.

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const auditRecord = pgTable('audit_record', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  memberId: integer('member_id'),
  subject: text('subject').notNull(),
  method: text('method').notNull(),
  call: text('call').notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull(),
  outcome: text('outcome').notNull(),
})

export const keptAnswer = pgTable(
  'kept_answer',
  {
    subject: text('subject').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: smallint('status').notNull(),
    answer: text('answer').notNull(),
    keptAt: instant('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.key] })],
)

export const cartEntry = pgTable('cart_entry', {
  teamId: integer('team_id').notNull(),
  playerId: integer('player_id').notNull(),
  tradeAction: text('trade_action', { enum: ['BUY', 'SELL'] }).notNull(),
  addedAt: instant('added_at').notNull(),
  place: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
})
