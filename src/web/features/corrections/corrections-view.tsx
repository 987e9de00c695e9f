import '../../ui/form/choice.css'
import './corrections.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Correction, getCorrections } from '#contract/corrections'
import { leagueDay } from '#rules/calendar'
import { constantsOfSettings } from '#rules/league'
import { applyCorrection, corrections, type PreviewedCorrection, previewCorrection } from '../../data/corrections.ts'
import { leagueSettings, trades } from '../../data/league.ts'
import { uuid } from '../../net/sending.ts'
import { afterPaint, focusPage } from '../../paint/page.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { Section } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { change, changeTone, figure } from '../../ui/figure.ts'
import { Notice } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { Failure, QueryResult } from '../data-screen/data-screen.tsx'
import { UnsavedChanges } from '../data-screen/unsaved-changes.tsx'
import { OfficePage } from '../office/office-page.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { CARDS, type CorrectionDraft, emptyDraft, executionsOf, inputOf } from './correction-kinds.ts'
import { CorrectionList } from './correction-lists.tsx'

const SCORES = [
  ['points', 'Points'],
  ['cash', 'Cash'],
  ['totalScore', 'Total'],
] as const

/** A correction before it is made: what, why, and the score before and after. */
const WhatItDoes = ({ preview: { what, before, after }, reason }: Pick<PreviewedCorrection, 'preview' | 'reason'>) => (
  <>
    <p>
      All members will read: <b>{what}</b>, “{reason.trim()}”.
    </p>
    <table className="what-it-does">
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {SCORES.map(([key, label]) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{figure(before[key], 2)}</td>
            <td>{figure(after[key], 2)}</td>
            <td className={changeTone(after[key] - before[key], 2) ?? undefined}>
              {change(after[key] - before[key], 2)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

/** Corrects what went wrong: choose, see what it does, confirm. */
export function CorrectionsView() {
  const list = useQuery(corrections())
  const settings = useQuery(leagueSettings())
  const made = useQuery(trades())
  const { timeZone } = constantsOfSettings(settings.data)
  const [today] = useState(() => leagueDay(Date.now(), timeZone))
  const [draft, setDraft] = useState<CorrectionDraft | null>(null)
  const [question, setQuestion] = useState<PreviewedCorrection | null>(null)
  const [complaint, setComplaint] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const preview = useMutation(previewCorrection())
  const apply = useMutation(applyCorrection())

  const executions = executionsOf(made.data ?? [], draft?.teamId ?? null)
  const clear = () => {
    setComplaint(null)
    setDone(null)
    preview.reset()
    apply.reset()
  }
  const begin = (next: CorrectionDraft) => {
    clear()
    setDraft(next)
  }
  /** What comes next is at the top, and the button goes. */
  const toTop = () => {
    focusPage()
    scrollTo({ top: 0 })
  }
  const undo = ({ nr }: Correction) => {
    begin({ ...emptyDraft('undo', today), nr })
    toTop()
  }
  const onPreview = () => {
    if (!draft) return
    clear()
    const input = inputOf(draft, executions, timeZone)
    if (typeof input === 'string') return setComplaint(input)
    preview.mutate(input, {
      onSuccess: (seen) => setQuestion({ input, reason: draft.reason, preview: seen, key: uuid() }),
    })
  }
  const confirm = () => {
    if (!question || apply.isPending) return
    apply.mutate(question, {
      onSuccess: ({ what, team }) => {
        setDraft(null)
        setDone(`${team.shortName}: ${what}.`)
        // The question gives the focus back to a button that is gone.
        afterPaint(toTop)
      },
      onSettled: () => setQuestion(null),
    })
  }
  const failure = preview.error ?? apply.error

  return (
    <OfficePage isKept title="Corrections">
      <div className="fields corrections-page">
        <div className="stack">
          {done && (
            <Notice kind="success" onClose={() => setDone(null)}>
              {done}
            </Notice>
          )}
          <fieldset className="wrap correction-cards">
            <legend className="quiet">What needs correcting</legend>
            {CARDS.map(({ kinds, title, text }) => (
              <button
                key={title}
                className="card"
                type="button"
                aria-pressed={draft !== null && kinds.includes(draft.kind)}
                onClick={() => begin(emptyDraft(kinds[0], today))}
              >
                <span>
                  <b>{title}</b> <small className="own-line">{text}</small>
                </span>
              </button>
            ))}
          </fieldset>
          {draft && (
            <CorrectionForm
              draft={draft}
              executions={executions}
              today={today}
              undone={list.data?.find(({ nr }) => nr === draft.nr)}
              isBusy={preview.isPending}
              onChange={(changed) => {
                // What was shown about it before no longer holds.
                if (complaint !== null || failure) clear()
                setDraft({ ...draft, ...changed })
              }}
              onPreview={onPreview}
            />
          )}
          {complaint && (
            <Notice isAnswer kind="error" onClose={clear}>
              {complaint}
            </Notice>
          )}
          <Failure isAnswer of={{ error: failure, reset: clear }} />
          <UnsavedChanges isDirty={(draft?.reason ?? '').trim() !== ''}>
            The correction is not made and would be lost.
          </UnsavedChanges>
        </div>
        <Section className="part" title="This Season">
          <QueryResult query={list} failure={getCorrections.failure}>
            {(all) =>
              all.length === 0 ? (
                <p className="note">Nothing was corrected this season.</p>
              ) : (
                <CorrectionList corrections={all}>
                  {(each) =>
                    each.undoneBy == null && (
                      <div className="buttons">
                        <PlainButton aria-label={`Undo correction ${each.nr}`} onClick={() => undo(each)}>
                          Undo
                        </PlainButton>
                      </div>
                    )
                  }
                </CorrectionList>
              )
            }
          </QueryResult>
          <p className="note">
            The NHL's late corrections arrive once a week. To get them now, go to{' '}
            <OwnLink href="/league/statistics">Statistics</OwnLink>, read the whole season again, and make an official
            update. A team's page shows the figures before and after.
          </p>
        </Section>
      </div>
      {question && (
        <Confirm
          title={`Apply this correction to ${question.preview.team.shortName}?`}
          confirmLabel="Apply"
          isBusy={apply.isPending}
          onCancel={() => setQuestion(null)}
          onConfirm={confirm}
        >
          <WhatItDoes preview={question.preview} reason={question.reason} />
        </Confirm>
      )}
    </OfficePage>
  )
}
