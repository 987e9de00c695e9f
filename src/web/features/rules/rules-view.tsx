import './rules.css'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { getLeagueSettings } from '#contract/league'
import { constantsOfSettings } from '#rules/league'
import { leagueSettings } from '../../data/league.ts'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { DraftBoxes, DraftDay, Keepers, PickOrder } from './keepers-and-draft.tsx'
import { Lineup, Scratching, SpecialCases, Trading } from './lineup-and-trading.tsx'
import type { RulesOfLeague } from './parts.tsx'
import { Points, Pool, Prices, Score } from './scoring-and-money.tsx'
import { type SeasonWords, seasonWords } from './season-words.ts'

interface Section {
  /** The anchor in the address. */
  readonly id: string
  readonly title: string
  readonly Body: ComponentType<RulesOfLeague>
}

/** The rules in the order in which a newcomer needs them; the dates of the season stand before them. */
const sections: readonly Section[] = [
  { id: 'pool', title: 'The pool', Body: Pool },
  { id: 'points', title: 'Points', Body: Points },
  { id: 'score', title: 'Team score and cash', Body: Score },
  { id: 'prices', title: 'Prices and commission', Body: Prices },
  { id: 'lineup', title: 'Roster and lineup', Body: Lineup },
  { id: 'scratching', title: 'Scratching and dressing', Body: Scratching },
  { id: 'trading', title: 'Trading', Body: Trading },
  { id: 'keepers', title: 'Keepers', Body: Keepers },
  { id: 'boxes', title: 'Draft boxes', Body: DraftBoxes },
  { id: 'order', title: 'Draft order', Body: PickOrder },
  { id: 'draft', title: 'Draft day', Body: DraftDay },
  { id: 'special', title: 'Special cases', Body: SpecialCases },
]

const NOT_SET = 'Not set yet'

/** The dates of the season, to be looked up at a glance. */
const SeasonDates = ({ season }: { readonly season: SeasonWords }) => (
  <dl>
    <dt>Roster hold starts</dt>
    <dd>{season.rosterHoldStart ?? NOT_SET}</dd>
    <dt>Trading opens</dt>
    <dd>{season.tradingStart ?? NOT_SET}</dd>
    <dt>Trading closes</dt>
    <dd>{season.tradingEnd ?? NOT_SET}</dd>
    <dt>Keeper last buy date</dt>
    <dd>{season.keeperLastBuy ?? NOT_SET}</dd>
  </dl>
)

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
          <QueryResult query={settings} failure={getLeagueSettings.failure}>
            {(known) => <SeasonDates season={seasonWords(known, constants.timeZone)} />}
          </QueryResult>
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
