import { bigint, date, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'

// The tables as migrations/0004_changes.sql, 0009_bounds.sql and 0017_office.sql create them and explain them.

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const auditRecord = pgTable('audit_record', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  memberId: integer('member_id'),
  name: text('name'),
  subject: text('subject').notNull(),
  method: text('method').notNull(),
  call: text('call').notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull(),
})

export const refusedChange = pgTable(
  'refused_change',
  {
    day: date('day').notNull(),
    subject: text('subject').notNull(),
    call: text('call').notNull(),
    code: text('code').notNull(),
    times: integer('times').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject, table.call, table.code] })],
)

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
