import type { DraftBoxPlayer } from '#contract/draft'
import type { Columns } from '../../ui/table/column.ts'
import { formColumns, nameColumn, nhlColumn, rankColumn, teamColumn } from '../boxes/player-columns.ts'

interface KeeperChoice {
  readonly teamId: number | null
  readonly keeperId: number | null
  /** Null once the keepers are locked, and offline. */
  readonly onKeep: ((player: DraftBoxPlayer) => void) | null
}

/** A radio stands only on the rows of the viewer's own team. */
export const keeperColumns = ({ teamId, keeperId, onKeep }: KeeperChoice): Columns<DraftBoxPlayer> => [
  rankColumn,
  nameColumn,
  nhlColumn,
  ...formColumns,
  teamColumn,
  {
    key: 'keep',
    label: 'Keep',
    kind: 'text',
    width: '3rem',
    place: 'at-act',
    end: true,
    unsorted: true,
    value: () => null,
    text: () => '',
    cell: (player) =>
      teamId !== null &&
      player.teamId === teamId && (
        <label className="keep">
          <input
            className="choice"
            type="radio"
            name="keeper"
            aria-label={`Keep ${player.name}`}
            checked={player.playerId === keeperId}
            disabled={onKeep === null}
            onChange={() => onKeep?.(player)}
          />
        </label>
      ),
  },
]
