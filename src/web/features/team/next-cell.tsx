import { createContext, useContext, useId } from 'react'
import type { RosterItem } from '#contract/roster'
import type { LineupMove } from '../lineup/lineup-moves.ts'
import { LiveNote } from '../tonight/live-note.tsx'
import type { LivePlayers } from '../tonight/live-players.ts'
import { liveText } from '../tonight/night-words.ts'

interface NextMoves {
  readonly moves: ReadonlyMap<number, LineupMove>
  /** When a player may be sold, where that is not now. */
  readonly sales: ReadonlyMap<number, string | null>
  /** What the cell shows of the games of a player's club. */
  readonly games: ReadonlyMap<number, string>
  /** Those whose game tonight has begun: what they did takes the place of their next game. */
  readonly live: LivePlayers
  readonly press: (move: LineupMove) => void
  readonly isBusyWith: (playerId: number) => boolean
}

/** What changes beside the rows: the columns stay the same, and only these cells draw again. */
export const NextMovesContext = createContext<NextMoves | null>(null)

/** A player of the member's team, and what they do tonight or when their club plays. */
export function NameCell({ player, stateWords }: RosterItem & { readonly stateWords: string }) {
  const next = useContext(NextMovesContext)
  const note = next?.games.get(player.id)
  const played = next?.live.get(player.id)
  const link = (
    <>
      <a href={`/players/${player.id}`}>{player.name}</a>
      {stateWords && <span className="quiet">{stateWords}</span>}
    </>
  )
  if (!note && !played) return link
  return (
    <div className="next-game">
      {link}
      {played ? (
        <LiveNote className="next-note" game={played.game}>
          {liveText(played)}
        </LiveNote>
      ) : (
        <small className="next-note">{note}</small>
      )}
    </div>
  )
}

/** The one thing to do with a player of the member's team, and what cannot be done yet. */
export function NextCell({ player }: RosterItem) {
  const next = useContext(NextMovesContext)
  const why = useId()
  const move = next?.moves.get(player.id)
  if (!next || !move) return null
  const notes = [move.off, next.sales.get(player.id)].filter(Boolean)
  const verb = move.to === 'scratched' ? 'Scratch' : 'Dress'
  return (
    <div className="next">
      <button
        className="next-button"
        type="button"
        aria-label={`${verb} ${player.name}`}
        aria-disabled={move.off !== null}
        aria-describedby={notes.length > 0 ? why : undefined}
        aria-busy={next.isBusyWith(player.id)}
        onClick={() => next.press(move)}
      >
        {verb}
      </button>
      {notes.length > 0 && (
        <ul className="next-notes" id={why}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
