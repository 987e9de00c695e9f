import { seasonAfter, seasonBefore } from '#rules/calendar'
import { centsOfPoints } from '#rules/money'
import { orderOf } from '#rules/pick-sequence'
import { ranking } from '#rules/standings'
import type { Queries } from '../db/engine/database.ts'
import { logPastDraft } from '../league/draft/draft-log.ts'
import { type NewStanding, saveEndedSeason, standingsNow } from '../league/history/history.ts'
import { saveUpdate } from '../league/standings/publish.ts'
import { loadOfficialLines, saveGames } from '../nhl/store/lines.ts'
import { saveHistory } from './demo-league.ts'
import { gamesOfDay, importedGame, linesOf, scoreOf } from './nhl/known-games.ts'
import type { History } from './pool/history.ts'
import { dice } from './simulation/dice.ts'
import { daysFrom } from './simulation/game-calendar.ts'
import type { SimSeason } from './simulation/season.ts'

/** Last season as it was played, and how it and those before it ended. */
export async function savePastSeasons(
  queries: Queries,
  demoSeed: number,
  lastSeason: SimSeason,
  former: History,
): Promise<void> {
  await saveLastSeason(queries, lastSeason)
  // The last of its updates is made, not written: its scores come from the lines, which have no corrections.
  await saveHistory(queries, lastSeason.id, { ...former, updates: former.updates.slice(0, -1) })
  const { keepersLockedAt, sequence } = former.draft
  await logPastDraft(queries, lastSeason.id, keepersLockedAt, orderOf(sequence))
  const last = former.updates.at(-1)
  if (last) await saveUpdate(queries, lastSeason.id, new Date(last.at))
  const ended = await standingsNow(queries, lastSeason.id)
  if (ended) await saveEndedSeason(queries, { id: lastSeason.id, source: 'played' }, ended)
  for (const { id, standings } of inventEarlierYears(demoSeed, seasonBefore(lastSeason.id))) {
    await saveEndedSeason(queries, { id, source: 'file' }, standings)
  }
}

/** Days whose lines are written at once: about 2,000 lines, as the importer takes them. */
const DAYS_AT_ONCE = 7

/**
 * The games and lines that the sums of the finished season come from. They do not come by way of the importer, which
 * knows the league's present season only: a finished one is published as it ended.
 */
async function saveLastSeason(queries: Queries, season: SimSeason): Promise<void> {
  const days = daysFrom(season.firstDay, season.lastDay)
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const played = days.slice(at, at + DAYS_AT_ONCE).flatMap((day) => gamesOfDay(season, day))
    const games = played.map(({ fixture, game }) => importedGame(fixture, 'OFF', scoreOf(game)))
    await saveGames(queries, season.id, games)
    await loadOfficialLines(queries, played.flatMap(linesOf))
  }
}

/** Who had a team, and what they called it over the years. */
interface EarlierMember {
  readonly name: string
  /** The years in which their seasons began; the last one is open for who is still here. */
  readonly from: number
  readonly until?: number
  /** More or less than the league's mean in a usual year. */
  readonly skill: number
  readonly teams: readonly (readonly [from: number, name: string])[]
}

const SINCE = 19_951_996
/** As the demo's own seasons end. */
const MEAN = 1_420
const SPREAD = 85

/** The league began with eight; those who left were followed by others. */
const members: readonly EarlierMember[] = [
  { name: 'admin', from: 1995, skill: 36, teams: [[1995, 'The Commissioners'], [2011, 'Commissioner Chaos']] },
  { name: 'Gottfried', from: 1995, skill: 20, teams: [[1995, 'Old Ice'], [2008, 'Old Ice, New Tricks']] },
  { name: 'Odile', from: 1995, skill: 52, teams: [[1995, 'Blue Line Bakery'], [2003, 'Sudden Death Knitters']] },
  { name: 'Halvard', from: 1995, until: 2009, skill: 60, teams: [[1995, 'Fjord Wingers']] },
  { name: 'Rosalind', from: 1995, until: 2001, skill: -24, teams: [[1995, 'The Crease Police']] },
  { name: 'Bertrand', from: 1995, skill: -16, teams: [[1995, 'Five Hole Philosophers']] },
  { name: 'Casimir', from: 1995, until: 2015, skill: 8, teams: [[1995, 'Dump and Chase'], [2006, 'Chip and Charge']] },
  { name: 'Wilma', from: 1995, skill: -32, teams: [[1995, 'Resurfacing Crew'], [2000, 'The Zamboni Union']] },
  { name: 'Salvatore', from: 1998, skill: 12, teams: [[1998, 'Two Minutes for Verse'], [2004, 'Penalty Box Poets']] },
  { name: 'Ines', from: 2002, skill: -8, teams: [[2002, 'Hartmouth Harbour Seals']] },
  { name: 'Emmerich', from: 2003, skill: -40, teams: [[2003, 'Backcheck to the Future']] },
  { name: 'Ottilie', from: 2005, until: 2018, skill: 28, teams: [[2005, 'Stanley Cupcakes']] },
  { name: 'Tuula', from: 2010, skill: 32, teams: [[2010, 'Frozen Assets']] },
  { name: 'premium', from: 2013, skill: 56, teams: [[2013, 'Puck Luck'], [2017, 'Premium Pucks']] },
  { name: 'Yasmin', from: 2016, skill: -52, teams: [[2016, 'Empty Netters Anonymous']] },
  { name: 'member', from: 2019, skill: 4, teams: [[2019, 'Thursday Night Skate']] },
] // biome-ignore format: a member is a line

interface EarlierYear {
  readonly id: number
  readonly standings: readonly NewStanding[]
}

/** How the seasons from 1995 on ended, through the one given: invented, the same for the same seed. */
function inventEarlierYears(seed: number, through: number): EarlierYear[] {
  const years: EarlierYear[] = []
  for (let id = SINCE; id <= through; id = seasonAfter(id)) years.push({ id, standings: standingsOf(seed, id) })
  return years
}

function standingsOf(seed: number, id: number): NewStanding[] {
  const year = Math.floor(id / 10_000)
  const throws = dice(seed, id, 'earlier years')
  const own = members
    .filter(({ from, until = year }) => from <= year && year <= until)
    .map(({ name, skill, teams }) => ({
      memberName: name,
      teamName: teams.findLast(([from]) => from <= year)?.[1] ?? name,
      totalCents: centsOfPoints(MEAN + skill) + Math.round(100 * SPREAD * throws.normal()),
    }))
    .sort((one, other) => other.totalCents - one.totalCents)
  const ranks = ranking(own.map(({ totalCents }) => totalCents))
  return own.map((each, index) => ({
    ...each,
    rank: ranks[index] ?? own.length,
    teamId: null,
    shortName: null,
    memberId: null,
    pointsCents: null,
    cashCents: null,
  }))
}
