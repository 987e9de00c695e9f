import '../draft/pick.css'
import './draft-admin.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Pick } from '#contract/draft'
import { messages } from '#contract/errors'
import { ADMIN_LIST_PICKS } from '#contract/limits'
import { draftTeams, keepersStatus, pickSequence } from '../../data/draft.ts'
import { type AdminAction, administer, boxActions, sequenceActions, teamActions } from '../../data/draft-admin.ts'
import { adminFailure } from '../../data/draft-failures.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { KeeperBadges } from '../boxes/keeper-badges.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { failureKind, UnavailableOffline } from '../data-screen/failure.tsx'
import { pickColour, pickStatusText } from '../draft/turn.ts'

/** The first picks of the sequence, and how many follow. */
const SequenceCard = ({ picks }: { readonly picks: readonly Pick[] }) => (
  <section className="card" aria-labelledby="current-sequence">
    <h2 id="current-sequence">Current Pick Sequence</h2>
    {picks.length === 0 ? (
      <p>No pick sequence available</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className="sequence" aria-label="Picks" tabIndex={0}>
        <ol>
          {picks.slice(0, ADMIN_LIST_PICKS).map((pick) => (
            <li key={pick.sequenceNr}>
              <span>{`Round ${pick.round}, Pick ${pick.pickOrder}`}</span>
              <strong>{pick.teamShortName}</strong>
              <span className={`pick ${pickColour(pick)}`}>{pickStatusText(pick)}</span>
            </li>
          ))}
        </ol>
        {picks.length > ADMIN_LIST_PICKS && <p>{`... and ${picks.length - ADMIN_LIST_PICKS} more picks`}</p>}
      </section>
    )}
  </section>
)

const SURE = 'Are you sure you want to proceed with this action?'

/** Failed loads do not get in the admin's way: they are only logged (spec, section 8). */
function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the log is where the spec wants it
    if (error) console.warn(`${what}: ${error.message}`)
  }, [what, error])
}

export function DraftAdminView() {
  const client = useQueryClient()
  const sequence = useQuery(pickSequence())
  const teams = useQuery(draftTeams())
  const keepers = useQuery(keepersStatus())
  useLogged('Pick sequence', sequence.error)
  useLogged('Draft teams', teams.error)
  useLogged('Keeper status', keepers.error)
  const [teamId, setTeamId] = useState<number | null>(null)
  const [asked, setAsked] = useState<AdminAction | null>(null)
  /** The last action's success message, until it is dismissed. */
  const [done, setDone] = useState<string | null>(null)
  const [complaint, setComplaint] = useState<string | null>(null)
  const action = useMutation(administer(client))
  usePreparedConfirm()

  const team = teams.data?.find(({ id }) => id === teamId)
  const ask = (next: AdminAction) => {
    setDone(null)
    setComplaint(null)
    action.reset()
    setAsked(next)
  }
  const confirm = () => {
    if (!asked || action.isPending) return
    action.mutate(asked, { onSuccess: () => setDone(asked.done), onSettled: () => setAsked(null) })
  }
  const button = (next: AdminAction) => (
    <button key={next.label} className="button plain" type="button" onClick={() => ask(next)}>
      {next.label}
    </button>
  )
  const failure = complaint ?? (action.error && adminFailure(action.error))

  return (
    <DataScreen title="Draft Administration" queries={[sequence, teams, keepers]}>
      <div className="draft-admin">
        {done && (
          <Notice kind="success" onClose={() => setDone(null)}>
            {done}
          </Notice>
        )}
        {failure && (
          <Notice
            kind={complaint ? 'error' : failureKind(action.error)}
            onClose={() => {
              setComplaint(null)
              action.reset()
            }}
          >
            {failure}
          </Notice>
        )}
        <section className="card" aria-labelledby="keeper-status">
          <h2 id="keeper-status">Team Keeper Status</h2>
          <KeeperBadges statuses={keepers.data ?? []} />
          <div className="card-buttons">{boxActions.map(button)}</div>
        </section>
        <section className="card" aria-labelledby="sequence-controls">
          <h2 id="sequence-controls">Pick Sequence Controls</h2>
          <ChakraGround>
            <SelectField
              label="Team"
              isLabelHidden
              value={String(team?.id ?? '')}
              onChoose={(chosen) => {
                setComplaint(null)
                setTeamId(chosen === '' ? null : Number(chosen))
              }}
            >
              <option value="">Select a team...</option>
              {teams.data?.map(({ id, shortName }) => (
                <option key={id} value={id}>
                  {shortName}
                </option>
              ))}
            </SelectField>
          </ChakraGround>
          <div className="card-buttons">
            {teamActions.map(({ run, meaning, ...shown }) => (
              <button
                key={shown.label}
                className="button plain"
                type="button"
                disabled={!team}
                onClick={() =>
                  team
                    ? ask({ ...shown, meaning: `${team.shortName} ${meaning}`, run: () => run(team.id) })
                    : setComplaint(messages.selectTeamFirst)
                }
              >
                {shown.label}
              </button>
            ))}
          </div>
          <div className="card-buttons">{sequenceActions.map(button)}</div>
        </section>
        <UnavailableOffline query={sequence} />
        <SequenceCard picks={sequence.data ?? []} />
      </div>
      {asked && (
        <Confirm
          title="Confirm Action"
          confirmLabel="Confirm"
          isBusy={action.isPending}
          onCancel={() => setAsked(null)}
          onConfirm={confirm}
        >
          <p>
            <strong>{asked.label}:</strong> {asked.meaning}
          </p>
          <p>{SURE}</p>
        </Confirm>
      )}
    </DataScreen>
  )
}
