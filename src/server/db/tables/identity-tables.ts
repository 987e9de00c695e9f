import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './tables.ts'

export const member = pgTable('member', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  userName: text('user_name').notNull().unique(),
  displayName: text('display_name').notNull(),
  subject: text('subject').unique(),
  email: text('email'),
  teamId: integer('team_id'),
  roles: text('roles').array().notNull().default([]),
})

/** A login; migrations/0002_identity.sql explains each column. */
export const session = pgTable('session', {
  idHash: text('id_hash').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  userName: text('user_name'),
  email: text('email'),
  emailState: text('email_state', { enum: ['verified', 'none', 'unverified', 'unsaid'] })
    .notNull()
    .default('none'),
  account: text('account'),
  name: text('name').notNull(),
  roles: text('roles').array().notNull(),
  tokens: text('tokens').notNull(),
  createdAt: instant('created_at').notNull(),
  usedAt: instant('used_at').notNull(),
  refreshedAt: instant('refreshed_at').notNull(),
  confirmedAt: instant('confirmed_at').notNull().defaultNow(),
  renewingUntil: instant('renewing_until'),
  expiresAt: instant('expires_at').notNull(),
  device: text('device'),
  passkeyId: text('passkey_id'),
})

/** A random key shared by every process. */
export const appSecret = pgTable('app_secret', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** Given out for a passkey, and not answered yet. */
export const passkeyChallenge = pgTable('passkey_challenge', {
  challenge: text('challenge').primaryKey(),
  purpose: text('purpose').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** What lets a member in for the first time; migrations/0012_accounts.sql explains each column, also of the next. */
export const invitation = pgTable('invitation', {
  tokenHash: text('token_hash').primaryKey(),
  memberId: integer('member_id').notNull(),
  madeAt: instant('made_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  endedAt: instant('ended_at'),
})

export const passkey = pgTable('passkey', {
  id: text('id').primaryKey(),
  memberId: integer('member_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  name: text('name').notNull(),
  madeAt: instant('made_at').notNull(),
  usedAt: instant('used_at'),
  backedUp: boolean('backed_up').notNull(),
})
