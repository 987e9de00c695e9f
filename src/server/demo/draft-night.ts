import { addDays, mondayOf } from '#rules/calendar'
import { type GeneratedBox, generateBoxes } from '#rules/draft-boxes'
import type { Queries } from '../db/engine/database.ts'
import { boxCandidates, replaceBoxes } from '../league/draft/boxes.ts'
import { saveMode } from '../league/draft/draft-teams.ts'
import { savePickList } from '../league/pick-list/pick-lists.ts'
import { publish } from '../league/standings/publish.ts'
import { formerHistory, remembering } from './create-demo-league.ts'
import { countRows } from './demo-league.ts'
import { savePastSeasons } from './past-seasons.ts'
import { demoTeams } from './pool/pool-state.ts'
import { importSimulatedNhl, type Scenario } from './scenario.ts'
import { demoNhl } from './simulation/season.ts'

/** From the day on which the league is made to the season's first, about. */
const WEEKS_AHEAD = 3

/** The eve of a draft: last season is over, the boxes are generated, keepers are to be chosen. */
export const draftNight: Scenario = {
  seed: 1917,
  firstDayFor: (today) => addDays(mondayOf(today), 1 + 7 * WEEKS_AHEAD),
  async play(database, league, now, report) {
    report(0, 'Inventing clubs and players')
    const nhl = remembering(demoNhl(league))
    await importSimulatedNhl(database, nhl, now, 'everything', (done, what) => report(0.05 + 0.7 * done, what))
    report(0.75, 'Playing last season')
    const candidates = await database.transaction((queries) => boxCandidates(queries, league))
    const former = formerHistory(league, nhl, candidates)
    report(0.85, 'Writing last season, rosters and boxes')
    await database.transaction(async (queries) => {
      await savePastSeasons(queries, league.demoSeed, nhl.lastSeason, former)
      const boxes = generateBoxes(candidates, demoTeams.length, league.constants)
      await replaceBoxes(queries, league.seasonId, boxes)
      await leaveLists(queries, league.seasonId, boxes)
      await publish(queries, league.seasonId, new Date(now))
      await countRows(queries)
    })
  },
}

/** Two members are not there on the night: their lists pick at once, or when the time is up. */
const ABSENT = [
  { shortName: 'OLDICE', mode: 'now' },
  { shortName: 'ENA', mode: 'timeout' },
] as const

/** Each wants the second and the third of every box, in its own order. */
async function leaveLists(queries: Queries, seasonId: number, boxes: readonly GeneratedBox[]): Promise<void> {
  const seconds = boxes.flatMap(({ players }) => players.slice(1, 2))
  const thirds = boxes.flatMap(({ players }) => players.slice(2, 3))
  for (const [index, { shortName, mode }] of ABSENT.entries()) {
    const teamId = 1 + demoTeams.findIndex((team) => team.shortName === shortName)
    const wanted = (index === 0 ? [...seconds, ...thirds] : [...thirds, ...seconds]).map(({ playerId }) => playerId)
    await savePickList(queries, { seasonId, teamId }, wanted)
    await saveMode(queries, { seasonId, teamId }, mode)
  }
}
