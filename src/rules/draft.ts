import type { DraftBoxName } from '#contract/limits'
import { type Instant, type LeagueDay, leagueDay } from './calendar.ts'
import { boxForPick, DRAFT_BOXES, type DraftCandidate } from './draft-boxes.ts'
import { type PickSequence, pick } from './pick-sequence.ts'
import { removeTeam } from './pick-sequence-admin.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'

/** The result of a pick: both the turn and the box were valid. */
interface DraftedStep {
  readonly sequence: PickSequence
  readonly boxName: DraftBoxName
}

/**
 * A team drafts a player: a box player into their own box (`requested` is null), an outside player into the requested
 * one. `filled`: the boxes in which the team already has a player.
 */
export const draftPlayer = (
  sequence: PickSequence,
  teamId: number,
  player: DraftCandidate & { readonly playerId: number },
  requested: string | null,
  filled: readonly DraftBoxName[],
): DraftedStep | Refusal => {
  const next = pick(sequence, teamId, player.playerId)
  if (isRefusal(next)) return next
  const boxName = boxForPick(player, requested, filled)
  if (isRefusal(boxName)) return boxName
  const isFull = filled.length + 1 >= Math.min(sequence.rounds, DRAFT_BOXES.length)
  return { sequence: isFull ? withoutTeam(next, teamId) : next, boxName }
}

/** Turns that a full team has left over, after Back or Add Team, could only hold everybody up. */
const withoutTeam = (sequence: PickSequence, teamId: number): PickSequence => {
  const without = removeTeam(sequence, teamId)
  return isRefusal(without) ? sequence : without
}

// League rules, section 7.

export interface Keeper {
  readonly teamId: number
  readonly playerId: number
}

/** A roster entry as it was at the end of the previous season. */
export interface FormerEntry extends Keeper {
  readonly sold: boolean
  /** When the player was bought, drafted or kept. */
  readonly boughtAt: Instant
}

export interface KeeperRules {
  readonly locked: boolean
  /** Of the previous season. */
  readonly keeperLastBuyDate: LeagueDay
  readonly timeZone: string
}

export const isBoughtLate = (
  boughtAt: Instant,
  { keeperLastBuyDate, timeZone }: Omit<KeeperRules, 'locked'>,
): boolean => leagueDay(boughtAt, timeZone) > keeperLastBuyDate

/** Why the team cannot keep the player. `entry`: the player's roster entry, on whichever team, if any. */
export const cannotKeep = (teamId: number, entry: FormerEntry | undefined, rules: KeeperRules): Refusal | null => {
  if (rules.locked) return refuse('KEEPERS_LOCKED')
  if (!entry || entry.teamId !== teamId || entry.sold) return refuse('KEEPER_NOT_ELIGIBLE')
  return isBoughtLate(entry.boughtAt, rules) ? refuse('KEEPER_NOT_ELIGIBLE') : null
}

/** All keepers after a team's choice, which replaces any earlier one. */
export const chooseKeeper = (
  keepers: readonly Keeper[],
  { teamId, playerId }: Keeper,
  entry: FormerEntry | undefined,
  rules: KeeperRules,
): readonly Keeper[] | Refusal =>
  cannotKeep(teamId, entry, rules) ?? [...keepers.filter((each) => each.teamId !== teamId), { teamId, playerId }]

/** A keeper as the team's pick. All other players are released. */
export interface KeeperPick extends Keeper {
  readonly boxName: DraftBoxName
}

/** The keepers as picks in their boxes. A keeper no longer in any box, because the boxes changed, takes 1.OUT. */
export const lockKeepers = (
  keepers: readonly Keeper[],
  boxes: readonly { readonly boxName: DraftBoxName; readonly players: readonly { readonly playerId: number }[] }[],
  locked: boolean,
): readonly KeeperPick[] | Refusal => {
  if (locked) return refuse('KEEPERS_LOCKED')
  if (boxes.length === 0) return refuse('BOXES_MISSING')
  return keepers.map(({ teamId, playerId }) => {
    const box = boxes.find(({ players }) => players.some((player) => player.playerId === playerId))
    return { teamId, playerId, boxName: box?.boxName ?? '1.OUT' }
  })
}
