import { LEAGUE_DEFAULTS } from '#contract/limits'
import { addDays, defaultSeasonDates, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import type { BoxCandidate } from '#rules/draft-boxes'
import type { League } from '#rules/league'
import { orderOf } from '#rules/pick-sequence'
import type { Database, Queries } from '../db/engine/database.ts'
import { league } from '../db/tables/tables.ts'
import { boxCandidates, replaceBoxes } from '../league/draft/boxes.ts'
import { saveKeeper } from '../league/draft/draft.ts'
import { logPastDraft } from '../league/draft/draft-log.ts'
import { insertDraft } from '../league/draft/sequence.ts'
import { saveFileSeason } from '../league/moving-in/setup-league.ts'
import { publish } from '../league/standings/publish.ts'
import { countRows, saveHistory, saveTeams } from './demo-league.ts'
import { savePastSeasons } from './past-seasons.ts'
import { chooseKeepers, type DraftDay } from './pool/draft-day.ts'
import { type History, playHistory } from './pool/history.ts'
import { demoTeams, newcomer } from './pool/pool-state.ts'
import { type DemoLeague, importSimulatedNhl, type Report, type Scenario } from './scenario.ts'
import type { SimGame } from './simulation/game.ts'
import { lastPublishedDay, publishedAt } from './simulation/game-calendar.ts'
import { type DemoNhl, demoNhl, firstDayFor, type SimSeason, seasonIdFor } from './simulation/season.ts'

const rulesOf = ({ firstDay, lastDay }: Pick<SimSeason, 'firstDay' | 'lastDay'>): League => ({
  constants: LEAGUE_DEFAULTS,
  dates: defaultSeasonDates(firstDay, lastDay),
})

export async function foundDemoLeague(queries: Queries, now: Instant, scenario: Scenario): Promise<void> {
  const { seed } = scenario
  const firstDay = scenario.firstDayFor(leagueDay(now, LEAGUE_DEFAULTS.timeZone))
  const { season, lastSeason } = demoNhl({ demoSeed: seed, seasonId: seasonIdFor(firstDay), firstDay })
  for (const each of [lastSeason, season]) await saveFileSeason(queries, { ...each, dates: rulesOf(each).dates })
  const { timeZone } = LEAGUE_DEFAULTS
  await queries.insert(league).values({ name: 'Demo League', timeZone, seasonId: season.id, demoSeed: seed })
  await saveTeams(queries, [lastSeason.id, season.id], demoTeams, newcomer)
}

/**
 * Gives a founded league its season so far, up to the last published day but one: the statistics through the importer,
 * and what its members did in one transaction with the first official update. If interrupted, it starts again and finds
 * what the importer has already brought.
 */
async function playDemoSeason(database: Database, league: DemoLeague, now: Instant, report: Report): Promise<void> {
  const { timeZone } = league.constants
  const lastDay = addDays(lastPublishedDay(now, timeZone), -1)
  report(0, 'Inventing clubs and players')
  const nhl = remembering(demoNhl(league))
  await importSimulatedNhl(database, nhl, publishedAt(lastDay, timeZone), 'everything', (done, what) =>
    report(0.05 + 0.7 * done, what),
  )
  report(0.75, 'Drafting and trading')
  const candidates = await database.transaction((queries) => boxCandidates(queries, league))
  const former = formerHistory(league, nhl, candidates)
  const history = playHistory({
    seed: league.demoSeed,
    league,
    players: nhl.players,
    season: nhl.season,
    candidates,
    keepers: chooseKeepers(former.entries, rulesOf(nhl.lastSeason), candidates),
    lastDay,
  })
  report(0.85, 'Writing earlier seasons')
  await database.transaction(async (queries) => {
    await savePastSeasons(queries, league.demoSeed, nhl.lastSeason, former)
    report(0.9, 'Writing rosters and standings')
    await saveDraftDay(queries, league.seasonId, history.draft)
    // The last of the updates is made, not written: its scores come from what has been imported.
    await saveHistory(queries, league.seasonId, { ...history, updates: history.updates.slice(0, -1) })
    const { keepersLockedAt, sequence } = history.draft
    await logPastDraft(queries, league.seasonId, keepersLockedAt, orderOf(sequence))
    await publish(queries, league.seasonId, new Date(publishedAt(lastDay, timeZone)))
    await countRows(queries)
  })
}

export const midSeason: Scenario = { seed: 1995, firstDayFor, play: playDemoSeason }

/** Last season, drafted by its own numbers: those of the season before it were never played. */
export function formerHistory(
  league: DemoLeague,
  { players, lastSeason }: DemoNhl,
  candidates: readonly BoxCandidate[],
): History {
  const veterans = players.filter(({ rookie }) => !rookie)
  const known = new Set(veterans.map(({ id }) => id))
  return playHistory({
    seed: league.demoSeed,
    league: rulesOf(lastSeason),
    players: veterans,
    season: lastSeason,
    candidates: candidates.filter(({ playerId }) => known.has(playerId)),
    keepers: [],
    lastDay: lastSeason.lastDay,
  })
}

/** Caches games: none is played twice while the league is made. */
export function remembering(nhl: DemoNhl): DemoNhl {
  const once = (season: SimSeason): SimSeason => {
    const known = new Map<LeagueDay, SimGame[]>()
    const played = (day: LeagueDay): SimGame[] => {
      const games = known.get(day) ?? season.played(day)
      known.set(day, games)
      return games
    }
    return { ...season, played }
  }
  return { ...nhl, season: once(nhl.season), lastSeason: once(nhl.lastSeason) }
}

/** A finished draft but for its picks, which are written with the rosters. */
async function saveDraftDay(
  queries: Queries,
  seasonId: number,
  { boxes, keepers, keepersLockedAt, sequence }: DraftDay,
): Promise<void> {
  await replaceBoxes(queries, seasonId, boxes)
  for (const keeper of keepers) await saveKeeper(queries, seasonId, keeper)
  await insertDraft(queries, seasonId, keepersLockedAt, sequence)
}
