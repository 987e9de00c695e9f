import type { RulesOfLeague } from '../rules-of-league.ts'

export const Keepers = ({ season }: RulesOfLeague) => (
  <ul>
    <li>Each team may keep one player of its team of the previous season. It need not.</li>
    <li>
      He must have been on the team when that season ended, and have come by its keeper last buy date: bought, drafted
      or kept.
      {season?.keeperLastBuy &&
        ` Who is to be kept after the season of these dates must be on the team by ${season.keeperLastBuy}.`}
    </li>
    <li>
      Until the keepers are locked by an admin, a team can change its mind: the new choice takes the old one's place.
    </li>
    <li>
      With the lock each keeper becomes his team's pick in the draft box that he is in, or in 1.OUT when he is in none.
      Everybody else is released for the draft.
    </li>
    <li>A keeper costs nothing, and his team does not pick in the first round of the draft.</li>
  </ul>
)
