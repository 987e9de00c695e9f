import type { Keeper } from '#contract/draft'
import type { ErrorCode } from '#contract/errors'
import { leagueDay } from '#rules/calendar'
import { dayWords } from '#rules/date-words'
import { cannotKeep, type FormerEntry, type KeeperRules } from '#rules/keepers'
import type { Queries } from '../../db/engine/database.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import { refusalError } from '../../http/answers/unwrap-or-throw.ts'
import { currentLeague } from '../league.ts'
import * as store from './draft.ts'
import { draftCandidate } from './draft.ts'
import { findDraft } from './sequence.ts'

interface Choice {
  readonly teamId: number
  readonly playerId: number
}

/** What it means that a keeper did not fit into a unique index: the net below the draft's lock. */
export const keeperViolations: { readonly [index: string]: ErrorCode } = {
  keeper_season_id_player_id_key: 'KEEPER_NOT_ELIGIBLE',
}

/** Says when the team bought a player whom it holds too late to keep. */
function boughtLate(entry: FormerEntry | undefined, teamId: number, rules: KeeperRules): string | null {
  if (rules.locked || !entry || entry.teamId !== teamId || entry.sold) return null
  const day = dayWords(leagueDay(entry.boughtAt, rules.timeZone))
  return `This player was bought on ${day}, after the last day for keepers: ${dayWords(rules.keeperLastBuyDate)}.`
}

/** The team keeps the player, instead of whom it kept before. The transaction holds the draft's lock. */
export async function chooseKeeper(queries: Queries, { teamId, playerId }: Choice): Promise<Keeper[]> {
  const league = await currentLeague(queries)
  const { seasonId } = league
  if (!(await draftCandidate(queries, seasonId, playerId))) throw new HttpError(404, 'PLAYER_NOT_FOUND')
  const former = await store.previousSeason(queries, seasonId)
  const entry = former ? await store.formerEntry(queries, former.id, playerId) : undefined
  const rules: KeeperRules = {
    locked: (await findDraft(queries, seasonId)) !== null,
    ...(await store.keeperRules(queries, league)),
  }
  const refusal = cannotKeep(teamId, entry, rules)
  if (refusal) throw refusalError(refusal.refused, boughtLate(entry, teamId, rules) ?? undefined)
  await store.saveKeeper(queries, seasonId, { teamId, playerId })
  return store.keepersOfTeam(queries, seasonId, teamId)
}

/** The team keeps no player; possible until the keepers are locked. The transaction holds the draft's lock. */
export async function takeBackKeeper(queries: Queries, { teamId, playerId }: Choice): Promise<Keeper[]> {
  const { seasonId } = await currentLeague(queries)
  if (await findDraft(queries, seasonId)) throw new HttpError(409, 'KEEPERS_LOCKED')
  if (!(await store.removeKeeper(queries, seasonId, { teamId, playerId })))
    throw new HttpError(409, 'KEEPER_NOT_CHOSEN')
  return store.keepersOfTeam(queries, seasonId, teamId)
}
