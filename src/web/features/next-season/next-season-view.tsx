import './next-season.css'
import { useQuery } from '@tanstack/react-query'
import { getNextSeason } from '#contract/next-season'
import { nextSeason } from '../../data/next-season.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { StartForm } from './start-form.tsx'
import { UndoStart } from './undo-start.tsx'

/** From one season to the next in steps: each says what it is, and nothing is done before the last. */
export function NextSeasonView() {
  const query = useQuery(nextSeason())
  usePreparedConfirm()
  return (
    <DataScreen title="The Next Season" queries={[query]}>
      <QueryResult query={query} failure={getNextSeason.failure}>
        {(state) => (
          <div className="next-season">
            {state.start && <UndoStart seasonId={state.seasonId} start={state.start} />}
            <StartForm key={state.seasonId} state={state} />
          </div>
        )}
      </QueryResult>
    </DataScreen>
  )
}
