import type { ReactNode } from 'react'
import type { DraftBoxPlayer } from '#contract/draft'
import type { Column, Columns } from '../../ui/table/columns.ts'
import { buttons, text } from '../../ui/table/columns.ts'
import { formColumns, nameColumn, nhlColumn, rankColumn, teamColumn } from '../boxes/player-columns.ts'

interface KeeperChoice {
  readonly teamId: number | null
  readonly keeperId: number | null
  /** Null once the keepers are locked, and offline. */
  readonly onKeep: ((player: DraftBoxPlayer) => void) | null
}

/** A player of the viewer's team, with the box that they are in. */
export interface Candidate extends DraftBoxPlayer {
  readonly boxName: string
}

interface KeepRadioProps extends Omit<KeeperChoice, 'teamId'> {
  readonly player: DraftBoxPlayer
  /** Radios of one group allow one choice: the list and the boxes show the same one twice. */
  readonly group: string
  readonly name: string
}

const KeepRadio = ({ player, group, name, keeperId, onKeep }: KeepRadioProps) => (
  <label className="keep">
    <input
      className="choice"
      type="radio"
      name={group}
      aria-label={name}
      checked={player.playerId === keeperId}
      disabled={onKeep === null || player.boughtLate === true}
      onChange={() => onKeep?.(player)}
    />
  </label>
)

const keepColumn = <Row extends DraftBoxPlayer>(cell: (player: Row) => ReactNode): Column<Row> =>
  buttons('keep', 'Keep', '3rem', cell, { place: 'at-act' })

/** Only the rows of the viewer's team have a radio. */
export const keeperColumns = ({ teamId, ...choice }: KeeperChoice): Columns<DraftBoxPlayer> => [
  rankColumn,
  nameColumn,
  nhlColumn,
  ...formColumns,
  teamColumn,
  keepColumn(
    (player) =>
      teamId !== null &&
      player.teamId === teamId && <KeepRadio player={player} group="keeper" name={`Keep ${player.name}`} {...choice} />,
  ),
]

/** Of the viewer's players alone: the figures by which one is chosen. */
export const candidateColumns = (choice: Omit<KeeperChoice, 'teamId'>): Columns<Candidate> => [
  nameColumn,
  text('box', 'Box', '4rem', ({ boxName }) => boxName),
  ...formColumns.filter(({ key }) => key !== 'gamesPlayed').map((column) => ({ ...column, width: '3.25rem' })),
  keepColumn((player) => (
    <KeepRadio player={player} group="own-keeper" name={`Keep ${player.name} of box ${player.boxName}`} {...choice} />
  )),
]
