import { useQuery } from '@tanstack/react-query'
import { getNhlTeams, type NhlTeam } from '#contract/stats'
import { nhlTeams } from '../../data/league.ts'
import { ClubLogo } from '../../ui/art/club-logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Columns } from '../../ui/table/columns.ts'
import { count, text } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import './nhl-standings.css'

/** As many lead each division, and as many more of each conference come into the playoffs, whatever their division. */
const DIVISION_LEADERS = 3
const WILD_CARDS = 2

const divisions = { Eastern: ['Atlantic', 'Metropolitan'], Western: ['Central', 'Pacific'] } as const
const conferenceNames = ['Eastern', 'Western'] as const

/** A team at its place in one of the tables, from 1. */
interface PlacedTeam extends NhlTeam {
  readonly place: number | null
}

interface Group {
  readonly name: string
  readonly teams: readonly PlacedTeam[]
}

interface Conference {
  readonly name: string
  readonly divisions: readonly Group[]
  readonly wildCard: Group
}

const LAST = Number.POSITIVE_INFINITY

/** Without a rank a team comes last. */
const ranked = (teams: readonly NhlTeam[], rank: 'divisionRank' | 'conferenceRank') =>
  [...teams].sort((a, b) => (a[rank] ?? LAST) - (b[rank] ?? LAST) || 0)

const conferenceOf = (name: (typeof conferenceNames)[number], all: readonly NhlTeam[]): Conference => {
  const teams = all.filter(({ conference }) => conference === name)
  const leaders = divisions[name].map((division) => ({
    name: division,
    teams: ranked(
      teams.filter((team) => team.division === division),
      'divisionRank',
    )
      .slice(0, DIVISION_LEADERS)
      .map((team) => ({ ...team, place: team.divisionRank ?? null })),
  }))
  const leading = new Set(leaders.flatMap((group) => group.teams.map(({ shortName }) => shortName)))
  const others = teams.filter(({ shortName }) => !leading.has(shortName))
  return {
    name,
    divisions: leaders,
    wildCard: {
      name: 'Wild Card',
      // The place in the race, as the standings of the NHL show it: a conference rank would leave gaps, since those who
      // lead a division with fewer points stand between.
      teams: ranked(others, 'conferenceRank').map((team, index) => ({ ...team, place: index + 1 })),
    },
  }
}

/** Both conferences: each division's leaders, and everybody else in the race for the wild cards. */
const conferencesOf = (teams: readonly NhlTeam[]): Conference[] =>
  conferenceNames.map((name) => conferenceOf(name, teams))

const LOGO_PX = 28

/** All five fit a phone of 360 pixels. */
const nhlColumns: Columns<PlacedTeam> = [
  count('rank', 'Rank', 'clamp(3.5rem, 8vw, 4.25rem)', ({ place }) => place),
  text('team', 'Team', 'minmax(9.5rem, 1fr)', ({ longName }) => longName, {
    heads: true,
    cell: ({ longName, shortName, logoUrl }) => (
      <>
        <ClubLogo abbreviation={shortName} url={logoUrl} size={LOGO_PX} />
        {longName}
      </>
    ),
  }),
  text('nhl', 'NHL', 'clamp(3.5rem, 9vw, 4.5rem)', ({ shortName }) => shortName),
  count('gamesPlayed', 'GP', 'clamp(2.75rem, 7vw, 3.5rem)', ({ gamesPlayed }) => gamesPlayed),
  count('points', 'Pts', 'clamp(3.25rem, 8vw, 4.25rem)', ({ points }) => points, { strong: true }),
]

interface GroupTableProps {
  readonly conference: string
  readonly group: Group
  /** How many of the group stand above the thick line. */
  readonly cutAfter?: number
}

/** Its rows have a fixed order, so nothing sorts them. */
const GroupTable = ({ conference, group, cutAfter }: GroupTableProps) => (
  <>
    <h3>{group.name}</h3>
    <Table
      label={`${conference} ${group.name}`}
      columns={nhlColumns}
      rows={group.teams}
      rowKey={({ shortName }) => shortName}
      cutAfter={cutAfter}
    />
  </>
)

const Conferences = ({ teams }: { readonly teams: readonly NhlTeam[] }) => (
  <div className="fields nhl-standings">
    {conferencesOf(teams).map(({ name, divisions, wildCard }) => (
      <section key={name} aria-labelledby={`conference-${name}`}>
        <h2 id={`conference-${name}`}>{name}</h2>
        {divisions.map((group) => (
          <GroupTable key={group.name} conference={name} group={group} />
        ))}
        <GroupTable conference={name} group={wildCard} cutAfter={WILD_CARDS} />
        <p className="note">The {WILD_CARDS} teams above the red line hold the wild cards.</p>
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
