import type { DraftedPlayer, Keeper, Pick } from '#contract/draft'
import * as contract from '#contract/draft'
import type { ErrorCode } from '#contract/errors'
import { leagueDay } from '#rules/calendar'
import * as draftRules from '#rules/draft'
import { cannotKeep, type FormerEntry, type KeeperRules } from '#rules/draft'
import { arrival } from '#rules/lineup'
import { isRefusal, refuse } from '#rules/refusal'
import { newEntry } from '#rules/roster-history'
import { dayWords } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { lockDraft, lockPlayers, lockTeam } from '../../db/locks.ts'
import { HttpError, refusalError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import type { Changing } from '../../http/serve-change.ts'
import type { LiveOutlet } from '../../live/live-channels.ts'
import { currentLeague } from '../league.ts'
import { insertEntries } from '../roster-entries.ts'
import { findEntries } from '../team/roster.ts'
import { onlyOwnTeam } from '../teams.ts'
import * as store from './draft.ts'
import { draftCandidate } from './draft.ts'
import { latestPickOf } from './draft-log.ts'
import { findDraft } from './sequence.ts'
import { type Moment, takeStep } from './step.ts'

/** What it means that a pick did not fit into a unique index: the net below the locks. */
export const pickViolations: { readonly [index: string]: ErrorCode } = {
  roster_entry_owner: 'PLAYER_TAKEN',
  roster_entry_drafted: 'PLAYER_TAKEN',
  roster_entry_box: 'BOX_TAKEN',
}

/** Holds what a pick depends on until the transaction ends. */
export async function lockPick(queries: Queries, { teamId, playerId }: Choice): Promise<void> {
  await lockDraft(queries)
  await lockTeam(queries, teamId)
  await lockPlayers(queries, [playerId])
}

interface PickRequest {
  readonly teamId: number
  readonly playerId: number
  /** For an outside player. */
  readonly box: string | null
  readonly how: 'self' | 'list' | 'points' | 'admin'
  /** The name of the person who picks; null for the server. */
  readonly by: string | null
}

/** A team's pick. The transaction holds the locks of the draft, the team and the player. */
export async function makePick(outlet: LiveOutlet, moment: Moment, request: PickRequest): Promise<DraftedPlayer> {
  const { queries, now } = moment
  const { teamId, playerId, box, how, by } = request
  const { seasonId, constants } = await currentLeague(queries)
  const candidate = await store.draftCandidate(queries, seasonId, playerId)
  if (!candidate) throw new HttpError(404, 'PLAYER_NOT_FOUND')
  const draft = unwrapOrThrow((await findDraft(queries, seasonId)) ?? refuse('DRAFT_NOT_STARTED'))
  if (draft.clock.isPaused) throw new HttpError(409, 'DRAFT_PAUSED')
  const filled = store.filledBoxes(await store.draftEntries(queries, seasonId), teamId)
  const step = draftRules.draftPlayer(draft.sequence, teamId, { ...candidate, playerId }, box, filled)
  if (isRefusal(step) && step.refused === 'NOT_YOUR_TURN') await sayWhoPicked(moment, seasonId, request)
  const { sequence, boxName } = unwrapOrThrow(step)
  const { name, position, nhlTeam } = candidate
  const spot = arrival(await findEntries(queries, { seasonId, teamId }), { playerId, position }, now, constants)
  const entry = newEntry(spot, { acquired: 'draft', draftBox: boxName })
  await insertEntries(queries, seasonId, [{ teamId, playerId, ...entry }])
  const draftedIn = (picks: readonly Pick[]): DraftedPlayer => ({
    playerId,
    name,
    position,
    nhlTeam,
    teamId,
    teamShortName: picks.find((pick) => pick.teamId === teamId)?.teamShortName ?? '',
    draftBox: boxName,
    draftedAt: new Date(spot.boughtAt).toISOString(),
  })
  const picks = await takeStep(outlet, moment, draft, sequence, {
    log: [{ kind: 'pick', teamId, playerId, boxName, how, byName: by }],
    live: (all) => [{ type: 'PLAYER_DRAFTED', draftedPlayer: draftedIn(all) }],
  })
  return draftedIn(picks)
}

/** A pick may be on its way when another is made for its team: who meant to pick learns what happened. */
const JUST_NOW_MS = 60_000

async function sayWhoPicked(
  { queries, now }: { queries: Queries; now: number },
  seasonId: number,
  { teamId, how }: PickRequest,
): Promise<void> {
  const latest = how === 'self' ? await latestPickOf(queries, seasonId, teamId) : null
  if (!latest || latest.how === 'self' || now - latest.at.getTime() > JUST_NOW_MS) return
  const { name } = latest
  const words =
    latest.how === 'admin'
      ? `An admin has picked ${name} for your team just now.`
      : `${name} has been picked for your team just now, before your pick arrived.`
  throw new HttpError(409, 'NOT_YOUR_TURN', words)
}

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

// What a member chooses before and in a draft. In a rehearsal the demo's members choose this way, too.

export const keepPlayer: Changing<typeof contract.keepPlayer> = {
  call: contract.keepPlayer,
  access: 'member',
  record: ({ teamId, playerId }, names) => `chose ${names.player(playerId)} as the keeper of ${names.team(teamId)}`,
  may: onlyOwnTeam,
  lock: lockDraft,
  onUniqueViolation: keeperViolations,
  handle: ({ queries, params }) => chooseKeeper(queries, params),
}

export const draftPlayer = (context: Context): Changing<typeof contract.draftPlayer> => ({
  call: contract.draftPlayer,
  access: 'member',
  record: ({ teamId, playerId }, names) => `drafted ${names.player(playerId)} for ${names.team(teamId)}`,
  may: onlyOwnTeam,
  lock: (queries, { params }) => lockPick(queries, params),
  invalidates: 'answers',
  onUniqueViolation: pickViolations,
  handle: ({ queries, now, user, params: { teamId, playerId }, query: { box } }) =>
    makePick(context, { queries, now }, { teamId, playerId, box: box ?? null, how: 'self', by: user.name }),
})
