import type { RosterChange } from '#contract/roster'
import type { Columns } from '../../ui/table/column.ts'
import { playerColumns, teamColumn, timeColumn, wordColumn } from '../moves/columns.ts'

const actions = { SCRATCH: 'Scratch', DRESS: 'Dress' } as const

export const rosterChangeColumns = (ownTeamId: number | null): Columns<RosterChange> => [
  timeColumn('changedAt', 'Changed At', ({ changedAt }) => changedAt),
  teamColumn(({ team }) => team, ownTeamId),
  wordColumn('changeAction', 'Action', ({ changeAction }) => actions[changeAction]),
  ...playerColumns<RosterChange>(({ player }) => player, { position: 'Position', nhlTeam: 'NHL Team' }),
]
