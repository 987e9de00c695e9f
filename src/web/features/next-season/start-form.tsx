import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getSeasonPlan, type NextSeason, type SeasonPlan } from '#contract/next-season'
import { seasonName } from '#rules/calendar'
import { dayWords } from '#rules/date-words'
import { type AskedSeason, seasonPlan, startTheSeason } from '../../data/next-season.ts'
import { CallError } from '../../net/call-error.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { QueryError } from '../data-screen/failure.tsx'
import { PlanLines } from './plan-lines.tsx'
import { SeasonTeams } from './season-teams.tsx'

const DAY = /^\d{4}-\d{2}-\d{2}$/

interface StartFormProps {
  readonly state: NextSeason
  /** Null: it is tried again. */
  readonly onFailed: (error: Error | null) => void
}

/** The steps from the season that is on to the next. */
export function StartForm({ state, onFailed }: StartFormProps) {
  const { next } = state
  const [firstDay, setFirstDay] = useState(next.firstDay)
  const [lastDay, setLastDay] = useState(next.lastDay)
  const [retire, setRetire] = useState<readonly number[]>(() =>
    state.teams.filter(({ isRetiring }) => isRetiring).map(({ id }) => id),
  )
  const asked: AskedSeason = { firstDay, lastDay, retire }
  const hasDays = DAY.test(firstDay) && DAY.test(lastDay)
  const plan = useQuery({ ...seasonPlan(asked), enabled: hasDays })
  const name = seasonName(next.seasonId)
  return (
    <>
      <section className="card" aria-labelledby="season-now">
        <h2 id="season-now">{`1. This Season: ${seasonName(state.seasonId)}`}</h2>
        <p>
          {`${dayWords(state.firstDay)} to ${dayWords(state.lastDay)}, ${state.teams.length} teams. `}
          {state.isOver
            ? 'Its last day is over.'
            : 'Its last day is still to come. Wait for it and for the last official update, unless the season is to end early.'}
        </p>
      </section>
      <section className="card" aria-labelledby="season-days">
        <h2 id="season-days">{`2. When Is ${name} Played?`}</h2>
        <p>
          {next.isKnown
            ? "These are the NHL's days."
            : 'A guess: one year after this season. Enter the days of the published schedule.'}
        </p>
        <ChakraGround>
          <div className="season-dates">
            <TextField
              label="First day"
              type="date"
              value={firstDay}
              onChange={({ currentTarget }) => setFirstDay(currentTarget.value)}
            />
            <TextField
              label="Last day"
              type="date"
              value={lastDay}
              onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
            />
          </div>
        </ChakraGround>
        {plan.data && <DerivedDates plan={plan.data} />}
      </section>
      <section className="card" aria-labelledby="season-teams">
        <h2 id="season-teams">3. Which Teams Go On?</h2>
        <SeasonTeams teams={state.teams} retired={retire} onChange={setRetire} />
      </section>
      <section className="card" aria-labelledby="season-plan">
        <h2 id="season-plan">4. What Will Be Done</h2>
        {!hasDays && <p>Enter the first and the last day.</p>}
        {plan.data && !plan.error && <PlanLines lines={plan.data.lines} />}
        {hasDays && !plan.data && !plan.error && <Loading />}
        {plan.error instanceof CallError && plan.error.kind === 'http' ? (
          <Notice kind="error">{plan.error.message}</Notice>
        ) : (
          <QueryError query={plan} sentence={`Error: ${getSeasonPlan.failure}`} />
        )}
      </section>
      <StartButton
        state={state}
        asked={asked}
        plan={plan.error || plan.isFetching ? undefined : plan.data}
        onFailed={onFailed}
      />
    </>
  )
}

/** What follows from the first and the last day. */
const DerivedDates = ({ plan }: { readonly plan: SeasonPlan }) => (
  <dl className="season-derived">
    <dt>Trading</dt>
    <dd>{`${dayWords(plan.tradingStartTime.slice(0, 10))} to ${dayWords(plan.tradingEndTime.slice(0, 10))}`}</dd>
    <dt>Keepers bought until</dt>
    <dd>{dayWords(plan.keeperLastBuyDate)}</dd>
  </dl>
)

interface StartProps extends StartFormProps {
  readonly asked: AskedSeason
  /** None while it is not known what would be done. */
  readonly plan: SeasonPlan | undefined
}

function StartButton({ state, asked, plan, onFailed }: StartProps) {
  const start = useMutation(startTheSeason(useQueryClient()))
  const [key, setKey] = useState<string | null>(null)
  const [present, next] = [seasonName(state.seasonId), seasonName(state.next.seasonId)]
  const confirm = () => {
    if (!plan || key === null || start.isPending) return
    const { seasonId, fingerprint } = plan
    onFailed(null)
    void start
      .mutateAsync({ ...asked, seasonId, fingerprint, key })
      .catch(onFailed)
      .finally(() => setKey(null))
  }
  return (
    <section className="card" aria-labelledby="season-start">
      <h2 id="season-start">{`5. Start ${next}`}</h2>
      <p>All of it at once or nothing. It can be undone until something is done in the new season.</p>
      {!state.isOver && <p>{`${present} is not over yet: this would end it.`}</p>}
      <div className="card-buttons">
        <button
          className="button"
          type="button"
          aria-disabled={!plan}
          onClick={() => plan && setKey(crypto.randomUUID())}
        >
          {`Start ${next}`}
        </button>
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
          <p>{`${present} is closed with its final standings, and nothing in it can be changed. Everyone is in ${next} at once.`}</p>
          {!state.isOver && <p>{`${present} is not over yet.`}</p>}
        </Confirm>
      )}
    </section>
  )
}
