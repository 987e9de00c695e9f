import { type Static, Type } from 'typebox'
import { call, Day, Id, Money, maybe, PlayerRef, TeamRef } from './call.ts'
import { CorrectedLine, Correction } from './corrections.ts'
import { DraftedPlayer } from './draft.ts'
import { DraftLogEntry } from './draft-room.ts'
import { RosterChange, RosterItem } from './roster.ts'
import { Team } from './stats.ts'
import { Trade } from './trading.ts'

// Beyond the specification: the seasons that are over. Announced as `history`.

/** As the NHL writes a season: 19951996. */
export const SeasonId = Type.Integer({ minimum: 19_001_901, maximum: 29_992_999 })

/** A team's place at the end of a season, with the names of that time. */
export const FinalStanding = Type.Object({
  rank: Type.Integer(),
  team: Type.String(),
  shortName: maybe(Type.String()),
  teamId: maybe(Id),
  member: maybe(Type.String()),
  person: maybe(Type.String({ description: 'Names one person in every season, whatever they were called.' })),
  points: maybe(Money),
  cash: maybe(Money),
  total: Money,
})
export type FinalStanding = Static<typeof FinalStanding>

export const PastSeason = Type.Object({
  id: SeasonId,
  isPlayedHere: Type.Boolean({ description: 'Its rosters, trades, changes and draft are here, too.' }),
  standings: Type.Array(FinalStanding),
})
export type PastSeason = Static<typeof PastSeason>

export const RecordHolder = Type.Object({
  seasonId: SeasonId,
  team: Type.String(),
  member: maybe(Type.String()),
  rival: maybe(Type.String({ description: 'The team that came second.' })),
  monday: maybe(Day),
  player: maybe(PlayerRef),
  price: maybe(Money),
  seasons: maybe(Type.Array(SeasonId)),
})
export type RecordHolder = Static<typeof RecordHolder>

/** The best value, and all who share it. */
export const RecordMark = Type.Object({ value: Type.Number(), holders: Type.Array(RecordHolder) })
export type RecordMark = Static<typeof RecordMark>

export const Records = Type.Object({
  bestSeason: maybe(RecordMark),
  bestWeek: maybe(RecordMark),
  closestFinish: maybe(RecordMark),
  bestTrade: maybe(RecordMark),
  mostTitles: maybe(RecordMark),
  bestPicks: Type.Array(Type.Object({ boxName: Type.String(), mark: RecordMark })),
})
export type Records = Static<typeof Records>

export const TeamWeeks = Type.Object({
  team: TeamRef,
  weeks: Type.Array(
    Type.Object({
      monday: Day,
      total: Type.Unsafe<number>({ ...Money, description: 'At the end of the week.' }),
      gain: maybe(
        Type.Unsafe<number>({ ...Money, description: 'In the week; none where the total at its start is not known.' }),
      ),
    }),
  ),
})
export type TeamWeeks = Static<typeof TeamWeeks>

/** Somebody who has or had a team. */
export const Person = Type.Object({
  person: Type.String(),
  name: Type.String(),
  teamId: maybe(Id),
})
export type Person = Static<typeof Person>

export const History = Type.Object({
  seasonId: SeasonId,
  seasons: Type.Array(PastSeason, { description: 'The latest first.' }),
  people: Type.Array(Person),
  records: Records,
  weeks: Type.Array(TeamWeeks, { description: 'Of the season that is on.' }),
})
export type History = Static<typeof History>

export const SeasonHistory = Type.Object({
  season: PastSeason,
  champions: Type.Array(Type.Object({ team: TeamRef, players: Type.Array(RosterItem) })),
  weeks: Type.Array(TeamWeeks),
})
export type SeasonHistory = Static<typeof SeasonHistory>

export const TeamHistory = Type.Object({
  team: Team,
  current: Type.Array(RosterItem, { description: 'At the end of the season.' }),
  sold: Type.Array(RosterItem),
})
export type TeamHistory = Static<typeof TeamHistory>

const SeasonParams = Type.Object({ seasonId: SeasonId })

export const getHistory = call({
  method: 'GET',
  path: '/api/v1/history',
  summary: 'Beyond the specification: the seasons that are over, the records, and this season by weeks',
  answer: History,
  failure: 'Failed to fetch the history',
  offline: 'snapshot',
})

const ofSeason = {
  method: 'GET',
  params: SeasonParams,
  failure: 'Failed to fetch the season',
  offline: 'snapshot',
} as const

export const getSeasonHistory = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}',
  summary: "Beyond the specification: how a season ended, and the champion's roster",
  answer: SeasonHistory,
})

export const getSeasonTrades = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}/trades',
  summary: 'Beyond the specification: the trades of a season that is over',
  answer: Type.Array(Trade),
})

export const getSeasonChanges = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}/roster-changes',
  summary: 'Beyond the specification: the scratches and dressings of a season that is over',
  answer: Type.Array(RosterChange),
})

export const getSeasonDraft = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}/draft',
  summary: 'Beyond the specification: the picks of a season that is over',
  answer: Type.Array(DraftedPlayer),
})

export const getSeasonDraftLog = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}/draft-log',
  summary: 'Beyond the specification: everything that happened in the draft of a season that is over',
  answer: Type.Array(DraftLogEntry),
})

export const getSeasonCorrections = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}/corrections',
  summary: 'Beyond the specification: the corrections of a season that is over, the latest first',
  answer: Type.Array(Correction),
})

export const getSeasonNhlCorrections = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}/nhl-corrections',
  summary: 'Beyond the specification: what the NHL corrected late in a season that is over, the latest first',
  answer: Type.Array(CorrectedLine),
})

export const getSeasonTeam = call({
  ...ofSeason,
  path: '/api/v1/history/{seasonId}/teams/{teamId}',
  summary: 'Beyond the specification: a team in a season that is over',
  params: Type.Object({ seasonId: SeasonId, teamId: Id }),
  answer: TeamHistory,
})
