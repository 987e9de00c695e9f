import { counted } from '../figures.ts'
import type { RulesOfLeague } from '../rules-of-league.ts'

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
