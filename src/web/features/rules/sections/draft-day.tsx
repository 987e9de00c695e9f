import { OwnLink } from '../../../ui/own-link.tsx'

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
        An admin can give a team the turn, pass over a pick, go back to it, add or remove a team, draw the rounds that
        have not begun anew, and open the drafting to all.
      </li>
      <li>The draft is over when every pick has been made or passed over.</li>
    </ul>
    <p>
      Every pick is listed under <OwnLink href="/draft-report">Draft Picks</OwnLink>.
    </p>
  </>
)
