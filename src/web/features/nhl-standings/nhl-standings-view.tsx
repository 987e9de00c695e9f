import './nhl-standings.css'
import { useQuery } from '@tanstack/react-query'
import { getNhlTeams, type NhlTeam } from '#contract/stats'
import { lastUpdated, nhlTeams } from '../../data/stats.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { DataScreen } from '../screen/data-screen.tsx'
import { Shown } from '../screen/shown.tsx'
import { conferencesOf, WILD_CARDS } from './conferences.ts'
import { GroupTable } from './group-table.tsx'

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
  const updated = useQuery(lastUpdated())
  const now = useNow()
  const line = lastUpdatedText(updated.data?.modifiedAt, now)
  return (
    <DataScreen title="NHL Standings" art="/art/banner-standings.svg" line={line} queries={[teams, updated]}>
      <Shown query={teams} failure={getNhlTeams.failure}>
        {(all) => (all.length === 0 ? <Notice kind="info">No NHL standings yet.</Notice> : <Conferences teams={all} />)}
      </Shown>
    </DataScreen>
  )
}
