import './nhl-standings.css'
import { useQuery } from '@tanstack/react-query'
import { getNhlTeams, type NhlTeam } from '#contract/stats'
import { nhlTeams } from '../../data/stats.ts'
import { ClubLogo } from '../../ui/art/club-logo.tsx'
import { figure } from '../../ui/figure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import type { Columns } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { conferencesOf, type Group, type PlacedTeam, WILD_CARDS } from './conferences.ts'

const LOGO_PX = 28

/** All five fit a phone of 360 pixels. */
const nhlColumns: Columns<PlacedTeam> = [
  {
    key: 'rank',
    label: 'Rank',
    kind: 'number',
    width: 'clamp(3.5rem, 8vw, 4.25rem)',
    value: ({ place }) => place,
    text: ({ place }) => figure(place),
  },
  {
    key: 'team',
    label: 'Team',
    kind: 'text',
    width: 'minmax(9.5rem, 1fr)',
    heads: true,
    value: ({ longName }) => longName,
    text: ({ longName }) => longName,
    cell: ({ longName, shortName, logoUrl }) => (
      <>
        <ClubLogo abbreviation={shortName} url={logoUrl} size={LOGO_PX} />
        {longName}
      </>
    ),
  },
  {
    key: 'nhl',
    label: 'NHL',
    kind: 'text',
    width: 'clamp(3.5rem, 9vw, 4.5rem)',
    value: ({ shortName }) => shortName,
    text: ({ shortName }) => shortName,
  },
  {
    key: 'gamesPlayed',
    label: 'GP',
    kind: 'number',
    width: 'clamp(2.75rem, 7vw, 3.5rem)',
    value: ({ gamesPlayed }) => gamesPlayed,
    text: ({ gamesPlayed }) => figure(gamesPlayed),
  },
  {
    key: 'points',
    label: 'Pts',
    kind: 'number',
    width: 'clamp(3.25rem, 8vw, 4.25rem)',
    strong: true,
    value: ({ points }) => points,
    text: ({ points }) => figure(points),
  },
]

const keyOf = ({ shortName }: PlacedTeam) => shortName
const stateOf = () => null

interface GroupTableProps {
  readonly conference: string
  readonly group: Group
  /** How many of the group stand above the thick line. */
  readonly cutAfter?: number
}

/** Its rows have an order of their own, so nothing sorts them. */
const GroupTable = ({ conference, group, cutAfter }: GroupTableProps) => (
  <>
    <h3>{group.name}</h3>
    <Table
      label={`${conference} ${group.name}`}
      columns={nhlColumns}
      rows={group.teams}
      rowKey={keyOf}
      rowState={stateOf}
      cutAfter={cutAfter}
    />
  </>
)

const Conferences = ({ teams }: { readonly teams: readonly NhlTeam[] }) => (
  <div className="nhl-standings">
    {conferencesOf(teams).map(({ name, divisions, wildCard }) => (
      <section key={name} aria-labelledby={`conference-${name}`}>
        <h2 id={`conference-${name}`}>{name}</h2>
        {divisions.map((group) => (
          <GroupTable key={group.name} conference={name} group={group} />
        ))}
        <GroupTable conference={name} group={wildCard} cutAfter={WILD_CARDS} />
        <p className="nhl-cut">The {WILD_CARDS} teams above the red line hold the wild cards.</p>
      </section>
    ))}
  </div>
)

export function NhlStandingsView() {
  const teams = useQuery(nhlTeams())
  return (
    <DataScreen title="NHL Standings" art="/art/banner-standings.svg" queries={[teams]}>
      <QueryResult query={teams} failure={getNhlTeams.failure}>
        {(all) => (all.length === 0 ? <Notice kind="info">No NHL standings yet.</Notice> : <Conferences teams={all} />)}
      </QueryResult>
    </DataScreen>
  )
}
