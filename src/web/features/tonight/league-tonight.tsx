import { useId, useMemo } from 'react'
import type { TeamTonight, Tonight } from '#contract/tonight'
import { change, changeTone, figure } from '../../ui/figure.ts'
import type { Columns, RowState } from '../../ui/table/column.ts'
import { shiftSign } from '../../ui/table/shift-sign.ts'
import { Table } from '../../ui/table/table.tsx'
import { standingsTitle } from './night-lines.ts'
import { Provisional, ProvisionalMark } from './provisional.tsx'

/** A place keeps its row, so that nothing moves when teams change places. */
interface Place {
  readonly place: number
  readonly team: TeamTonight
}

const RANK_WIDTH = '3.5rem'

const columnsFor = (ownTeamId: number | null | undefined): Columns<Place> => [
  {
    key: 'rank',
    label: 'Rank',
    kind: 'number',
    width: RANK_WIDTH,
    sticky: '0',
    value: ({ team }) => team.rank,
    text: ({ team }) => figure(team.rank),
    sign: ({ team }) => shiftSign(team.officialRank - team.rank),
  },
  {
    key: 'name',
    label: 'Team',
    kind: 'text',
    width: 'minmax(var(--who, 9.25rem), 3fr)',
    sticky: RANK_WIDTH,
    edge: true,
    heads: true,
    value: ({ team }) => team.name,
    text: ({ team }) => team.name,
    href: ({ team }) => `/teams/${team.teamId}`,
    mark: ({ team }) => (team.teamId === ownTeamId ? 'Your team' : null),
  },
  {
    key: 'points',
    label: 'Tonight',
    kind: 'number',
    width: 'minmax(var(--tonight, 4.5rem), 1fr)',
    value: ({ team }) => team.points,
    text: ({ team }) => change(team.points),
    cell: ({ team }) => (
      <Provisional isNew={({ teams }) => teams.has(team.teamId)} tone={changeTone(team.points)}>
        {change(team.points)}
      </Provisional>
    ),
  },
  {
    key: 'total',
    label: 'Total',
    kind: 'number',
    width: 'minmax(3.5rem, 1fr)',
    strong: true,
    value: ({ team }) => team.total,
    text: ({ team }) => figure(team.total),
    cell: ({ team }) => <Provisional isNew={({ teams }) => teams.has(team.teamId)}>{figure(team.total)}</Provisional>,
  },
  {
    key: 'toPlay',
    label: 'To play',
    kind: 'number',
    width: 'minmax(2.75rem, 1fr)',
    value: ({ team }) => team.toPlay,
    text: ({ team }) => figure(team.toPlay),
  },
]

const keyOf = ({ place }: Place) => place

interface LeagueTonightProps {
  readonly night: Tonight
  readonly ownTeamId: number | null | undefined
}

/** The league's standings if it ended now, each with the change of rank. */
export function LeagueTonight({ night, ownTeamId }: LeagueTonightProps) {
  const heading = useId()
  const title = standingsTitle(night)
  const columns = useMemo(() => columnsFor(ownTeamId), [ownTeamId])
  const rowState = ({ team }: Place): RowState => (team.teamId === ownTeamId ? 'own' : null)
  return (
    <section className="league-tonight" aria-labelledby={heading}>
      <h2 id={heading}>
        {title} <ProvisionalMark />
      </h2>
      <Table
        label={title}
        columns={columns}
        rows={night.teams.map((team, place) => ({ place, team }))}
        rowKey={keyOf}
        rowState={rowState}
      />
    </section>
  )
}
