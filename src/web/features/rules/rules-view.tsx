import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { getLeagueSettings } from '#contract/league'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import { constantsOfSettings } from '#rules/league'
import { POSITIONS, type PositionGroup, positionGroup } from '#rules/positions'
import { plural } from '#rules/words'
import { leagueSettings } from '../../data/league.ts'
import { Facts } from '../../ui/card.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import { Points, Pool, Prices, type RulesOfLeague, Score, type SeasonWords, seasonWords } from './rules-sections.tsx'
import './rules.css'

const Keepers = ({ season }: RulesOfLeague) => (
  <ul>
    <li>Each team may keep one player from last season's team, or none.</li>
    <li>
      The player must have been on the team when that season ended, and have joined it by its keeper last buy date:
      bought, drafted or kept.
      {season?.keeperLastBuy &&
        ` To be kept after the season of these dates, a player must be on the team by ${season.keeperLastBuy}.`}
    </li>
    <li>Until the keepers are locked by an admin, a team can change its mind: the new choice replaces the old one.</li>
    <li>
      With the lock each keeper becomes the team's pick in their draft box, or in 1.OUT when they are in none. Everyone
      else is released for the draft.
    </li>
    <li>A keeper costs nothing, and their team does not pick in the first round of the draft.</li>
  </ul>
)

const groupNames: Record<PositionGroup | 'any', string> = {
  forward: 'Forwards',
  defender: 'Defenders',
  goalie: 'Goalies',
  any: 'Any position',
}

/** Whom a box takes, and the boxes of that kind, as '1.LW to 4.LW'. */
const kinds = [...POSITIONS, 'OUT'].map((kind) => {
  const position = POSITIONS.find((each) => each === kind)
  const names = DRAFT_BOXES.filter((name) => name.endsWith(`.${kind}`))
  const span = `${names[0]} ${names.length > 2 ? 'to' : 'and'} ${names.at(-1)}`
  return { takes: groupNames[position ? positionGroup(position) : 'any'], span }
})

const spansOf = (takes: string): string =>
  kinds
    .filter((kind) => kind.takes === takes)
    .map(({ span }) => span)
    .join(', ')

const DraftBoxes = ({ constants: { boxSpare, seasonGames, normalizedGamesFloor } }: RulesOfLeague) => (
  <>
    <p>The draft is played on a grid of {DRAFT_BOXES.length} boxes. Each team drafts one player from each box.</p>
    <ul>
      {Object.values(groupNames).map((takes) => (
        <li key={takes}>
          <strong>{takes}:</strong> {spansOf(takes)}
        </li>
      ))}
    </ul>
    <p>Who is in which box:</p>
    <ul>
      <li>
        The players of each position are ranked by their <strong>normalized points</strong>: last season's points ×{' '}
        {seasonGames}&nbsp;÷ the games that they played, counted as at least {normalizedGamesFloor}. Equals are ranked
        by their points.
      </li>
      <li>
        The best fill box 1, the next box 2, and so on. A box holds as many players as the league has teams, and{' '}
        {boxSpare} more. Each player appears once in the grid.
      </li>
      <li>
        A player in no box is an outside player, and is drafted into any open box of their position group: a forward
        into LW, C or RW, a defender into LD or RD, a goalie into G.
      </li>
      <li>1.OUT and 2.OUT take outside players of any position, and only those who are in no other box.</li>
    </ul>
  </>
)

const PickOrder = ({ constants: { rosterSize } }: RulesOfLeague) => (
  <ul>
    <li>There are {rosterSize} rounds, and each team picks once in each. Teams with a keeper skip the first.</li>
    <li>The order of the first round is drawn at random. The second round reverses it.</li>
    <li>
      Then the order is drawn again for the next two rounds, and so on. No team is first, and none is last, twice in a
      row.
    </li>
  </ul>
)

const DraftDay = () => (
  <>
    <ul>
      <li>A team picks when it is its turn, and a pick cannot be taken back. A player is drafted once.</li>
      <li>
        A green box is open to you now, a yellow one waits for your turn, and a grey one already holds a player of
        yours.
      </li>
      <li>In open drafting every team that has picks left may pick at once.</li>
      <li>
        An admin can give a team the turn, pass over a pick, go back to it, add or remove a team, draw again the rounds
        that have not begun, and open the drafting to all.
      </li>
      <li>The draft is over when every pick has been made or passed over.</li>
    </ul>
    <p>
      Every pick is listed under <OwnLink href="/draft-report">Draft Picks</OwnLink>.
    </p>
  </>
)

const Lineup = ({ constants }: RulesOfLeague) => {
  const { rosterSize, maxDressed, minDefenders, minGoalies } = constants
  return (
    <ul>
      <li>A team has {plural(rosterSize, 'player')} after the draft, and never more.</li>
      <li>
        At most {plural(maxDressed, 'player')} are dressed; the others are scratched. Only dressed players earn points
        for the team.
      </li>
      <li>
        At least {plural(minDefenders, 'defender')}, left or right, and {plural(minGoalies, 'goalie')} stay dressed.
      </li>
      <li>A new player is dressed if fewer than {maxDressed} are, and scratched otherwise.</li>
    </ul>
  )
}

const Scratching = ({ constants: { scratchDays, maxDressed }, season }: RulesOfLeague) => (
  <>
    <ul>
      <li>A team scratches and dresses its own players at any time, as long as the limits of the lineup hold.</li>
      <li>
        A change counts from its moment. A game that has started keeps the state in which it started: no one is
        scratched out of a bad night.
      </li>
      <li>
        From the roster hold start date on, a scratched player stays scratched for {plural(scratchDays, 'day')}, counted
        from the scratch or from that date, the later of the two. Before it the player can be dressed at any time.
        {season?.rosterHoldStart && ` This season the roster hold starts on ${season.rosterHoldStart}.`}
      </li>
      <li>At most {maxDressed} are dressed: scratch another player first.</li>
    </ul>
    <p>
      Every change is listed under <OwnLink href="/roster-changes">Roster Changes</OwnLink>.
    </p>
  </>
)

const Trading = ({ constants, season }: RulesOfLeague) => {
  const { closedWeeksAtStart, closedWeeksAtEnd, holdDays, rosterSize } = constants
  return (
    <>
      <p>
        Teams trade with the league, not with each other: they sell their own players and buy free agents, players who
        are on no team.
      </p>
      <ul>
        <li>
          There is no trading during the first {plural(closedWeeksAtStart, 'week')} and the last{' '}
          {plural(closedWeeksAtEnd, 'week')} of the season.
          {season?.tradingStart &&
            season.tradingEnd &&
            ` This season trading is open from ${season.tradingStart} until ${season.tradingEnd}.`}
        </li>
        <li>A player must be held for {plural(holdDays, 'day')} before being sold.</li>
        <li>A player sold by a team cannot be bought back by the same team that season.</li>
        <li>
          Sales and purchases are collected in the shopping cart and executed together: all of them or none. The sales
          come first, so they can pay for the purchases.
        </li>
        <li>
          Afterwards the team may not have less than 0 cash or more than {plural(rosterSize, 'player')}, and the limits
          of the lineup must hold.
        </li>
        <li>
          When two teams want the same free agent, the first to execute the trade gets the player. A cart reserves no
          one.
        </li>
      </ul>
      <p>
        Every trade is listed under <OwnLink href="/trades">Trades</OwnLink>.
      </p>
    </>
  )
}

const SpecialCases = ({ constants: { minDefenders } }: RulesOfLeague) => (
  <ul>
    <li>A player who is traded in the NHL stays with the same team of the pool, and all points still count.</li>
    <li>An injured player, or one sent to the minors, stays on the roster. Scratch them, or sell them.</li>
    <li>
      A player who changes position counts in the new one. If that leaves a team with fewer than {minDefenders}{' '}
      defenders dressed, its next trade must fix that.
    </li>
    <li>A postponed game counts on the day on which it is played.</li>
    <li>What these rules do not foresee is for the league's admins to decide.</li>
  </ul>
)

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
  <Facts
    facts={[
      ['Roster hold starts', season.rosterHoldStart ?? NOT_SET],
      ['Trading opens', season.tradingStart ?? NOT_SET],
      ['Trading closes', season.tradingEnd ?? NOT_SET],
      ['Keeper last buy date', season.keeperLastBuy ?? NOT_SET],
    ]}
  />
)

const DATES = { id: 'dates', title: "This season's dates" }

/**
 * Every number is the league's own, and the one that the server plays by. Without its settings only the dates are
 * missing.
 */
export function RulesView() {
  const settings = useQuery(leagueSettings())
  const constants = constantsOfSettings(settings.data)
  const season = settings.data ? seasonWords(settings.data, constants.timeZone) : null
  return (
    <DataScreen title="Hockey Pool Rules" queries={[settings]}>
      <div className="inset rules">
        <nav aria-labelledby="rules-contents">
          <h2 id="rules-contents">Contents</h2>
          <ol className="fields">
            {[DATES, ...sections].map(({ id, title }) => (
              <li key={id}>
                <a className="tap-line" href={`#${id}`}>
                  {title}
                </a>
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
