import { Table } from '../../ui/table/table.tsx'
import { nhlColumns } from './columns.tsx'
import type { Group, PlacedTeam } from './conferences.ts'

const keyOf = ({ shortName }: PlacedTeam) => shortName
const stateOf = () => null

interface GroupTableProps {
  readonly conference: string
  readonly group: Group
  /** How many of the group stand above the thick line. */
  readonly cutAfter?: number
}

/** Its rows have an order of their own, so nothing sorts them. */
export const GroupTable = ({ conference, group, cutAfter }: GroupTableProps) => (
  <>
    <h3>{group.name}</h3>
    <Table
      label={`${conference} ${group.name}`}
      columns={nhlColumns}
      rows={group.teams}
      rowKey={keyOf}
      rowState={stateOf}
      cutAfter={cutAfter}
    />
  </>
)
