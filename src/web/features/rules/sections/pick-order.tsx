import type { RulesOfLeague } from '../rules-of-league.ts'

export const PickOrder = ({ constants: { rosterSize } }: RulesOfLeague) => (
  <ul>
    <li>There are {rosterSize} rounds, and each team picks once in each. Teams with a keeper skip the first.</li>
    <li>The order of the first round is drawn at random. The second round reverses it.</li>
    <li>
      Then the order is drawn again for the next two rounds, and so on. No team is first, and none is last, twice in a
      row: who was first in the round before is not drawn first, and who was last is not drawn last.
    </li>
  </ul>
)
