import { useQuery } from '@tanstack/react-query'
import type { Correction } from '#contract/corrections'
import { corrections } from '../../data/corrections.ts'
import { seasonCorrections } from '../../data/history.ts'
import { CorrectionList } from './correction-list.tsx'

/** What a correction was about in the end: of one that undoes, what the first of them was about. */
const rootKind = (all: readonly Correction[], one: Correction): Correction['kind'] => {
  const undone = all.find(({ nr }) => nr === one.undoes)
  return undone ? rootKind(all, undone) : one.kind
}

const isLineup = (kind: Correction['kind']): boolean => kind === 'scratch' || kind === 'dress'

interface SeasonCorrectionsProps {
  readonly of: 'trades' | 'lineups'
  /** A season that is over; null for the one that is on. */
  readonly seasonId: number | null
}

/** Above the list of trades, or that of roster changes: the corrections that belong to it, a tap away. */
export function SeasonCorrections({ of, seasonId }: SeasonCorrectionsProps) {
  const present = useQuery({ ...corrections(), enabled: seasonId === null })
  const past = useQuery({ ...seasonCorrections(seasonId ?? 0), enabled: seasonId !== null })
  const { data = [] } = seasonId === null ? present : past
  const own = data.filter((each) => isLineup(rootKind(data, each)) === (of === 'lineups'))
  if (own.length === 0) return null
  return (
    <details className="season-corrections">
      <summary>
        {own.length === 1 ? 'One correction, with its reason' : `${own.length} corrections, with their reasons`}
      </summary>
      <CorrectionList label="Corrections" corrections={own} seasonId={seasonId} />
    </details>
  )
}
