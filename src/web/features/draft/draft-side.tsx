import './draft-side.css'
import { useQuery } from '@tanstack/react-query'
import { draftedPlayers } from '../../data/draft.ts'
import { filledText } from './board.ts'
import { DraftRoster, type DraftRosterProps } from './draft-roster.tsx'

const LAST_PICKS = 10

/** Newest first. */
const LastPicks = () => {
  const { data } = useQuery(draftedPlayers())
  const latest = [...(data ?? [])]
    .sort((a, b) => Date.parse(b.draftedAt) - Date.parse(a.draftedAt))
    .slice(0, LAST_PICKS)
  return (
    <section aria-labelledby="last-picks">
      <h2 id="last-picks">Last Picks</h2>
      {data?.length === 0 && <p>Every pick shows here as it is made.</p>}
      <ol className="last-picks">
        {latest.map(({ playerId, teamShortName, draftBox, name }) => (
          <li key={playerId}>
            <span>{teamShortName}</span> <span className="draft-roster-box">{draftBox}</span> <strong>{name}</strong>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface DraftSideProps extends Omit<DraftRosterProps, 'teamId'> {
  /** Null for a viewer without a team. */
  readonly teamId: number | null
  /** Its name, where an admin picks for it. */
  readonly forName: string | null
}

/** Beside the board, where there is room: the team's own places, and what was picked last. */
export const DraftSide = ({ teamId, forName, ...roster }: DraftSideProps) => (
  <>
    {teamId !== null && roster.boxes.length > 0 && (
      <section aria-labelledby="my-roster">
        <h2 id="my-roster">
          {forName ? `Roster of ${forName}` : 'My Roster'}{' '}
          <span className="draft-roster-count">{filledText(roster.boxes, teamId)}</span>
        </h2>
        <DraftRoster {...roster} teamId={teamId} />
      </section>
    )}
    <LastPicks />
  </>
)
