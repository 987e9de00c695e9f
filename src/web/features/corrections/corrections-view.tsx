import './corrections.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AskedCorrection,
  type CorrectionPreview,
  getCorrections,
  type ListedCorrection,
} from '#contract/corrections'
import type { User } from '#contract/user'
import { leagueDay } from '#rules/calendar'
import { constantsOfSettings } from '#rules/league'
import { corrections, lookAtCorrection, putRight } from '../../data/corrections.ts'
import { leagueSettings } from '../../data/league.ts'
import { trades } from '../../data/trading.ts'
import { uuid } from '../../net/sending.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { failureKind } from '../data-screen/failure.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { AnswerNotice } from '../office/answer-notice.tsx'
import { OfficePage } from '../office/office-page.tsx'
import { askedOf, type CorrectionDraft, emptyDraft, executionsOf, NEEDED } from './correction-draft.ts'
import { CorrectionForm } from './correction-form.tsx'
import { CorrectionList } from './correction-list.tsx'
import { WhatItDoes } from './what-it-does.tsx'

const CARDS: readonly { readonly kind: CorrectionDraft['kind']; readonly title: string; readonly text: string }[] = [
  { kind: 'trade', title: 'A trade', text: 'Undo it, undo half of it, or change its price' },
  { kind: 'roster-on', title: 'Player onto a roster', text: 'As of a date, with a price' },
  { kind: 'roster-off', title: 'Player off a roster', text: 'As of a date, with a price' },
  { kind: 'lineup', title: 'Scratch or dress', text: 'As of a date' },
  { kind: 'cash', title: 'Cash', text: 'Add to it, or take away' },
]

/** What the admin is asked to confirm. */
interface Question {
  readonly asked: AskedCorrection
  readonly reason: string
  readonly preview: CorrectionPreview
  readonly key: string
}

/** Puts right what went wrong: choose, see what it does, confirm. */
export function CorrectionsView({ user }: { readonly user: User }) {
  const list = useQuery(corrections())
  const settings = useQuery(leagueSettings())
  const made = useQuery(trades())
  const { timeZone } = constantsOfSettings(settings.data)
  const [today] = useState(() => leagueDay(Date.now(), timeZone))
  const [draft, setDraft] = useState<CorrectionDraft | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [complaint, setComplaint] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const look = useMutation(lookAtCorrection())
  const put = useMutation(putRight())
  usePreparedConfirm()

  const executions = executionsOf(made.data ?? [], draft?.teamId ?? null)
  const clear = () => {
    setComplaint(null)
    setDone(null)
    look.reset()
    put.reset()
  }
  const begin = (next: CorrectionDraft) => {
    clear()
    setDraft(next)
  }
  /** What comes next stands at the top, and the button goes. */
  const toTop = () => {
    focusPage()
    scrollTo({ top: 0 })
  }
  const undo = ({ nr }: ListedCorrection) => {
    begin({ ...emptyDraft('undo', today), nr })
    toTop()
  }
  const onLook = () => {
    if (!draft) return
    clear()
    const asked = askedOf(draft, executions, timeZone)
    const missing = typeof asked === 'string' ? asked : draft.reason.trim() === '' ? NEEDED.reason : null
    if (typeof asked === 'string' || missing !== null) return setComplaint(missing)
    look.mutate(asked, {
      onSuccess: (preview) => setQuestion({ asked, reason: draft.reason, preview, key: uuid() }),
    })
  }
  const confirm = () => {
    if (!question || put.isPending) return
    const { asked, reason, preview, key } = question
    put.mutate(
      { asked, reason, expects: preview.expects, key },
      {
        onSuccess: ({ what, team }) => {
          setDraft(null)
          setDone(`${team.shortName}: ${what}.`)
          toTop()
        },
        onSettled: () => setQuestion(null),
      },
    )
  }
  const failure = look.error ?? put.error

  return (
    <OfficePage isKept user={user} title="Corrections">
      <div className="corrections-page">
        <div className="put-right">
          {done && (
            <Notice kind="success" onClose={() => setDone(null)}>
              {done}
            </Notice>
          )}
          <fieldset className="correction-cards">
            <legend className="quiet">What needs correcting</legend>
            {CARDS.map(({ kind, title, text }) => (
              <button
                key={kind}
                type="button"
                aria-pressed={draft?.kind === kind}
                onClick={() => begin(emptyDraft(kind, today))}
              >
                <b>{title}</b>
                <small>{text}</small>
              </button>
            ))}
          </fieldset>
          {draft && (
            <CorrectionForm
              draft={draft}
              executions={executions}
              today={today}
              undone={list.data?.find(({ nr }) => nr === draft.nr)}
              isBusy={look.isPending}
              onChange={(changed) => {
                // What was said of it before holds no longer.
                if (complaint !== null || failure) clear()
                setDraft({ ...draft, ...changed })
              }}
              onLook={onLook}
            />
          )}
          {complaint && (
            <AnswerNotice kind="error" onClose={clear}>
              {complaint}
            </AnswerNotice>
          )}
          {failure && (
            <AnswerNotice kind={failureKind(failure)} onClose={clear}>
              {failure.message}
            </AnswerNotice>
          )}
        </div>
        <section className="corrections-part" aria-labelledby="put-right-list">
          <h2 id="put-right-list">This Season</h2>
          <QueryResult query={list} failure={getCorrections.failure}>
            {(all) =>
              all.length === 0 ? (
                <p>Nothing was corrected this season.</p>
              ) : (
                <CorrectionList label="Corrections" corrections={all}>
                  {(each) =>
                    each.undoneBy == null && (
                      <button
                        className="button plain correction-undo"
                        type="button"
                        aria-label={`Undo correction ${each.nr}`}
                        onClick={() => undo(each)}
                      >
                        Undo
                      </button>
                    )
                  }
                </CorrectionList>
              )
            }
          </QueryResult>
          <p className="corrections-hint">
            What the NHL corrects late comes in once a week by itself, and at once on{' '}
            <OwnLink href="/league/statistics">Statistics</OwnLink>: read the whole season again, then make an official
            update. A team's page shows it with the figures before and after.
          </p>
        </section>
      </div>
      {question && (
        <Confirm
          title={`Apply this correction to ${question.preview.team.shortName}?`}
          confirmLabel="Apply"
          isBusy={put.isPending}
          onCancel={() => setQuestion(null)}
          onConfirm={confirm}
        >
          <WhatItDoes preview={question.preview} reason={question.reason} />
        </Confirm>
      )}
    </OfficePage>
  )
}
