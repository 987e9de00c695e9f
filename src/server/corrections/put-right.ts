import { createHash } from 'node:crypto'
import type { Correction, CorrectionInput, CorrectionPreview } from '#contract/corrections'
import { type ErrorCode, errorSentences } from '#contract/errors'
import type { Instant } from '#rules/calendar'
import type { Asked } from '#rules/correction-plans'
import { type CorrectionPlan, checkReason, correct } from '#rules/corrections'
import { fromWire } from '#rules/money'
import { isRefusal, type Refusal, refuse } from '#rules/refusal'
import type { Queries } from '../store/engine/database.ts'
import { type CorrectionRow, correctionRows, writeCorrection } from '../store/subjects/correction-entries.ts'
import { applyChanges, correctionState, saveCash } from '../store/subjects/correction-state.ts'
import { type CurrentLeague, currentLeague } from '../store/subjects/league.ts'
import { lockCorrections, lockPlayers, lockStatistics, lockTeam } from '../store/subjects/locks.ts'
import { findRefs, type Refs } from '../store/subjects/refs.ts'
import { listed, onWire, undoneIn } from './listed.ts'
import { type Deed, type Words, wordsOf } from './words.ts'

/** Why nothing was put right, in a sentence. */
export interface NotRight {
  readonly refused: ErrorCode
  readonly sentence: string
}

const plainly = (refused: ErrorCode): NotRight => ({ refused, sentence: errorSentences[refused] })

/** The correction as the rules take it. */
function askedOf(asked: CorrectionInput, rows: readonly CorrectionRow[]): Asked | Refusal {
  switch (asked.kind) {
    case 'undo-trade':
      return { ...asked, tradedAt: Date.parse(asked.tradedAt) }
    case 'price':
      return { ...asked, tradedAt: Date.parse(asked.tradedAt), price: fromWire(asked.price) }
    case 'roster-on':
    case 'roster-off':
      return { ...asked, asOf: Date.parse(asked.asOf), price: fromWire(asked.price) }
    case 'scratch':
    case 'dress':
      return { ...asked, asOf: Date.parse(asked.asOf) }
    case 'cash':
      return { ...asked, amount: fromWire(asked.amount) }
    case 'undo': {
      const row = rows.find(({ nr }) => nr === asked.nr)
      if (!row) return refuse('CORRECTION_UNKNOWN')
      const isUndone = rows.some(({ undoes }) => undoes === asked.nr)
      return { kind: 'undo', teamId: row.teamId, corrected: row.detail, isUndone }
    }
  }
}

const playersOf = (asked: Asked): number[] => {
  if (asked.kind === 'cash') return []
  if (asked.kind === 'undo') return asked.corrected.entries.map(({ playerId }) => playerId)
  return asked.kind === 'undo-trade' ? asked.trades.map(({ playerId }) => playerId) : [asked.playerId]
}

const instantOf = (asked: Asked): Instant | null =>
  'asOf' in asked ? asked.asOf : 'tradedAt' in asked ? asked.tradedAt : null

interface Judged {
  readonly league: CurrentLeague
  readonly deed: Deed
  readonly correction: CorrectionPlan
  readonly rows: readonly CorrectionRow[]
  readonly refs: Refs
  readonly words: Words
  readonly undoes: number | null
}

async function judge(queries: Queries, now: Instant, wanted: CorrectionInput): Promise<Judged | NotRight> {
  const league = await currentLeague(queries)
  const rows = await correctionRows(queries, league.seasonId)
  const asked = askedOf(wanted, rows)
  if (isRefusal(asked)) return plainly(asked.refused)
  const playerIds = playersOf(asked)
  const state = await correctionState(queries, league, now, { teamId: asked.teamId, playerIds })
  if (!state) return plainly('TEAM_NOT_FOUND')
  const refs = await findRefs(queries, [
    ...playerIds,
    ...rows.flatMap(({ detail }) => detail.entries.map(({ playerId }) => playerId)),
  ])
  const words = wordsOf(refs, league)
  const within = correct(state, asked, false)
  // Said where it is so, not where it was merely allowed.
  const againstRules = 'refused' in within && 'againstRules' in wanted && wanted.againstRules === true
  const correction = againstRules ? correct(state, asked, true) : within
  if ('refused' in correction) return { refused: correction.refused, sentence: words.refusal(correction) }
  const undoes = wanted.kind === 'undo' ? wanted.nr : null
  const deed: Deed = {
    ...correction,
    kind: asked.kind,
    teamId: asked.teamId,
    asOf: instantOf(asked),
    againstRules,
    undone: undoneIn(rows, undoes, words),
  }
  return { league, deed, correction, rows, refs, words, undoes }
}

/** The same for the same outcome: what an admin has seen is what is done, or nothing is. */
const printOf = ({ entries, cash, scoreBefore, scoreAfter }: CorrectionPlan): string =>
  createHash('sha256')
    .update(JSON.stringify([entries, cash, scoreBefore, scoreAfter]))
    .digest('base64url')

/** What the correction would do. */
export async function lookAtCorrection(
  queries: Queries,
  now: Instant,
  wanted: CorrectionInput,
): Promise<CorrectionPreview | NotRight> {
  const judged = await judge(queries, now, wanted)
  if ('refused' in judged) return judged
  const { correction, deed, refs, words } = judged
  return {
    what: words.what(deed),
    team: refs.teams.get(deed.teamId) ?? { id: deed.teamId, shortName: '' },
    before: onWire(correction.scoreBefore),
    after: onWire(correction.scoreAfter),
    expects: printOf(correction),
  }
}

/** Holds what the correction depends on until the transaction ends. */
export async function lockForCorrection(queries: Queries, wanted: CorrectionInput): Promise<void> {
  await lockCorrections(queries)
  const asked = askedOf(wanted, await correctionRows(queries, (await currentLeague(queries)).seasonId))
  if (isRefusal(asked)) return
  await lockStatistics(queries)
  await lockTeam(queries, asked.teamId)
  await lockPlayers(queries, playersOf(asked))
}

export interface PutRight {
  readonly asked: CorrectionInput
  readonly reason: string
  /** The admin's name. */
  readonly by: string
  /** Of the preview; null where nobody has seen one. */
  readonly expects: string | null
}

/** Makes the correction, in the transaction that holds its locks. */
export async function putRight(
  queries: Queries,
  now: Instant,
  { asked, reason: given, by, expects }: PutRight,
): Promise<Correction | NotRight> {
  const checked = checkReason(given)
  if (isRefusal(checked)) return plainly(checked.refused)
  const judged = await judge(queries, now, asked)
  if ('refused' in judged) return judged
  const { league, correction, deed, undoes, rows, refs, words } = judged
  if (expects !== null && expects !== printOf(correction)) return plainly('CORRECTION_STALE')
  const { seasonId } = league
  await applyChanges(queries, seasonId, deed.teamId, correction.entries)
  await saveCash(queries, seasonId, deed.teamId, correction.scoreAfter.cash)
  const nr = await writeCorrection(queries, {
    seasonId,
    at: new Date(now),
    byName: by,
    kind: asked.kind,
    teamId: deed.teamId,
    asOf: deed.asOf === null ? null : new Date(deed.asOf),
    againstRules: deed.againstRules,
    reason: checked.reason,
    detail: correction,
    undoes,
  })
  const made = (await correctionRows(queries, seasonId, deed.teamId)).find((row) => row.nr === nr)
  if (!made) throw new Error('The correction was not written')
  return listed(made, [...rows, made], refs, words)
}
