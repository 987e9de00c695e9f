import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import type { RulesOfLeague } from '../rules-of-league.ts'

export const Pool = ({ constants: { rosterSize, timeZone } }: RulesOfLeague) => (
  <>
    <p>
      Hockey Pool is a private fantasy league, played since 1995. Every member's team is made of real NHL players: what
      they do on the ice earns points. The team with the highest total score at the end of the NHL's regular season
      wins.
    </p>
    <ul>
      <li>Before the season each team may keep one player, then drafts until it has {rosterSize} players.</li>
      <li>During the season it scratches and dresses its players, and sells and buys while trading is open.</li>
      <li>Its total score is the points of its players and its cash together.</li>
      <li>Teams with equal totals share a rank: 1, 2, 2, 4.</li>
      <li>
        A team's name has at most {TEAM_NAME_MAX} characters, its short name at most {SHORT_NAME_MAX}. No two teams have
        the same.
      </li>
      <li>Days and weeks are those of the league's time zone, {timeZone}. A week begins on Monday.</li>
    </ul>
  </>
)
