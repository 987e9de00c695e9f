import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FinalStanding, getSeasonHistory, type PastSeason } from '#contract/history'
import { unknownErrors } from '#contract/refusal-texts'
import { hasFeature } from '#contract/user'
import { seasonName } from '#rules/calendar'
import { history, seasonHistory } from '../../data/history.ts'
import { currentUser } from '../../data/user.ts'
import { CallError } from '../../net/call-error.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { type Columns, count, decimal, rank, text } from '../../ui/table/columns.ts'
import type { Sort } from '../../ui/table/sort.ts'
import { SortedTable } from '../../ui/table/table.tsx'
import { SeasonNhlCorrections } from '../corrections/correction-lists.tsx'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import { ownOrListed } from '../data-screen/own-or-listed.ts'
import { inSeason } from '../season/season-choice.tsx'
import { formerColumns, RosterTable, TEAM_CURRENT } from '../team/roster-table.tsx'
import { wonText } from './history-words.ts'
import { WeeksFigure } from './weeks-figure.tsx'
import './history.css'

const byRank: Sort = { key: 'rank', direction: 'asc' }

/** How a season ended. A file of earlier years has neither points nor cash, and none of its teams has a page. */
const standingColumns = (seasonId: number, isPlayedHere: boolean): Columns<FinalStanding> => [
  rank('rank', 'Rank', '3.5rem', ({ rank }) => rank, { sticky: '0' }),
  text('team', 'Team', 'minmax(9.25rem, 3fr)', ({ team }) => team, {
    sticky: '3.5rem',
    heads: true,
    ...(isPlayedHere ? { href: ({ teamId }: FinalStanding) => inSeason(`/teams/${teamId}`, seasonId) } : {}),
  }),
  decimal('total', 'Total', 'minmax(6rem, 1fr)', ({ total }) => total, { strong: true }),
  text('member', 'Member', 'minmax(6rem, 2fr)', ({ member }) => member),
  ...(isPlayedHere
    ? [
        count('points', 'Points', 'minmax(4.5rem, 1fr)', ({ points }: FinalStanding) => points),
        decimal('cash', 'Cash', 'minmax(6rem, 1fr)', ({ cash }: FinalStanding) => cash),
      ]
    : []),
]

function FinalStandings({ season, ownTeamId }: { readonly season: PastSeason; readonly ownTeamId: number | null }) {
  const { id, isPlayedHere, standings } = season
  const columns = useMemo(() => standingColumns(id, isPlayedHere), [id, isPlayedHere])
  return (
    <section className="part">
      <h2>Final Standings</h2>
      <SortedTable
        label="Final Standings"
        name="final"
        columns={columns}
        rows={standings}
        rowKey={({ team, rank }) => `${rank} ${team}`}
        rowState={({ teamId }) => (teamId != null && teamId === ownTeamId ? 'own' : null)}
        defaultSort={byRank}
      />
    </section>
  )
}

const LISTS = [
  ['Trades', '/trades'],
  ['Roster Changes', '/roster-changes'],
  ['Draft Picks', '/draft-report'],
] as const

/** How a season ended, and where the rest of it is. */
export function SeasonView({ seasonId }: { readonly seasonId: number }) {
  // All that the league's history has of it, which is there without a network, too.
  const listed = useQuery(history())
  const query = ownOrListed(useQuery(seasonHistory(seasonId)), [listed], ({ seasons }) => {
    const season = seasons.find(({ id }) => id === seasonId)
    return season && { season, champions: [], weeks: [] }
  })
  const { data: user } = useQuery(currentUser())
  const ownTeamId = user?.teamId ?? null
  const { error } = query
  const isUnknown = error instanceof CallError && error.status === 404
  return (
    <DataScreen
      title={`Season ${seasonName(seasonId)}`}
      line={query.data ? wonText(query.data.season) : ''}
      queries={[query]}
    >
      <QueryResult query={query} failure={getSeasonHistory.failure}>
        {({ season, champions, weeks }) => (
          <div className="parts history">
            <FinalStandings season={season} ownTeamId={ownTeamId} />
            {season.isPlayedHere && (
              <nav className="buttons inset" aria-label={`Lists of ${seasonName(seasonId)}`}>
                {LISTS.map(([label, path]) => (
                  <OwnLink key={path} className="button plain" href={inSeason(path, seasonId)}>
                    {label}
                  </OwnLink>
                ))}
              </nav>
            )}
            {season.isPlayedHere && hasFeature(user, 'corrections') && <SeasonNhlCorrections seasonId={seasonId} />}
            {champions.map(({ team, players }) => (
              <section key={team.id} className="part">
                <h2>{`The Roster of ${team.shortName}`}</h2>
                <RosterTable
                  label={`The Roster of ${team.shortName}`}
                  name={TEAM_CURRENT}
                  items={players}
                  columns={formerColumns}
                />
              </section>
            ))}
            <WeeksFigure seasonId={seasonId} teams={weeks} ownTeamId={ownTeamId} />
          </div>
        )}
      </QueryResult>
      {isUnknown && <p className="page-text">{unknownErrors.SEASON_NOT_FOUND}</p>}
    </DataScreen>
  )
}
