import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeasonStart } from '#contract/next-season'
import { seasonName } from '#rules/calendar'
import { seasonFailure, undoTheSeason } from '../../data/next-season.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { failureKind } from '../data-screen/failure.tsx'
import { PlanLines } from './plan-lines.tsx'

interface UndoProps {
  readonly seasonId: number
  readonly start: SeasonStart
}

/** The way back, until something was done in the season that was started. */
export function UndoStart({ seasonId, start }: UndoProps) {
  const undo = useMutation(undoTheSeason(useQueryClient()))
  const [key, setKey] = useState<string | null>(null)
  const { previousId, startedAt, by, done, lines } = start
  const name = seasonName(seasonId)
  return (
    <section className="card" aria-labelledby="undo-start">
      <h2 id="undo-start">{`The Start of ${name}`}</h2>
      <p>{`Started ${instantText(startedAt)}${by ? ` by ${by}` : ''}; ${seasonName(previousId)} is closed.`}</p>
      {done.length > 0 ? (
        <p>{`It can no longer be undone: ${listed(done)}.`}</p>
      ) : (
        <>
          <p>Until something is done in it, all of it can be undone.</p>
          <div className="card-buttons">
            <button className="button plain final" type="button" onClick={() => setKey(crypto.randomUUID())}>
              Undo the Start
            </button>
          </div>
        </>
      )}
      {undo.error && (
        <Notice kind={failureKind(undo.error)} onClose={undo.reset}>
          {seasonFailure(undo.error)}
        </Notice>
      )}
      {key !== null && (
        <Confirm
          title={`Go back to ${seasonName(previousId)}?`}
          confirmLabel="Undo the Start"
          isBusy={undo.isPending}
          onCancel={() => setKey(null)}
          onConfirm={() => undo.isPending || undo.mutate({ seasonId, key }, { onSettled: () => setKey(null) })}
        >
          <PlanLines lines={lines} />
        </Confirm>
      )}
    </section>
  )
}
