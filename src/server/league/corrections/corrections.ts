import { hash } from 'node:crypto'
import type { Correction, CorrectionInput, CorrectionPreview, CorrectionScore } from '#contract/corrections'
import { type ErrorCode, errorSentences } from '#contract/errors'
import { dayStart, type Instant, leagueDay } from '#rules/calendar'
import {
  type CorrectionPlan,
  type CorrectionRefusal,
  checkReason,
  type EntryChange,
  planCorrection,
  subjectOf,
} from '#rules/corrections'
import type { League } from '#rules/league'
import { toWire } from '#rules/money'
import { isRefusal } from '#rules/refusal'
import { amount, instantWords } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { lockCorrections, lockPlayers, lockStatistics, lockTeam } from '../../db/locks.ts'
import { type CurrentLeague, currentLeague } from '../league.ts'
import {
  correctionState,
  findRefs,
  type Refs,
  type StoredCorrection,
  storeCorrection,
  storedCorrections,
} from './stored-corrections.ts'

/** Why there is no correction, in a sentence. */
export interface CorrectionRefused {
  readonly refused: ErrorCode
  readonly sentence: string
}

const refusedFor = (refused: ErrorCode): CorrectionRefused => ({ refused, sentence: errorSentences[refused] })

/** What an admin may do where the rules of the lineup refuse; a command has an option for it. */
export const AGAINST = 'To do it all the same, say that it is against the rules.'

const onWire = ({ points, cash, totalScore }: CorrectionPlan['scoreBefore']): CorrectionScore => ({
  points: toWire(points),
  cash: toWire(cash),
  totalScore: toWire(totalScore),
})

/** Corrections in sentences: the same on every screen, in the command and in exports. */
function sentencesOf({ players, teams }: Refs, { constants }: League, made: readonly StoredCorrection[]) {
  const { timeZone } = constants
  const { day, minute } = instantWords(timeZone)
  // A browser elsewhere has another clock.
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  const when = (at: Instant): string =>
    at === dayStart(leagueDay(at, timeZone), timeZone) ? day(at) : `${minute(at)} in ${place}`
  const name = (playerId: number | undefined): string =>
    (playerId !== undefined && players.get(playerId)?.name) || 'The player'
  const since = (at: Instant | undefined): string => (at === undefined ? 'then' : when(at))

  const trade = ({ playerId, before, after }: EntryChange): string =>
    after === null
      ? `the purchase of ${name(playerId)} (${amount(before?.boughtPrice ?? 0)})`
      : `the sale of ${name(playerId)} (${amount(before?.soldPrice ?? 0)})`

  /** An undoing of an undoing says which, and no more. */
  const undone = (nr: number | null): string => {
    const found = made.find((each) => each.nr === nr)
    if (!found) return `Undid correction ${nr}`
    const text = found.undoes === null ? what(found) : `undid correction ${found.undoes}`
    return `Undid correction ${nr}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
  }

  const done = ({ kind, entries, cash, asOf, undoes }: CorrectionPlan): string => {
    const [first] = entries
    const whom = name(first?.playerId)
    const from = asOf === null ? '' : ` as of ${when(asOf)}`
    switch (kind) {
      case 'undo-trade':
        return `Undid ${entries.map(trade).join(' and ')}${asOf === null ? '' : ` of ${day(asOf)}`}`
      case 'price': {
        const isSale = first?.before?.soldPrice !== first?.after?.soldPrice
        const [old, price] = isSale
          ? [first?.before?.soldPrice, first?.after?.soldPrice]
          : [first?.before?.boughtPrice, first?.after?.boughtPrice]
        const verb = isSale ? 'sale of' : 'purchase of'
        return `Made the ${verb} ${whom} ${isSale ? 'bring' : 'cost'} ${amount(price ?? 0)} instead of ${amount(old ?? 0)}`
      }
      case 'roster-on':
        return `Put ${whom} on the roster${from}, for ${amount(first?.after?.boughtPrice ?? 0)}${first?.after?.scratched.length ? ', scratched' : ''}`
      case 'roster-off':
        return `Took ${whom} off the roster${from}, for ${amount(first?.after?.soldPrice ?? 0)}`
      case 'scratch':
        return `Scratched ${whom}${from}`
      case 'dress':
        return `Dressed ${whom}${from}`
      case 'cash':
        return cash < 0 ? `Took ${amount(-cash)} from the cash` : `Added ${amount(cash)} to the cash`
      case 'undo':
        return undone(undoes)
    }
  }

  const what = (plan: CorrectionPlan): string =>
    `${done(plan)}${plan.againstRules ? ', against the rules of the lineup' : ''}`

  const refusal = ({ refused, playerId, teamId, at, until, lineup, figure }: CorrectionRefusal): string => {
    const { maxDressed, minGoalies, minDefenders, rosterSize } = constants
    switch (refused) {
      case 'CORRECTION_NO_TRADE':
        return `This trade of ${name(playerId)} has already been undone.`
      case 'CORRECTION_BUILT_ON':
        return `${name(playerId)} has moved or been changed since${at === undefined ? '' : `, on ${when(at)}`}. Correct that first.`
      case 'CORRECTION_TAKEN': {
        const other = teams.get(teamId ?? 0)?.shortName
        return until === undefined
          ? `${other} has had ${name(playerId)} since ${since(at)}. Correct that first.`
          : `${other} had ${name(playerId)} from ${since(at)} to ${since(until)}; two teams can't have had the same player at once.`
      }
      case 'CORRECTION_TWICE':
        return `The team has had ${name(playerId)} this season already. Undo what removed the player instead.`
      case 'CORRECTION_DATE':
        return playerId === undefined
          ? `The day must lie in the season, from ${since(at)} to ${until === undefined ? 'its end' : day(until - 1)}, and not in the future.`
          : `${name(playerId)} came on ${since(at)}; the day must not lie before that.`
      case 'CORRECTION_LINED_UP':
        return `${name(playerId)} is ${lineup} as of ${since(at)} already.`
      case 'CORRECTION_SAT_OUT':
        return `${name(playerId)} could be dressed on ${since(at)} at the earliest. ${AGAINST}`
      case 'CORRECTION_ROSTER_FULL':
        return `On ${since(at)} the roster would have ${figure} players; ${rosterSize} at most are allowed.`
      case 'CORRECTION_DRESSED':
        return `On ${since(at)} ${figure} players would be dressed; ${maxDressed} at most are allowed. ${AGAINST}`
      case 'CORRECTION_GOALIES':
        return `On ${since(at)} ${figure} goalies would be dressed; ${minGoalies} at least are needed. ${AGAINST}`
      case 'CORRECTION_DEFENDERS':
        return `On ${since(at)} ${figure} defenders would be dressed; ${minDefenders} at least are needed. ${AGAINST}`
      case 'CORRECTION_CASH':
        return `The team's cash would be ${amount(figure ?? 0)}, and it cannot fall below 0.`
      default:
        return errorSentences[refused]
    }
  }

  return { what, refusal }
}

/** Describes the season's corrections, and plans about these players. */
async function describer(
  queries: Queries,
  league: CurrentLeague,
  made: readonly StoredCorrection[],
  playerIds: readonly number[] = [],
) {
  const inMade = made.flatMap(({ entries }) => entries.map(({ playerId }) => playerId))
  const refs = await findRefs(queries, [...playerIds, ...inMade])
  const { what, refusal } = sentencesOf(refs, league, made)

  /** What a plan and a correction have in common on the wire. */
  const outcome = (plan: CorrectionPlan) => ({
    what: what(plan),
    team: refs.teams.get(plan.teamId) ?? { id: plan.teamId, shortName: '' },
    before: onWire(plan.scoreBefore),
    after: onWire(plan.scoreAfter),
  })

  const correction = (stored: StoredCorrection): Correction => {
    const { nr, at, by, reason, kind, entries, againstRules, undoes } = stored
    const undoneBy = made.find((each) => each.undoes === nr)?.nr
    return {
      nr,
      at: at.toISOString(),
      by,
      reason,
      kind,
      players: entries.flatMap(({ playerId }) => refs.players.get(playerId) ?? []),
      againstRules,
      ...(undoes !== null && { undoes }),
      ...(undoneBy !== undefined && { undoneBy }),
      ...outcome(stored),
    }
  }

  return { refusal, outcome, correction }
}

/** The corrections of the season, or of one team; the latest first. */
export async function listCorrections(queries: Queries, league: CurrentLeague, teamId?: number): Promise<Correction[]> {
  const made = await storedCorrections(queries, league.seasonId)
  const describe = await describer(queries, league, made)
  return made
    .filter((each) => teamId === undefined || each.teamId === teamId)
    .map(describe.correction)
    .reverse()
}

async function planned(queries: Queries, now: Instant, input: CorrectionInput) {
  const league = await currentLeague(queries)
  const made = await storedCorrections(queries, league.seasonId)
  const subject = subjectOf(input, made)
  if (isRefusal(subject)) return refusedFor(subject.refused)
  const state = await correctionState(queries, league, now, subject, made)
  if (!state) return refusedFor('TEAM_NOT_FOUND')
  const plan = planCorrection(state, input)
  const describe = await describer(queries, league, made, subject.playerIds)
  return isRefusal(plan) ? { refused: plan.refused, sentence: describe.refusal(plan) } : { league, plan, describe }
}

/** The same for the same outcome: what an admin has seen is what is done, or nothing is. */
const fingerprint = ({ entries, cash, scoreBefore, scoreAfter }: CorrectionPlan): string =>
  hash('sha256', JSON.stringify([entries, cash, scoreBefore, scoreAfter]), 'base64url')

export async function previewCorrection(
  queries: Queries,
  now: Instant,
  input: CorrectionInput,
): Promise<CorrectionPreview | CorrectionRefused> {
  const answer = await planned(queries, now, input)
  if ('refused' in answer) return answer
  return { ...answer.describe.outcome(answer.plan), expects: fingerprint(answer.plan) }
}

/** Holds what the correction depends on until the transaction ends. */
export async function lockForCorrection(queries: Queries, input: CorrectionInput): Promise<void> {
  await lockCorrections(queries)
  const { seasonId } = await currentLeague(queries)
  const subject = subjectOf(input, await storedCorrections(queries, seasonId))
  if (isRefusal(subject)) return
  await lockStatistics(queries)
  await lockTeam(queries, subject.teamId)
  await lockPlayers(queries, subject.playerIds)
}

export interface ConfirmedCorrection {
  readonly input: CorrectionInput
  readonly reason: string
  /** The admin's name. */
  readonly by: string
  /** Of the preview. */
  readonly expects: string
}

/** Makes the correction, in the transaction that holds its locks. */
export async function applyCorrection(
  queries: Queries,
  now: Instant,
  { input, reason, by, expects }: ConfirmedCorrection,
): Promise<Correction | CorrectionRefused> {
  const checked = checkReason(reason)
  if (isRefusal(checked)) return refusedFor(checked.refused)
  const answer = await planned(queries, now, input)
  if ('refused' in answer) return answer
  const { league, plan, describe } = answer
  if (expects !== fingerprint(plan)) return refusedFor('CORRECTION_STALE')
  const mark = { at: new Date(now), by, reason: checked.reason }
  return describe.correction(await storeCorrection(queries, league.seasonId, { ...plan, ...mark }))
}
