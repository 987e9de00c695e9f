import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getNextSeason,
  getSeasonPlan,
  type NextSeason,
  type PlanLine,
  type SeasonPlan,
  type SeasonStart,
  type SeasonTeam,
} from '#contract/next-season'
import { seasonName } from '#rules/calendar'
import { dayWords, listed } from '#rules/words'
import {
  nextSeason,
  type SeasonRequest,
  seasonFailure,
  seasonPlan,
  startTheSeason,
  undoTheSeason,
} from '../../data/next-season.ts'
import { CallError } from '../../net/call-error.ts'
import { uuid } from '../../net/sending.ts'
import { MainButton, PlainButton } from '../../ui/buttons.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Loading } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { Failure, QueryError, QueryResult } from '../data-screen/data-screen.tsx'
import { OfficePage } from '../office/office-page.tsx'
import '../../ui/form/choice.css'

interface TeamsProps {
  readonly teams: readonly SeasonTeam[]
  readonly retired: readonly number[]
  readonly onChange: (retired: readonly number[]) => void
}

/** Every team stays unless it is taken out. */
const SeasonTeams = ({ teams, retired, onChange }: TeamsProps) => (
  <>
    <p>A team that drops out loses its member, but keeps its place in the history.</p>
    <ul className="fields" style={{ '--field': '16rem' }}>
      {teams.map(({ id, name, shortName, members }) => {
        const stays = !retired.includes(id)
        return (
          <li key={id}>
            <label className="option">
              <input
                className="choice"
                type="checkbox"
                checked={stays}
                onChange={() => onChange(stays ? [...retired, id] : retired.filter((each) => each !== id))}
              />
              <span>
                {name} <small>{shortName}</small>
                <small className="own-line">{members.length > 0 ? listed(members) : 'without a member'}</small>
              </span>
            </label>
          </li>
        )
      })}
    </ul>
  </>
)

/** For the eye and for readers. */
const KINDS: { readonly [Kind in PlanLine['kind']]: readonly [sign: string, tone: string, words: string] } = {
  new: ['+', 'gain', 'new'],
  gone: ['-', 'loss', 'goes'],
  changed: ['~', '', 'changes'],
  kept: ['=', 'muted', 'stays'],
  note: ['!', 'loss', 'note'],
}

/** What will be done, a line each, as the command prints it. */
const PlanLines = ({ lines }: { readonly lines: readonly PlanLine[] }) => (
  <ul>
    {lines.map(({ kind, text }) => {
      const [sign, tone, words] = KINDS[kind]
      return (
        <li key={`${kind} ${text}`} className="beside plan-line">
          <strong className={tone} aria-hidden="true">
            {sign}
          </strong>
          <span>
            <span className="quiet">{words}: </span>
            {text}
          </span>
        </li>
      )
    })}
  </ul>
)

const DAY = /^\d{4}-\d{2}-\d{2}$/

interface StartFormProps {
  readonly state: NextSeason
  /** Null: it is tried again. */
  readonly onFailed: (error: Error | null) => void
}

/** The steps from the season that is on to the next. */
function StartForm({ state, onFailed }: StartFormProps) {
  const { next } = state
  const [firstDay, setFirstDay] = useState(next.firstDay)
  const [lastDay, setLastDay] = useState(next.lastDay)
  const [retire, setRetire] = useState<readonly number[]>(() =>
    state.teams.filter(({ isRetiring }) => isRetiring).map(({ id }) => id),
  )
  const request: SeasonRequest = { firstDay, lastDay, retire }
  const hasDays = DAY.test(firstDay) && DAY.test(lastDay)
  const plan = useQuery({ ...seasonPlan(request), enabled: hasDays })
  const name = seasonName(next.seasonId)
  return (
    <>
      <Card title={`1. This Season: ${seasonName(state.seasonId)}`}>
        <p>
          {`${dayWords(state.firstDay)} to ${dayWords(state.lastDay)}, ${state.teams.length} teams. `}
          {state.isOver
            ? 'It is over.'
            : 'It is not over yet. Wait for its last day and the last official update, unless you want to end it early.'}
        </p>
      </Card>
      <Card title={`2. When Is ${name} Played?`}>
        <p>
          {next.isKnown
            ? "These are the NHL's days."
            : 'A guess: one year after this season. Enter the days of the published schedule.'}
        </p>
        <ChakraGround>
          <div className="fields">
            <TextField label="First day" type="date" value={firstDay} onType={setFirstDay} />
            <TextField label="Last day" type="date" value={lastDay} onType={setLastDay} />
          </div>
        </ChakraGround>
        {plan.data && <DerivedDates plan={plan.data} />}
      </Card>
      <Card title="3. Which Teams Stay?">
        <SeasonTeams teams={state.teams} retired={retire} onChange={setRetire} />
      </Card>
      <Card title="4. What Will Be Done">
        {!hasDays && <p>Enter the first and the last day.</p>}
        {plan.data && !plan.error && <PlanLines lines={plan.data.lines} />}
        {hasDays && !plan.data && !plan.error && <Loading />}
        {plan.error instanceof CallError && plan.error.kind === 'http' ? (
          <Notice kind="error">{plan.error.message}</Notice>
        ) : (
          <QueryError query={plan} sentence={`Error: ${getSeasonPlan.failure}`} />
        )}
      </Card>
      <StartButton
        state={state}
        request={request}
        plan={plan.error || plan.isFetching ? undefined : plan.data}
        onFailed={onFailed}
      />
    </>
  )
}

/** What follows from the first and the last day. */
const DerivedDates = ({ plan }: { readonly plan: SeasonPlan }) => (
  <Facts
    facts={[
      ['Trading', `${dayWords(plan.tradingStartTime.slice(0, 10))} to ${dayWords(plan.tradingEndTime.slice(0, 10))}`],
      ['Keepers bought until', dayWords(plan.keeperLastBuyDate)],
    ]}
  />
)

interface StartProps extends StartFormProps {
  readonly request: SeasonRequest
  /** None while it is not known what would be done. */
  readonly plan: SeasonPlan | undefined
}

function StartButton({ state, request, plan, onFailed }: StartProps) {
  const start = useMutation(startTheSeason(useQueryClient()))
  const [key, setKey] = useState<string | null>(null)
  const [present, next] = [seasonName(state.seasonId), seasonName(state.next.seasonId)]
  const confirm = () => {
    if (!plan || key === null || start.isPending) return
    const { seasonId, fingerprint } = plan
    onFailed(null)
    void start
      .mutateAsync({ ...request, seasonId, fingerprint, key })
      .catch(onFailed)
      .finally(() => setKey(null))
  }
  return (
    <Card title={`5. Start ${next}`}>
      <p>Everything changes at once, or nothing does. You can undo it until something happens in the new season.</p>
      {!state.isOver && <p>{`${present} is not over yet: this would end it.`}</p>}
      <div className="buttons">
        <MainButton aria-disabled={!plan} onClick={() => plan && setKey(uuid())}>
          {`Start ${next}`}
        </MainButton>
      </div>
      {key !== null && (
        <Confirm
          title={`Start ${next}?`}
          confirmLabel={`Start ${next}`}
          isBusy={start.isPending}
          isOff={!plan}
          onCancel={() => setKey(null)}
          onConfirm={confirm}
        >
          <p>{`${present} closes with its final standings and can no longer be changed. Everyone moves to ${next} right away.`}</p>
          {!state.isOver && <p>{`${present} is not over yet.`}</p>}
        </Confirm>
      )}
    </Card>
  )
}

/** The way back, until something was done in the season that was started. */
function UndoStart({ seasonId, start }: { readonly seasonId: number; readonly start: SeasonStart }) {
  const undo = useMutation(undoTheSeason(useQueryClient()))
  const [key, setKey] = useState<string | null>(null)
  const { previousId, startedAt, by, done, lines } = start
  const name = seasonName(seasonId)
  return (
    <Card title={`The Start of ${name}`}>
      <p>{`Started ${instantText(startedAt)}${by ? ` by ${by}` : ''}; ${seasonName(previousId)} is closed.`}</p>
      {done.length > 0 ? (
        <p>{`It can no longer be undone: ${listed(done)}.`}</p>
      ) : (
        <>
          <p>Until something is done in it, all of it can be undone.</p>
          <div className="buttons">
            <PlainButton isFinal onClick={() => setKey(uuid())}>
              Undo the Start
            </PlainButton>
          </div>
        </>
      )}
      <Failure isAnswer of={undo} text={seasonFailure} />
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
    </Card>
  )
}

/** From one season to the next in steps: each says what it is, and nothing is done before the last. */
function Steps() {
  const query = useQuery(nextSeason())
  /** Why a start was not made. The form itself is gone when another admin was first. */
  const [failure, setFailure] = useState<Error | null>(null)
  usePreparedConfirm()
  return (
    <QueryResult query={query} failure={getNextSeason.failure}>
      {(state) => (
        <div className="stack">
          <Failure isAnswer of={{ error: failure, reset: () => setFailure(null) }} text={seasonFailure} />
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

export const NextSeasonView = () => (
  <OfficePage title="Next Season">
    <Steps />
  </OfficePage>
)
