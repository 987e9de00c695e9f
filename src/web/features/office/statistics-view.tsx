import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { getOfficeStatistics, type ImportState, type OfficeStatistics } from '#contract/office-statistics'
import { dayWords, plural } from '#rules/words'
import { importNow, isUnderWay, officeStatistics, pollEvery, publishNow } from '../../data/office.ts'
import { MainButton, PlainButton } from '../../ui/buttons.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { dayText } from '../../ui/time/day-text.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { Failure } from '../data-screen/data-screen.tsx'
import { OfficeData, OfficePage } from './office-page.tsx'

type Pending = OfficeStatistics['pending']

const daysText = ({ from, through }: Pending): string => {
  if (!from || !through) return ''
  return from === through ? ` of ${dayText(from)}` : ` of ${dayText(from)} to ${dayText(through)}`
}

/** What the next official update brings. */
const pendingText = (pending: Pending): string => {
  const { lines, removed } = pending
  if (lines === 0) return 'nothing'
  const taken = removed > 0 ? `, ${removed} of them taken back` : ''
  return `${plural(lines, 'line')}${daysText(pending)}${taken}`
}

const Progress = ({ latest: { state, done, doing, requestedBy } }: { readonly latest: ImportState }) => (
  <div className="stack">
    <progress aria-label="Import" max={1} value={state === 'waiting' ? undefined : done} />
    <p>
      {state === 'waiting' ? 'The import is about to begin' : `${Math.floor(done * 100)} %: ${doing}`}
      {requestedBy ? `, started by ${requestedBy}` : ''}
    </p>
  </div>
)

const Outcome = ({ latest }: { readonly latest: ImportState }) => {
  const { state, days, changedLines, source, endedAt, beganAt, refused, failure } = latest
  return (
    <>
      {state === 'ended' && (
        <p>
          {`The last import, from ${source}, ended ${instantText(endedAt)}: ${
            days || refused.length > 0
              ? `${plural(days ?? 0, 'day')} read, ${plural(changedLines ?? 0, 'line')} new or different`
              : 'no games to read'
          }.`}
        </p>
      )}
      {state === 'failed' && (
        <Notice kind="warning">{`The import of ${instantText(beganAt)} broke off: ${failure}`}</Notice>
      )}
      {state === 'stopped' && (
        <Notice kind="warning">
          The last import was stopped with its server. What it had read is saved; the next one continues.
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice kind="warning">
          <p>These stay as they were, and the next import tries again:</p>
          <ul className="bullets">
            {refused.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function Imports({ state }: { readonly state: OfficeStatistics }) {
  const { latest, everythingAt, gamesAt, seasonAt, isScheduled, clockBehind } = state
  const start = useMutation(importNow())
  const isOff = isUnderWay(latest) || start.isPending || clockBehind != null
  return (
    <Card title="Import">
      <Facts
        facts={[
          ['Players and games', instantText(everythingAt)],
          ['The last days', instantText(gamesAt)],
          ['Every day of the season', instantText(seasonAt)],
        ]}
      />
      {!isScheduled && <p className="muted">This server imports nothing by itself (SCHEDULE=off).</p>}
      {latest && (isUnderWay(latest) ? <Progress latest={latest} /> : <Outcome latest={latest} />)}
      <div className="buttons">
        <MainButton aria-disabled={isOff} onClick={() => isOff || start.mutate(false)}>
          Import now
        </MainButton>
        <PlainButton aria-disabled={isOff} onClick={() => isOff || start.mutate(true)}>
          Read the whole season again
        </PlainButton>
      </div>
      <p className="muted">
        Import now reads what is new, and the last few days once more. Reading the whole season takes a few minutes and
        finds the NHL's late corrections. Both keep running if you leave this page; members see the result with the next
        official update.
      </p>
      <Failure isAnswer of={start} />
    </Card>
  )
}

/** With its year where that is not this one: after the summer the last game is of a season before. */
const gamesText = (throughDay: string | null | undefined): string => {
  if (!throughDay) return 'no games yet'
  const isThisYear = throughDay.startsWith(String(new Date().getFullYear()))
  return `games through ${isThisYear ? dayText(throughDay) : dayWords(throughDay)}`
}

function Updates({ state }: { readonly state: OfficeStatistics }) {
  const { publishedAt, throughDay, pending, clockBehind } = state
  const publish = useMutation(publishNow(publishedAt ?? null))
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card title="Official update">
      <Facts
        facts={[
          ['Last', publishedAt ? `${instantText(publishedAt)}, ${gamesText(throughDay)}` : 'none yet'],
          ['Waiting', pendingText(pending)],
        ]}
      />
      <div className="buttons">
        <MainButton aria-disabled={clockBehind != null} onClick={() => clockBehind == null && setIsAsking(true)}>
          Official update now
        </MainButton>
      </div>
      {publish.isSuccess && (
        <Notice isAnswer kind="success">
          Published.
        </Notice>
      )}
      <Failure isAnswer of={publish} />
      {isAsking && (
        <Confirm
          title="Make an official update?"
          confirmLabel="Publish"
          isBusy={publish.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => publish.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        >
          {pending.lines === 0
            ? 'Nothing is waiting. Totals stay as they are, and the column Last begins again: until the next update it has only what was corrected.'
            : `Everyone's points, prices and standings change at once: ${pendingText(pending)}.`}
        </Confirm>
      )}
    </Card>
  )
}

export const StatisticsView = () => (
  <OfficePage title="Statistics">
    <OfficeData
      query={{ ...officeStatistics(), refetchInterval: ({ state: { data } }) => pollEvery(data) }}
      failure={getOfficeStatistics.failure}
    >
      {(state) => (
        <div className="stack">
          {state.clockBehind && <Notice kind="warning">{state.clockBehind}</Notice>}
          <Imports state={state} />
          <Updates state={state} />
        </div>
      )}
    </OfficeData>
  </OfficePage>
)
