import type { Team } from '#contract/stats'
import { isUnranked, rankShifts } from '#rules/standings'
import { change, changeTone, figure } from '../../ui/figure.ts'
import type { Columns, RowState } from '../../ui/table/column.ts'
import { shiftSign } from '../../ui/table/shift-sign.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'

// Dependency-free: the first-frame script draws from these, too.

/** The table's name in the URL. */
export const STANDINGS = 'standings'
export const standingsTitle = 'Standings'
export const standingsArt = '/art/banner-standings.svg'
const standingsSort: Sort = { key: 'totalScore', direction: 'desc' }

const RANK_WIDTH = '3.5rem'

/** Ordered by importance: a phone shows the columns up to Week without scrolling. `teams` are all of the rows. */
export const standingsColumns = (ownTeamId: number | null | undefined, teams: readonly Team[]): Columns<Team> => {
  const shifts = rankShifts(teams)
  const hasLeader = !isUnranked(teams)
  return [
    {
      key: 'ranking',
      label: 'Rank',
      kind: 'number',
      width: RANK_WIDTH,
      sticky: '0',
      value: (team) => team.ranking,
      text: (team) => figure(team.ranking),
      tone: (team) => (hasLeader && team.ranking === 1 ? 'gold' : null),
      sign: (team) => shiftSign(shifts.get(team.id) ?? 0),
    },
    {
      key: 'name',
      label: 'Team',
      kind: 'text',
      width: 'minmax(var(--who, 9.25rem), 3fr)',
      sticky: RANK_WIDTH,
      edge: true,
      heads: true,
      value: (team) => team.name,
      text: (team) => team.name,
      href: (team) => `/teams/${team.id}`,
      mark: (team) => (isOwn(team, ownTeamId) ? 'Your team' : null),
    },
    {
      key: 'totalScore',
      label: 'Total',
      kind: 'number',
      width: 'minmax(3.5rem, 1fr)',
      strong: true,
      value: (team) => team.totalScore,
      text: (team) => figure(team.totalScore),
    },
    {
      key: 'scoreDiffPrevious',
      label: 'Last',
      kind: 'number',
      width: 'minmax(3.25rem, 1fr)',
      value: (team) => team.scoreDiffPrevious,
      text: (team) => change(team.scoreDiffPrevious),
      tone: (team) => changeTone(team.scoreDiffPrevious),
    },
    {
      key: 'scoreThisWeek',
      label: 'Week',
      kind: 'number',
      width: 'minmax(3rem, 1fr)',
      value: (team) => team.scoreThisWeek,
      text: (team) => figure(team.scoreThisWeek),
    },
    {
      key: 'scoreLastWeek',
      label: 'Last Week',
      kind: 'number',
      width: 'minmax(4rem, 1fr)',
      value: (team) => team.scoreLastWeek,
      text: (team) => figure(team.scoreLastWeek),
    },
    {
      key: 'points',
      label: 'Points',
      kind: 'number',
      width: 'minmax(4.5rem, 1fr)',
      value: (team) => team.points,
      text: (team) => figure(team.points),
    },
    {
      key: 'cash',
      label: 'Cash',
      kind: 'number',
      width: 'minmax(5rem, 1fr)',
      value: (team) => team.cash,
      text: (team) => figure(team.cash, 2),
    },
    {
      key: 'shortName',
      label: 'Short Name',
      kind: 'text',
      width: 'minmax(6rem, 1fr)',
      value: (team) => team.shortName,
      text: (team) => team.shortName,
    },
  ]
}

const isOwn = (team: Team, ownTeamId: number | null | undefined) => ownTeamId != null && team.id === ownTeamId

export const standingsRowState = (team: Team, ownTeamId: number | null | undefined): RowState =>
  isOwn(team, ownTeamId) ? 'own' : null

export const readStandingsSort = (search: Readonly<Record<string, unknown>>): Sort =>
  readSort(search, STANDINGS, standingsColumns(null, []), standingsSort)
