import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { CORRECTION_KINDS } from '#contract/corrections'
import { GAME_STATES } from '#contract/tonight'
import type { CorrectionPlan } from '#rules/corrections'

// The tables as migrations/0001_league.sql creates them; keys, checks and indexes are only there.

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/** YYYY-MM-DD. */
const day = (name: string) => date(name, { mode: 'string' })

export const season = pgTable('season', {
  id: integer('id').primaryKey(),
  firstDay: day('first_day').notNull(),
  lastDay: day('last_day').notNull(),
  rosterHoldStartDate: day('roster_hold_start_date').notNull(),
  tradingStartTime: instant('trading_start_time').notNull(),
  tradingEndTime: instant('trading_end_time').notNull(),
  keeperLastBuyDate: day('keeper_last_buy_date').notNull(),
  seasonBeforeRead: boolean('season_before_read').notNull().default(false),
  games: smallint('games'),
})

export const league = pgTable('league', {
  id: integer('id').primaryKey().default(1),
  name: text('name').notNull(),
  timeZone: text('time_zone').notNull(),
  seasonId: integer('season_id').notNull(),
  constants: jsonb('constants').$type<Record<string, number>>().notNull().default({}),
  demoSeed: integer('demo_seed'),
  guestsRead: boolean('guests_read').notNull().default(false),
  tonightPremium: boolean('tonight_premium').notNull().default(false),
})

export const team = pgTable('team', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  shortName: text('short_name').notNull(),
})

export const teamSeason = pgTable('team_season', {
  teamId: integer('team_id').notNull(),
  seasonId: integer('season_id').notNull(),
  cashCents: integer('cash_cents').notNull().default(0),
})

export const nhlTeam = pgTable('nhl_team', {
  abbrev: text('abbrev').primaryKey(),
  longName: text('long_name').notNull(),
  conference: text('conference'),
  division: text('division'),
  logoUrl: text('logo_url'),
})

export const nhlStanding = pgTable('nhl_standing', {
  seasonId: integer('season_id').notNull(),
  abbrev: text('abbrev').notNull(),
  divisionRank: integer('division_rank').notNull(),
  conferenceRank: integer('conference_rank').notNull(),
  gamesPlayed: integer('games_played').notNull(),
  points: integer('points').notNull(),
})

export const player = pgTable('player', {
  id: integer('id').primaryKey(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  position: text('position', { enum: ['LW', 'C', 'RW', 'LD', 'RD', 'G'] }).notNull(),
  nhlTeam: text('nhl_team'),
  headshotUrl: text('headshot_url'),
})

export const game = pgTable('game', {
  id: integer('id').primaryKey(),
  seasonId: integer('season_id').notNull(),
  gameDate: day('game_date').notNull(),
  startTime: instant('start_time').notNull(),
  home: text('home').notNull(),
  away: text('away').notNull(),
  homeScore: smallint('home_score'),
  awayScore: smallint('away_score'),
  lastPeriod: text('last_period', { enum: ['REG', 'OT', 'SO'] }),
  state: text('state').notNull(),
})

const lineColumns = () => ({
  gameId: integer('game_id').notNull(),
  playerId: integer('player_id').notNull(),
  nhlTeam: text('nhl_team').notNull(),
  goals: smallint('goals').notNull(),
  assists: smallint('assists').notNull(),
  powerPlayGoals: smallint('power_play_goals').notNull(),
  shortHandedGoals: smallint('short_handed_goals').notNull(),
  gameWinningGoals: smallint('game_winning_goals').notNull(),
  wins: smallint('wins').notNull(),
  overtimeLosses: smallint('overtime_losses').notNull(),
  shutouts: smallint('shutouts').notNull(),
  toiSeconds: integer('toi_seconds').notNull(),
  points: smallint('points').notNull(),
})

export const officialLine = pgTable('official_line', lineColumns())
export const pendingLine = pgTable('pending_line', {
  ...lineColumns(),
  removed: boolean('removed').notNull().default(false),
})

export const playerSeason = pgTable('player_season', {
  seasonId: integer('season_id').notNull(),
  playerId: integer('player_id').notNull(),
  nhlTeam: text('nhl_team'),
  points: integer('points').notNull(),
  pointsDiffPrevious: integer('points_diff_previous').notNull().default(0),
  gamesPlayed: integer('games_played').notNull(),
  teamGamesPlayed: integer('team_games_played').notNull(),
  toiSeconds: integer('toi_seconds').notNull(),
})

export const officialUpdate = pgTable('official_update', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  seasonId: integer('season_id').notNull(),
  publishedAt: instant('published_at').notNull(),
  throughDay: day('through_day').notNull(),
})

export const teamSnapshot = pgTable('team_snapshot', {
  updateId: integer('update_id').notNull(),
  teamId: integer('team_id').notNull(),
  pointsCents: integer('points_cents').notNull(),
  cashCents: integer('cash_cents').notNull(),
})

export const rosterEntry = pgTable('roster_entry', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  seasonId: integer('season_id').notNull(),
  teamId: integer('team_id').notNull(),
  playerId: integer('player_id').notNull(),
  acquired: text('acquired', { enum: ['draft', 'keeper', 'trade'] }).notNull(),
  draftBox: text('draft_box'),
  boughtAt: instant('bought_at').notNull(),
  boughtPriceCents: integer('bought_price_cents').notNull(),
  soldAt: instant('sold_at'),
  soldPriceCents: integer('sold_price_cents'),
})

export const scratchInterval = pgTable('scratch_interval', {
  entryId: integer('entry_id').notNull(),
  scratchedAt: instant('scratched_at').notNull(),
  dressedAt: instant('dressed_at'),
})

/** As migrations/0018_corrections.sql creates it. */
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
  /** Instants in milliseconds, amounts in cents. */
  detail: jsonb('detail').$type<Pick<CorrectionPlan, 'entries' | 'cash' | 'scoreBefore' | 'scoreAfter'>>().notNull(),
  undoes: integer('undoes'),
})

// The tables of migrations/0016_tonight.sql.

export const scoreGame = pgTable('score_game', {
  gameId: integer('game_id').primaryKey(),
  day: day('day').notNull(),
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
  requestedAt: instant('asked_at').notNull(),
  readAt: instant('read_at'),
  failures: integer('failures').notNull().default(0),
  notBefore: instant('not_before'),
})

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
  startedAt: instant('started_at').notNull(),
  byName: text('by_name'),
  before: jsonb('before').notNull(),
})

// The tables as migrations/0004_changes.sql, 0009_bounds.sql and 0017_office.sql create them and explain them.

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
