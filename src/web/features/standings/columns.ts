import type { Team } from '#contract/stats'
import { isUnranked, rankShifts } from '#rules/standings'
import type { Columns, RowState } from '../../ui/table/columns.ts'
import { count, decimal, shiftSign, sign, text } from '../../ui/table/columns.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'

// Dependency-free: the first-frame script draws from these, too.

/** The table's name in the URL. */
export const STANDINGS = 'standings'
export const standingsTitle = 'Standings'
export const standingsArt = '/art/banner-standings.svg'
export const standingsSort: Sort = { key: 'totalScore', direction: 'desc' }

const RANK_WIDTH = '3.5rem'

/** Ordered by importance: a phone shows the columns up to Week without scrolling. `teams` are all of the rows. */
export const standingsColumns = (ownTeamId: number | null | undefined, teams: readonly Team[]): Columns<Team> => {
  const shifts = rankShifts(teams)
  const hasLeader = !isUnranked(teams)
  return [
    count('ranking', 'Rank', RANK_WIDTH, (team) => team.ranking, {
      sticky: '0',
      tone: (team) => (hasLeader && team.ranking === 1 ? 'gold' : null),
      sign: (team) => shiftSign(shifts.get(team.id) ?? 0),
    }),
    text('name', 'Team', 'minmax(9.25rem, 3fr)', (team) => team.name, {
      fills: true,
      sticky: RANK_WIDTH,
      heads: true,
      href: (team) => `/teams/${team.id}`,
      mark: (team) => (isOwn(team, ownTeamId) ? 'Your team' : null),
    }),
    count('totalScore', 'Total', 'minmax(3.5rem, 1fr)', (team) => team.totalScore, { strong: true }),
    sign('scoreDiffPrevious', 'Last', 'minmax(3.25rem, 1fr)', (team) => team.scoreDiffPrevious),
    count('scoreThisWeek', 'Week', 'minmax(3rem, 1fr)', (team) => team.scoreThisWeek),
    count('scoreLastWeek', 'Last Week', 'minmax(4rem, 1fr)', (team) => team.scoreLastWeek),
    count('points', 'Points', 'minmax(4.5rem, 1fr)', (team) => team.points),
    decimal('cash', 'Cash', 'minmax(5rem, 1fr)', (team) => team.cash),
    text('shortName', 'Short Name', 'minmax(6rem, 1fr)', (team) => team.shortName),
  ]
}

const isOwn = (team: Team, ownTeamId: number | null | undefined) => ownTeamId != null && team.id === ownTeamId

export const standingsRowState = (team: Team, ownTeamId: number | null | undefined): RowState =>
  isOwn(team, ownTeamId) ? 'own' : null

export const readStandingsSort = (search: Readonly<Record<string, unknown>>): Sort =>
  readSort(search, STANDINGS, standingsColumns(null, []), standingsSort)
