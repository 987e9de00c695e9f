import { OwnLink } from '../../../ui/own-link.tsx'
import { counted } from '../figures.ts'
import type { RulesOfLeague } from '../rules-of-league.ts'

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
        <li>A player must be held for {counted(holdDays, 'day')} before he is sold.</li>
        <li>A player whom a team has sold cannot be bought back by the same team that season.</li>
        <li>
          Sales and purchases are collected in the shopping cart and executed together: all of them or none. The sales
          come first, so that they can pay for the purchases.
        </li>
        <li>
          Afterwards the team may not have less than 0 cash or more than {counted(rosterSize, 'player')}, and the limits
          of the lineup must hold.
        </li>
        <li>
          When two teams want the same free agent, the first to execute the trade gets him. A cart reserves nobody.
        </li>
      </ul>
      <p>
        Every trade is listed under <OwnLink href="/trades">Trades</OwnLink>.
      </p>
    </>
  )
}
