import type { RulesOfLeague } from '../rules-of-league.ts'

export const SpecialCases = ({ constants: { minDefenders } }: RulesOfLeague) => (
  <ul>
    <li>A player who is traded in the NHL stays with his team of the pool, and all his points go on counting.</li>
    <li>An injured player, or one sent to the minors, stays on the roster. Scratch him, or sell him.</li>
    <li>
      A player who changes his position counts at the new one. When that leaves a team with fewer than {minDefenders}{' '}
      defenders dressed, nobody is taken from it, but its next trade must put it right.
    </li>
    <li>A postponed game counts on the day on which it is played.</li>
    <li>What these rules do not foresee is for the league's admins to decide.</li>
  </ul>
)
