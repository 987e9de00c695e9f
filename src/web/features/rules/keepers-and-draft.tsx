import { DRAFT_BOXES } from '#rules/draft-boxes'
import { POSITIONS, type PositionGroup, positionGroup } from '#rules/positions'
import { OwnLink } from '../../ui/own-link.tsx'
import type { RulesOfLeague } from './parts.tsx'

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

export const DraftBoxes = ({ constants: { boxSpare, seasonGames, normalizedGamesFloor } }: RulesOfLeague) => (
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
        A player in no box is an outside player, and is drafted into any open box of his position group: a forward into
        LW, C or RW, a defender into LD or RD, a goalie into G.
      </li>
      <li>1.OUT and 2.OUT take outside players of any position, and only those who are in no other box.</li>
    </ul>
  </>
)

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

export const DraftDay = () => (
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
