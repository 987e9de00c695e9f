import './next-season.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getNextSeason } from '#contract/next-season'
import type { User } from '#contract/user'
import { nextSeason, seasonFailure } from '../../data/next-season.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { failureKind } from '../data-screen/failure.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { AnswerNotice } from '../office/answer-notice.tsx'
import { OfficePage } from '../office/office-page.tsx'
import { StartForm } from './start-form.tsx'
import { UndoStart } from './undo-start.tsx'

/** From one season to the next in steps: each says what it is, and nothing is done before the last. */
function Steps() {
  const query = useQuery(nextSeason())
  /** Why a start was not made. The form itself is gone when another admin was first. */
  const [failure, setFailure] = useState<Error | null>(null)
  usePreparedConfirm()
  return (
    <QueryResult query={query} failure={getNextSeason.failure}>
      {(state) => (
        <div className="next-season">
          {failure && (
            <AnswerNotice kind={failureKind(failure)} onClose={() => setFailure(null)}>
              {seasonFailure(failure)}
            </AnswerNotice>
          )}
          {state.start && <UndoStart seasonId={state.seasonId} start={state.start} />}
          {state.start?.done.length === 0 ? (
            <p>The season after it can be started once something has been done in this one.</p>
          ) : (
            <StartForm key={state.seasonId} state={state} onFailed={setFailure} />
          )}
        </div>
      )}
    </QueryResult>
  )
}

export const NextSeasonView = ({ user }: { readonly user: User }) => (
  <OfficePage user={user} title="Next Season">
    <Steps />
  </OfficePage>
)
