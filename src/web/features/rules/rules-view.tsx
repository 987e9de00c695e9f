import './rules.css'
import { useQuery } from '@tanstack/react-query'
import { getLeagueSettings } from '#contract/league'
import { constantsOfSettings } from '#rules/league'
import { leagueSettings } from '../../data/league.ts'
import { DataScreen } from '../screen/data-screen.tsx'
import { Shown } from '../screen/shown.tsx'
import { SeasonDates } from './season-dates.tsx'
import { seasonWords } from './season-words.ts'
import { sections } from './sections.ts'

const DATES = { id: 'dates', title: "This season's dates" }

/** Every number is the league's own, and the one that the server plays by. Without its settings only the dates are missing. */
export function RulesView() {
  const settings = useQuery(leagueSettings())
  const constants = constantsOfSettings(settings.data)
  const season = settings.data ? seasonWords(settings.data, constants.timeZone) : null
  return (
    <DataScreen title="Hockey Pool Rules" queries={[settings]}>
      <div className="rules">
        <nav aria-labelledby="rules-contents">
          <h2 id="rules-contents">Contents</h2>
          <ol>
            {[DATES, ...sections].map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <section aria-labelledby={DATES.id}>
          <h2 id={DATES.id}>{DATES.title}</h2>
          <Shown query={settings} failure={getLeagueSettings.failure}>
            {(known) => <SeasonDates season={seasonWords(known, constants.timeZone)} />}
          </Shown>
        </section>
        {sections.map(({ id, title, Body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <Body constants={constants} season={season} />
          </section>
        ))}
      </div>
    </DataScreen>
  )
}
