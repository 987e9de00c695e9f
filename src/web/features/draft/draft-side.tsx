import './draft-side.css'
import { useQuery } from '@tanstack/react-query'
import type { DraftBox } from '#contract/draft'
import { draftedPlayers, keeperOf, keepers } from '../../data/draft.ts'
import { Section } from '../../ui/card.tsx'
import { filledText, pickOf } from './board.ts'
import type { PickingTeam } from './turn.ts'

export interface DraftRosterProps {
  /** All of the board, in its order. */
  readonly boxes: readonly DraftBox[]
  /** The viewer's team. */
  readonly teamId: number
  /** No pick has been given to anybody yet: a keeper is chosen, and not on the board. */
  readonly isBeforeDraft: boolean
  readonly onGo: (boxName: string) => void
}

/** The team's place in each box: who has it, or that it is open. */
export function DraftRoster({ boxes, teamId, isBeforeDraft, onGo }: DraftRosterProps) {
  const chosen = useQuery({ ...keepers(teamId), enabled: isBeforeDraft })
  const keeperId = isBeforeDraft ? keeperOf(chosen.data)?.player.playerId : undefined
  return (
    <ol className="ruled draft-roster">
      {boxes.map((box) => {
        const own = pickOf(box, teamId)
        const keeper = own ? undefined : box.players.find(({ playerId }) => playerId === keeperId)
        const player = own ?? keeper
        return (
          <li key={box.boxName}>
            <button className="beside press-row" type="button" onClick={() => onGo(box.boxName)}>
              <small className="draft-roster-box">{box.boxName}</small>{' '}
              {player ? <strong>{player.name}</strong> : <span className="muted">open</span>}
              {keeper && ' (keeper)'}
            </button>
          </li>
        )
      })}
    </ol>
  )
}

const LAST_PICKS = 10

/** Newest first. */
const LastPicks = () => {
  const { data } = useQuery(draftedPlayers())
  const latest = [...(data ?? [])]
    .sort((a, b) => Date.parse(b.draftedAt) - Date.parse(a.draftedAt))
    .slice(0, LAST_PICKS)
  return (
    <Section className="part" title="Last Picks">
      {data?.length === 0 && <p>Every pick shows here as it is made.</p>}
      <ol className="ruled last-picks">
        {latest.map(({ playerId, teamShortName, draftBox, name }) => (
          <li key={playerId} className="beside">
            <span>{teamShortName}</span> <small className="draft-roster-box">{draftBox}</small> <strong>{name}</strong>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Beside the board, where there is room: the team's own places, and what was picked last. */
export const DraftSide = ({ teamId, forName, ...roster }: Omit<DraftRosterProps, 'teamId'> & PickingTeam) => (
  <>
    {teamId !== null && roster.boxes.length > 0 && (
      <Section
        className="part"
        title={forName ? `Roster of ${forName}` : 'My Roster'}
        mark={<span>{filledText(roster.boxes, teamId)}</span>}
      >
        <DraftRoster {...roster} teamId={teamId} />
      </Section>
    )}
    <LastPicks />
  </>
)
