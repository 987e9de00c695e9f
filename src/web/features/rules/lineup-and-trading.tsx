import { counted } from '#rules/counted'
import { OwnLink } from '../../ui/own-link.tsx'
import type { RulesOfLeague } from './parts.tsx'

export const Lineup = ({ constants }: RulesOfLeague) => {
  const { rosterSize, maxDressed, minDefenders, minGoalies } = constants
  return (
    <ul>
      <li>A team has {counted(rosterSize, 'player')} after the draft, and never more.</li>
      <li>
        At most {counted(maxDressed, 'player')} are dressed; the others are scratched. Only dressed players earn points
        for the team.
      </li>
      <li>
        At least {counted(minDefenders, 'defender')}, left or right, and {counted(minGoalies, 'goalie')} stay dressed.
      </li>
      <li>A player comes dressed while fewer than {maxDressed} are dressed, else scratched.</li>
    </ul>
  )
}

export const Scratching = ({ constants: { scratchDays, maxDressed }, season }: RulesOfLeague) => (
  <>
    <ul>
      <li>A team scratches and dresses its own players at any time, as long as the limits of the lineup hold.</li>
      <li>
        A change counts from its moment. A game that has started keeps the state in which it started: no one is
        scratched out of a bad night.
      </li>
      <li>
        From the roster hold start date on, a scratched player stays scratched for {counted(scratchDays, 'day')},
        counted from the scratch or from that date, the later of the two. Before it the player can be dressed at any
        time.
        {season?.rosterHoldStart && ` This season the roster hold starts on ${season.rosterHoldStart}.`}
      </li>
      <li>At most {maxDressed} are dressed: scratch another player first.</li>
    </ul>
    <p>
      Every change is listed under <OwnLink href="/roster-changes">Roster Changes</OwnLink>.
    </p>
  </>
)

export const Trading = ({ constants, season }: RulesOfLeague) => {
  const { closedWeeksAtStart, closedWeeksAtEnd, holdDays, rosterSize } = constants
  return (
    <>
      <p>
        Teams trade with the league, not with each other: they sell players of their own and buy free agents, players
        who are on no team.
      </p>
      <ul>
        <li>
          There is no trading during the first {counted(closedWeeksAtStart, 'week')} and the last{' '}
          {counted(closedWeeksAtEnd, 'week')} of the season.
          {season?.tradingStart &&
            season.tradingEnd &&
            ` This season trading is open from ${season.tradingStart} until ${season.tradingEnd}.`}
        </li>
        <li>A player must be held for {counted(holdDays, 'day')} before being sold.</li>
        <li>A player sold by a team cannot be bought back by the same team that season.</li>
        <li>
          Sales and purchases are collected in the shopping cart and executed together: all of them or none. The sales
          come first, so they can pay for the purchases.
        </li>
        <li>
          Afterwards the team may not have less than 0 cash or more than {counted(rosterSize, 'player')}, and the limits
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

export const SpecialCases = ({ constants: { minDefenders } }: RulesOfLeague) => (
  <ul>
    <li>A player who is traded in the NHL stays with the same team of the pool, and all points go on counting.</li>
    <li>An injured player, or one sent to the minors, stays on the roster. Scratch them, or sell them.</li>
    <li>
      A player who changes position counts at the new one. When that leaves a team with fewer than {minDefenders}{' '}
      defenders dressed, no one is taken from it, but its next trade must correct that.
    </li>
    <li>A postponed game counts on the day on which it is played.</li>
    <li>What these rules do not foresee is for the league's admins to decide.</li>
  </ul>
)
