import type { LeagueDay } from '#rules/calendar'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import { minutesSeconds, type Stint } from '../career.ts'
import { positionOf } from '../read-answer.ts'
import type { SourceLine, SourcePlayer } from '../source.ts'
import type { ImportedClub } from '../store/import-clubs.ts'
import type { ImportedGame } from '../store/lines.ts'
import type { TableRow } from './csv.ts'

// How the rows of each table file are read, and the columns that takes.

export const CLUB_COLUMNS = ['abbrev', 'name', 'conference', 'division', 'logo']
export const clubOf = (row: TableRow): ImportedClub => ({
  abbrev: row.text('abbrev'),
  longName: row.text('name'),
  conference: row.text('conference'),
  division: row.text('division'),
  logoUrl: row.optional('logo'),
})

export const GAME_COLUMNS = [
  'gameId',
  'gameDate',
  'startTimeUTC',
  'gameState',
  'awayAbbrev',
  'awayScore',
  'homeAbbrev',
  'homeScore',
  'lastPeriodType',
]
export function gameOf(row: TableRow): ImportedGame {
  const played = row.optional('homeScore') !== null
  const startTime = new Date(row.text('startTimeUTC'))
  if (Number.isNaN(startTime.getTime())) throw row.refusal('startTimeUTC', 'not a time')
  return {
    id: row.count('gameId'),
    date: dayOf(row),
    startTime,
    state: row.text('gameState'),
    home: row.text('homeAbbrev'),
    away: row.text('awayAbbrev'),
    homeScore: played ? row.count('homeScore') : null,
    awayScore: played ? row.count('awayScore') : null,
    lastPeriod: played ? oneOf(row, 'lastPeriodType', ['REG', 'OT', 'SO'] as const) : null,
  }
}

export const PLAYER_COLUMNS = ['playerId', 'firstName', 'lastName', 'positionCode', 'shootsCatches', 'headshot']
export const playerOf = (row: TableRow): SourcePlayer => ({
  id: row.count('playerId'),
  firstName: row.text('firstName'),
  lastName: row.text('lastName'),
  position: positionOf(row.place, row.text('positionCode'), row.optional('shootsCatches')),
  headshotUrl: row.optional('headshot'),
})

const LINE_COLUMNS = ['gameId', 'gameDate', 'playerId', 'teamAbbrev', 'goals', 'assists', 'toiSeconds']

function dated(row: TableRow, players: ReadonlyMap<number, SourcePlayer>, line: SourceLine['line']): SourceLine {
  const player = players.get(line.playerId)
  if (!player) throw row.refusal('playerId', 'not in players.csv')
  return { day: dayOf(row), line, player }
}

const common = (row: TableRow) => ({
  gameId: row.count('gameId'),
  playerId: row.count('playerId'),
  nhlTeam: row.text('teamAbbrev'),
  goals: row.count('goals'),
  assists: row.count('assists'),
  toiSeconds: row.count('toiSeconds'),
})

export const SKATER_COLUMNS = [...LINE_COLUMNS, 'powerPlayGoals', 'shorthandedGoals', 'gameWinningGoals']
export const skaterLineOf = (row: TableRow, players: ReadonlyMap<number, SourcePlayer>): SourceLine =>
  dated(row, players, {
    kind: 'skater',
    ...common(row),
    powerPlayGoals: row.count('powerPlayGoals'),
    shortHandedGoals: row.count('shorthandedGoals'),
    gameWinningGoals: row.count('gameWinningGoals'),
  })

export const GOALIE_COLUMNS = [...LINE_COLUMNS, 'decision', 'shutouts']
export function goalieLineOf(row: TableRow, players: ReadonlyMap<number, SourcePlayer>): SourceLine {
  // A goalie whose game another goalie decided has none.
  const decision = row.optional('decision') === null ? null : oneOf(row, 'decision', ['W', 'L', 'O'] as const)
  return dated(row, players, {
    kind: 'goalie',
    ...common(row),
    wins: decision === 'W' ? 1 : 0,
    overtimeLosses: decision === 'O' ? 1 : 0,
    shutouts: row.count('shutouts'),
  })
}

export const STINT_COLUMNS = [
  'playerId',
  'positionCode',
  'seasonId',
  'sequence',
  'teamName',
  'gamesPlayed',
  'goals',
  'assists',
  'powerPlayGoals',
  'shorthandedGoals',
  'gameWinningGoals',
  'avgToi',
  'wins',
  'otLosses',
  'shutouts',
  'timeOnIce',
]
export function stintOf(row: TableRow, abbrevOf: (name: string) => string): Stint {
  const isGoalie = row.text('positionCode') === 'G'
  const gamesPlayed = row.count('gamesPlayed')
  const scored = { goals: row.count('goals'), assists: row.count('assists') }
  return {
    seasonId: row.count('seasonId'),
    sequence: row.count('sequence'),
    nhlTeam: abbrevOf(row.text('teamName')),
    gamesPlayed,
    points: isGoalie
      ? goaliePoints({
          ...scored,
          wins: row.count('wins'),
          overtimeLosses: row.count('otLosses'),
          shutouts: row.count('shutouts'),
        })
      : skaterPoints({
          ...scored,
          powerPlayGoals: row.count('powerPlayGoals'),
          shortHandedGoals: row.count('shorthandedGoals'),
          gameWinningGoals: row.count('gameWinningGoals'),
        }),
    toiSeconds: isGoalie ? minutesSeconds(row.text('timeOnIce')) : minutesSeconds(row.text('avgToi')) * gamesPlayed,
  }
}

function dayOf(row: TableRow): LeagueDay {
  const day = row.text('gameDate')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw row.refusal('gameDate', 'not a day')
  return day
}

function oneOf<Word extends string>(row: TableRow, column: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === row.text(column))
  if (!found) throw row.refusal(column, `not one of ${words.join(', ')}`)
  return found
}
