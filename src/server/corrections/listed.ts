import type { Correction } from '#contract/corrections'
import { toWire } from '#rules/money'
import type { Queries } from '../store/engine/database.ts'
import { type CorrectionRow, correctionRows } from '../store/subjects/correction-entries.ts'
import type { CurrentLeague } from '../store/subjects/league.ts'
import { findRefs, type Refs } from '../store/subjects/refs.ts'
import { type Deed, type Words, wordsOf } from './words.ts'

/** What a correction undid, in words; an undoing of an undoing says which, and no more. */
export function undoneIn(rows: readonly CorrectionRow[], nr: number | null, words: Words): Deed['undone'] {
  const row = rows.find((each) => each.nr === nr)
  if (!row) return null
  const what = row.undoes === null ? words.what(deedOf(row, null)) : `undid correction ${row.undoes}`
  return { nr: row.nr, what: `${what.charAt(0).toLowerCase()}${what.slice(1)}` }
}

const deedOf = ({ detail, kind, teamId, asOf, againstRules }: CorrectionRow, undone: Deed['undone']): Deed => ({
  ...detail,
  kind,
  teamId,
  asOf: asOf?.getTime() ?? null,
  againstRules,
  undone,
})

export function listed(
  row: CorrectionRow,
  rows: readonly CorrectionRow[],
  { players, teams }: Refs,
  words: Words,
): Correction {
  const { nr, at, byName, reason, kind, teamId, againstRules, undoes, detail } = row
  const { scoreBefore, scoreAfter } = detail
  const undoneBy = rows.find((each) => each.undoes === nr)?.nr
  return {
    nr,
    at: at.toISOString(),
    by: byName,
    reason,
    kind,
    what: words.what(deedOf(row, undoneIn(rows, undoes, words))),
    team: teams.get(teamId) ?? { id: teamId, shortName: '' },
    players: detail.entries.flatMap(({ playerId }) => players.get(playerId) ?? []),
    againstRules,
    ...(undoes !== null && { undoes }),
    ...(undoneBy !== undefined && { undoneBy }),
    before: onWire(scoreBefore),
    after: onWire(scoreAfter),
  }
}

export const onWire = ({ points, cash, totalScore }: CorrectionRow['detail']['scoreBefore']) => ({
  points: toWire(points),
  cash: toWire(cash),
  totalScore: toWire(totalScore),
})

/** What was put right in the season, or for one team; the latest first. */
export async function listCorrected(queries: Queries, league: CurrentLeague, teamId?: number): Promise<Correction[]> {
  const rows = await correctionRows(queries, league.seasonId)
  const refs = await findRefs(
    queries,
    rows.flatMap(({ detail }) => detail.entries.map(({ playerId }) => playerId)),
  )
  const words = wordsOf(refs, league)
  return rows
    .filter((row) => teamId === undefined || row.teamId === teamId)
    .map((row) => listed(row, rows, refs, words))
    .reverse()
}
