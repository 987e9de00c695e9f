import type { PlayerRef, TeamRef } from '#contract/call'
import type { CorrectionMark } from '#contract/trading'
import type { Column, Columns, RowState } from '../../ui/table/columns.ts'
import { text } from '../../ui/table/columns.ts'
import { date } from '../../ui/table/date-column.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { inSeason } from '../season/season-choice.ts'

// What the lists of the season have in common: a team did something with a player at an instant. The widths let a phone
// show when, who, what and the player without scrolling; from then on the player stays. The style, which knows the
// window, says how wide teams and players are on a phone.

/** For whom a list is, and of which season. */
export interface ListPlace {
  readonly ownTeamId: number | null
  /** Null for the season that is on. */
  readonly seasonId: number | null
}

export const timeColumn = <Row>(key: string, label: string, at: (row: Row) => string): Column<Row> =>
  date(key, label, 'minmax(var(--time, clamp(5.75rem, 18vw, 9rem)), 11rem)', at, {
    // In one line of a phone.
    text: (row) => instantText(at(row)).replace(',', ''),
  })

export const teamColumn = <Row>(team: (row: Row) => TeamRef, { ownTeamId, seasonId }: ListPlace): Column<Row> =>
  text('team', 'Team', 'minmax(var(--team, 6rem), 9rem)', (row) => team(row).shortName, {
    href: (row) => inSeason(`/teams/${team(row).id}`, seasonId),
    mark: (row) => (team(row).id === ownTeamId ? 'Your team' : null),
  })

/** What was done, in a word. */
export const wordColumn = <Row>(key: string, label: string, word: (row: Row) => string): Column<Row> =>
  text(key, label, 'minmax(var(--action, 4.25rem), 8rem)', word)

/** Whether an admin undid or made it. */
export const correctedHow = ({ undone }: CorrectionMark): string => (undone ? 'undone' : 'corrected')

/** The word for what was done, and how it was corrected. */
export const correctedWord = (word: string, correction: CorrectionMark | null | undefined): string =>
  correction ? `${word}, ${correctedHow(correction)}` : word

/** A trade and the same at another price are two rows. */
export const correctionKey = (correction: CorrectionMark | null | undefined): string =>
  correction?.undone ? `undone ${correction.nr}` : ''

interface PlayerLabels {
  readonly position: string
  readonly nhlTeam: string
}

export const playerColumns = <Row>(player: (row: Row) => PlayerRef, labels: PlayerLabels): Columns<Row> => [
  text('player', 'Player', 'minmax(var(--player, clamp(8.75rem, 22vw, 16rem)), 1fr)', (row) => player(row).name, {
    sticky: '0',
    edge: true,
    heads: true,
    href: (row) => `/players/${player(row).id}`,
  }),
  text('position', labels.position, 'minmax(5.5rem, 9rem)', (row) => player(row).position),
  text('nhlTeam', labels.nhlTeam, 'minmax(6rem, 9rem)', (row) => player(row).nhlTeam),
]

export const transactionRowState = (teamId: number, ownTeamId: number | null): RowState =>
  teamId === ownTeamId ? 'own' : 'reserved'
