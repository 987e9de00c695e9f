import { useMemo } from 'react'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import { listed } from '../../ui/listed.ts'
import { Table } from '../../ui/table/table.tsx'
import { type Candidate, candidateColumns } from './keeper-columns.tsx'

const best = ({ normalizedPoints }: Candidate): number => normalizedPoints ?? Number.NEGATIVE_INFINITY

/** The team's players of all boxes, the highest NP first; those without one last. */
const candidatesOf = (boxes: readonly DraftBox[], teamId: number): Candidate[] =>
  boxes
    .flatMap(({ boxName, players }) =>
      players.filter((player) => player.teamId === teamId).map((player) => ({ ...player, boxName })),
    )
    .sort((one, other) => best(other) - best(one) || one.name.localeCompare(other.name))

const keyOf = ({ playerId }: Candidate) => playerId

interface OwnPlayersProps {
  readonly boxes: readonly DraftBox[]
  readonly teamId: number
  readonly keeperId: number | null
  readonly onKeep: ((player: DraftBoxPlayer) => void) | null
}

/** Those whom the viewer can choose among, who are otherwise spread over all boxes. */
export function OwnPlayers({ boxes, teamId, keeperId, onKeep }: OwnPlayersProps) {
  const candidates = useMemo(() => candidatesOf(boxes, teamId), [boxes, teamId])
  const columns = useMemo(() => candidateColumns({ keeperId, onKeep }), [keeperId, onKeep])
  if (candidates.length === 0) return null
  const late = candidates.filter(({ boughtLate }) => boughtLate).map(({ name }) => name)
  const title = `Your players (${candidates.length})`
  return (
    <section className="own-players" aria-label={title}>
      <h2>{title}</h2>
      {late.length > 0 && <p>{`Bought after the last day for keepers: ${listed(late)}.`}</p>}
      <Table label={title} columns={columns} rows={candidates} rowKey={keyOf} />
    </section>
  )
}
