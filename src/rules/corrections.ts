import { REASON_MAX } from '#contract/corrections'
import {
  type Asked,
  type Corrected,
  type CorrectionRefusal,
  type CorrectionState,
  type EntryChange,
  isRefused,
  planned,
  refusal,
} from './correction-plans.ts'
import { fits, isWritable, tidy } from './names.ts'
import { type Refusal, refuse } from './refusal.ts'
import { differences, lineupAt, overlaps, scoreOf, type TeamEntry, turningPoints } from './roster-history.ts'

export interface CorrectionPlan extends Corrected {
  readonly scoreBefore: ReturnType<typeof scoreOf>
  readonly scoreAfter: ReturnType<typeof scoreOf>
}

/** The team's entries once the changes are made. */
const entriesAfter = (
  { entries, players }: Pick<CorrectionState, 'entries' | 'players'>,
  changes: readonly EntryChange[],
): TeamEntry[] => [
  ...entries.filter(({ playerId }) => !changes.some((change) => change.playerId === playerId)),
  ...changes.flatMap(({ playerId, after }) => {
    const player = players.find((each) => each.playerId === playerId)
    return player && after ? [{ ...player, ...after }] : []
  }),
]

/** The first limit that is broken at some time, and was not or less so before. */
function brokenLimit(
  { entries, now, league: { constants } }: CorrectionState,
  after: readonly TeamEntry[],
  isFree: boolean,
): CorrectionRefusal | null {
  const times = [...turningPoints(entries), ...turningPoints(after), now].filter((at) => at <= now)
  for (const at of [...new Set(times)].sort((one, other) => one - other)) {
    const [was, is] = [lineupAt(entries, at), lineupAt(after, at)]
    if (is.held > constants.rosterSize && is.held > was.held)
      return refusal('CORRECTION_ROSTER_FULL', { at, figure: is.held })
    if (isFree) continue
    if (is.dressed > constants.maxDressed && is.dressed > was.dressed)
      return refusal('CORRECTION_DRESSED', { at, figure: is.dressed })
    if (is.goalies < constants.minGoalies && is.goalies < was.goalies)
      return refusal('CORRECTION_GOALIES', { at, figure: is.goalies })
    if (is.defenders < constants.minDefenders && is.defenders < was.defenders)
      return refusal('CORRECTION_DEFENDERS', { at, figure: is.defenders })
  }
  return null
}

function takenByAnother(state: CorrectionState, changes: readonly EntryChange[]): CorrectionRefusal | null {
  for (const { playerId, after } of changes) {
    const other = after && state.others.find((hold) => hold.playerId === playerId && overlaps(after, hold))
    if (other) {
      const { teamId, boughtAt: at, soldAt } = other
      return refusal('CORRECTION_TAKEN', { playerId, teamId, at, ...(soldAt !== null && { until: soldAt }) })
    }
  }
  return null
}

/**
 * What the correction changes and what becomes of the score, or why it is refused. `isFree`: against the rules of the
 * lineup, which an admin has to say. Roster size, cash and who owns a player hold in any case.
 */
export function correct(state: CorrectionState, asked: Asked, isFree: boolean): CorrectionPlan | CorrectionRefusal {
  if ('asOf' in asked && !(asked.asOf >= state.from && asked.asOf < state.until && asked.asOf <= state.now))
    return refusal('CORRECTION_DATE', { at: state.from, until: state.until })
  const plan = planned(state, asked, isFree)
  if (isRefused(plan)) return plan
  const isNothing = plan.entries.every(({ before, after }) => {
    if (!before || !after) return before === after
    const { times, lineup } = differences(before, after)
    return !times && !lineup
  })
  if (isNothing && plan.cash === 0) return refusal('CORRECTION_EMPTY')
  const entries = entriesAfter(state, plan.entries)
  const cash = state.cash + plan.cash
  const refused = takenByAnother(state, plan.entries) ?? brokenLimit(state, entries, isFree)
  if (refused) return refused
  if (cash < 0) return refusal('CORRECTION_CASH', { figure: cash })
  return { ...plan, scoreBefore: scoreOf(state.entries, state.cash), scoreAfter: scoreOf(entries, cash) }
}

/** Why something was put right, as it will be stored, or why it is refused. */
export const checkReason = (text: string): { readonly reason: string } | Refusal => {
  const reason = tidy(text)
  if (reason === '' || !fits(reason, REASON_MAX)) return refuse('REASON_INVALID')
  return isWritable(text) ? { reason } : refuse('CHARACTER_REFUSED')
}
