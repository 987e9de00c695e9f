import type { PlayerRef, TeamRef } from '#contract/call'
import type { DraftedPlayer } from '#contract/draft'
import type { Columns } from '../../ui/table/column.ts'
import { playerColumns, teamColumn, timeColumn, wordColumn } from '../moves/columns.ts'

export const teamOf = ({ teamId, teamShortName }: DraftedPlayer): TeamRef => ({ id: teamId, shortName: teamShortName })
const playerOf = ({ playerId, ...player }: DraftedPlayer): PlayerRef => ({ id: playerId, ...player })

export const draftedColumns = (ownTeamId: number | null): Columns<DraftedPlayer> => [
  timeColumn('draftedAt', 'Drafted', ({ draftedAt }) => draftedAt),
  teamColumn(teamOf, ownTeamId),
  wordColumn('draftBox', 'Box', ({ draftBox }) => draftBox),
  ...playerColumns(playerOf, { position: 'Pos', nhlTeam: 'NHL' }),
]
