import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { DraftedPlayer, Pick } from '#contract/draft'
import { ADMIN_LIST_PICKS } from '#contract/limits'
import { messages } from '#contract/messages'
import { whoseTurn } from '#rules/pick-sequence'
import { draftTeams, keepersStatus, lastDrafted, pickSequence } from '../../data/draft.ts'
import {
  type AdminAction,
  adminFailure,
  administer,
  correctActions,
  type DraftNow,
  nextPicks,
  onTheClock,
  runActions,
  setUpActions,
  takeBackAction,
  teamActions,
} from '../../data/draft-admin.ts'
import { useOnline } from '../../data/use-online.ts'
import { isUnsent, useUnsent } from '../../data/use-unsent.ts'
import { useFeature } from '../../data/user.ts'
import { OFFLINE } from '../../net/request.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { IdField } from '../../ui/form/field.tsx'
import { Loading } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { Floating, Toast } from '../../ui/toast.tsx'
import { KeeperBadges } from '../boxes/keeper-badges.tsx'
import { DataScreen, failureKind, NeedsConnection, UnavailableOffline } from '../data-screen/data-screen.tsx'
import { pickColour, pickStatusText, turnNotice } from '../draft/turn.ts'
import { TurnClock } from '../draft/turn-clock.tsx'
import { DirectorButtons, DirectorSetUp, KeeperForTeam, WhoIsThere } from './draft-room-cards.tsx'
import '../draft/pick.css'
import './draft-admin.css'

const NEXT_PICKS = 3

const clockText = ({ picks }: DraftNow): string => {
  const turn = onTheClock(picks)
  if (turn) return `On the clock: ${turn.teamShortName}, round ${turn.round}, pick ${turn.pickOrder}`
  return turnNotice(picks, null)?.text ?? 'No one is on the clock yet.'
}

interface OnTheClockProps {
  readonly now: DraftNow
  readonly hasRoom: boolean
  /** What can be done about it. */
  readonly children?: ReactNode
}

const LastPick = ({ teamShortName, draftBox, name }: DraftedPlayer) => (
  <>
    {teamShortName}, {draftBox}, <strong>{name}</strong>
  </>
)

/** What a director of the draft looks for first. */
const OnTheClock = ({ now, hasRoom, children }: OnTheClockProps) => {
  const { picks, last } = now
  const next = nextPicks(picks).slice(0, NEXT_PICKS)
  const lastPick = last ? <LastPick {...last} /> : '-'
  return (
    <section className="card clock" aria-labelledby="on-the-clock">
      <div className="spread">
        <h2 id="on-the-clock" aria-live="polite">
          {clockText(now)}
        </h2>
        {hasRoom && <TurnClock />}
      </div>
      <Facts
        facts={[
          ['Last pick', lastPick],
          ['Next', next.length > 0 ? next.map(({ teamShortName }) => teamShortName).join(', ') : null],
        ]}
      />
      {children}
    </section>
  )
}

/** The first picks of the sequence, and how many follow. */
const SequenceCard = ({ picks }: { readonly picks: readonly Pick[] }) => (
  <Card title="Current Pick Sequence">
    {picks.length === 0 ? (
      <p>No pick sequence available</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className="fading-down sequence" aria-label="Picks" tabIndex={0}>
        <ol className="ruled">
          {picks.slice(0, ADMIN_LIST_PICKS).map((pick) => (
            <li key={pick.sequenceNr}>
              <span>{`Round ${pick.round}, Pick ${pick.pickOrder}`}</span>
              <strong>{pick.teamShortName}</strong>
              <span className={`pick ${pickColour(pick)}`}>{pickStatusText(pick)}</span>
            </li>
          ))}
        </ol>
        {picks.length > ADMIN_LIST_PICKS && (
          <p className="note">{`... and ${picks.length - ADMIN_LIST_PICKS} more picks`}</p>
        )}
      </section>
    )}
  </Card>
)

const SURE = 'Are you sure you want to proceed with this action?'
const noPicks: readonly Pick[] = []
const noTeam = { id: 0, shortName: '' }

/** Failed loads do not get in the admin's way: they are only logged (spec, section 8). */
function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the log is where the spec wants it
    if (error) console.warn(`${what}: ${error.message}`)
  }, [what, error])
}

const Group = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section className="stack" aria-label={name}>
    <h3>{name}</h3>
    {children}
  </section>
)

export function DraftAdminView() {
  const client = useQueryClient()
  const sequence = useQuery(pickSequence())
  const teams = useQuery(draftTeams())
  const keepers = useQuery(keepersStatus())
  // Without a sequence there is no pick yet, and the answer would be the 404 that says so.
  const last = useQuery({ ...lastDrafted(), enabled: sequence.data?.length !== 0 })
  useLogged('Pick sequence', sequence.error)
  useLogged('Draft teams', teams.error)
  useLogged('Keeper status', keepers.error)
  useLogged('Last drafted player', last.error)
  const [teamId, setTeamId] = useState<number | null>(null)
  const [chosen, setChosen] = useState<AdminAction | null>(null)
  /** The last action's success message, until it is dismissed. */
  const [done, setDone] = useState<string | null>(null)
  const [complaint, setComplaint] = useState<string | null>(null)
  const action = useMutation(administer(client))
  const hasRoom = useFeature('draft-room')
  const online = useOnline()
  usePreparedConfirm()

  const now = { picks: sequence.data ?? noPicks, last: last.data, keepers: keepers.data }
  const team = teams.data?.find(({ id }) => id === teamId)
  // Only as the server announces it: where it does not, its refusal will say so.
  const isLocked = keepers.data?.some(({ locked }) => locked) ?? false
  const isOver = whoseTurn(now.picks).kind === 'over'
  const ask = (next: AdminAction) => {
    setDone(null)
    setComplaint(null)
    action.reset()
    if (!online) return setComplaint(OFFLINE)
    setChosen(next)
    if (next.namesKeepers) void keepers.refetch()
  }
  const confirm = () => {
    if (!chosen || action.isPending) return
    action.mutate(chosen, { onSuccess: () => setDone(chosen.done), onSettled: () => setChosen(null) })
  }
  const isPast = ({ needsTurn }: AdminAction) => isOver && needsTurn === true
  const button = (next: AdminAction, isOff = isPast(next), isComplete = true) => (
    <PlainButton
      key={next.label}
      isFinal={next.isFinal}
      aria-disabled={isOff || !isComplete || !online}
      onClick={() => {
        if (isOff) return
        if (isComplete) ask(next)
        else setComplaint(messages.selectTeamFirst)
      }}
    >
      {next.label}
    </PlainButton>
  )
  const close = () => {
    setComplaint(null)
    action.reset()
  }
  useUnsent(complaint === OFFLINE || isUnsent(action.error), close)
  // A warning beside it is to be read, which takes longer than a toast lasts.
  const Success = action.data ? Notice : Toast
  const failure = complaint === null ? action.error && adminFailure(action.error) : { text: complaint }

  return (
    <DataScreen title="Draft Administration" queries={[sequence, teams, keepers, last]}>
      <div className="parts inset draft-admin">
        {!sequence.isPending && (
          <OnTheClock now={now} hasRoom={hasRoom}>
            {hasRoom && <DirectorButtons now={now} onAsk={ask} />}
          </OnTheClock>
        )}
        <Card title="Team Keeper Status">
          <KeeperBadges statuses={keepers.data ?? []} />
          <Group name="Set up">
            {isLocked && <p>The keepers are locked.</p>}
            <div className="buttons">{setUpActions.map((each) => button(each, isLocked))}</div>
            {hasRoom && <DirectorSetUp now={now} onAsk={ask} />}
            {hasRoom && <KeeperForTeam now={now} onAsk={ask} />}
          </Group>
        </Card>
        <Card title="Pick Sequence Controls">
          <Group name="Run">
            <div className="buttons">{runActions.map((each) => button(each))}</div>
          </Group>
          <Group name="Correct">
            <div className="buttons">{correctActions.map((each) => button(each))}</div>
            <ChakraGround>
              <IdField
                label="Team"
                isLabelHidden
                none="Select a team..."
                value={team?.id ?? null}
                options={teams.data?.map(({ id, shortName }) => [id, shortName]) ?? []}
                onChoose={(chosen) => {
                  setComplaint(null)
                  setTeamId(chosen)
                }}
              />
            </ChakraGround>
            <div className="buttons">
              {teamActions(team ?? noTeam).map((each) => button(each, isPast(each), team !== undefined))}
            </div>
          </Group>
        </Card>
        <UnavailableOffline query={sequence} />
        {sequence.isPending ? <Loading /> : <SequenceCard picks={now.picks} />}
        {hasRoom && <WhoIsThere />}
      </div>
      {/* Over the page: the cards are longer than a phone, and what was pressed may be far from their top. */}
      <Floating className="toast">
        <NeedsConnection>Changes to the draft need</NeedsConnection>
        {done && (
          <Success kind="success" onClose={() => setDone(null)}>
            {done}
          </Success>
        )}
        {done && action.data && <Notice kind="warning">{action.data}</Notice>}
        {failure && (
          <Notice
            kind={complaint === OFFLINE ? 'warning' : complaint ? 'error' : failureKind(action.error)}
            onClose={close}
          >
            {failure.text}
            {'code' in failure && (
              <p>
                <small>{failure.code}</small>
              </p>
            )}
          </Notice>
        )}
      </Floating>
      {chosen && (
        <Confirm
          title="Confirm Action"
          confirmLabel="Confirm"
          isBusy={action.isPending}
          onCancel={() => setChosen(null)}
          onConfirm={confirm}
        >
          <p>{chosen.named?.(now) ?? `${chosen.label}: ${chosen.meaning}`}</p>
          {hasRoom && chosen.leavesPick && now.last && (
            <p>
              <PlainButton onClick={() => now.last && setChosen(takeBackAction(now.last))}>
                Take back {now.last.name} instead
              </PlainButton>
            </p>
          )}
          <p>{SURE}</p>
        </Confirm>
      )}
    </DataScreen>
  )
}
