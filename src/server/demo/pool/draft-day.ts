import type { DraftBoxName } from '#contract/limits'
import type { Instant } from '#rules/calendar'
import { cannotKeep, type Keeper, lockKeepers } from '#rules/draft'
import { type BoxCandidate, boxForPick, type GeneratedBox, generateBoxes } from '#rules/draft-boxes'
import type { League } from '#rules/league'
import { arrival } from '#rules/lineup'
import { createSequence, type PickSequence, pick, whoseTurn } from '#rules/pick-sequence'
import { isRefusal, type Refusal } from '#rules/refusal'
import { newEntry } from '#rules/roster-history'
import type { Dice } from '../simulation/dice.ts'
import type { SimPlayer } from '../simulation/players.ts'
import { demoTeams, type Entry, type Pool } from './pool-state.ts'

/** How a draft went; its picks are entries of the pool. */
export interface DraftDay {
  readonly keepersLockedAt: Instant
  readonly keepers: readonly Keeper[]
  readonly boxes: readonly GeneratedBox[]
  readonly sequence: PickSequence
}

const A_PICK_MS = 60_000

/** Every team picks one player from each box, but for its keeper's, the best in its owner's eyes. */
export function holdDraft(
  pool: Pool,
  candidates: readonly BoxCandidate[],
  keepers: readonly Keeper[],
  keepersLockedAt: Instant,
  throws: Dice,
): DraftDay {
  const boxes = generateBoxes(candidates, pool.teams.length, pool.league.constants)
  const boxOf = new Map(
    boxes.flatMap(({ boxName, players }) => players.map(({ playerId }) => [playerId, boxName] as const)),
  )
  const drafted = new Set<number>()
  const filled = new Map<number, DraftBoxName[]>(pool.teams.map(({ id }) => [id, []]))
  const take = (teamId: number, player: SimPlayer, box: DraftBoxName, acquired: 'draft' | 'keeper', at: Instant) => {
    drafted.add(player.id)
    filled.get(teamId)?.push(box)
    addPick(pool, { teamId, player, box, acquired, at })
  }

  for (const { teamId, playerId, boxName } of allowed(lockKeepers(keepers, boxes, false))) {
    const player = pool.players.get(playerId)
    if (player) take(teamId, player, boxName, 'keeper', keepersLockedAt)
  }

  const choose = (teamId: number): PickChoice | null => {
    const judgement = demoTeams[teamId - 1]?.judgement ?? 0.2
    return choosePick({ candidates, boxOf, drafted, filled: filled.get(teamId) ?? [], judgement }, throws)
  }

  const teamIds = pool.teams.map(({ id }) => id)
  const skipping = new Set(keepers.map(({ teamId }) => teamId))
  let sequence = createSequence(teamIds, skipping, throws.int, pool.league.constants.rosterSize)
  for (let at = keepersLockedAt + A_PICK_MS; ; at += A_PICK_MS) {
    const turn = whoseTurn(sequence.entries)
    if (turn.kind !== 'team') return { keepersLockedAt, keepers, boxes, sequence }
    const choice = choose(turn.teamId)
    const player = choice && pool.players.get(choice.playerId)
    if (!player) throw new Error("The demo league's draft has no player left to draft")
    take(turn.teamId, player, choice.box, 'draft', at)
    sequence = allowed(pick(sequence, turn.teamId, player.id))
  }
}

/** The demo keeps to the rules; a refusal is a bug of the demo. */
function allowed<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(`The demo league's draft is refused: ${answer.refused}`)
  return answer
}

interface NewPick {
  readonly teamId: number
  readonly player: SimPlayer
  readonly box: DraftBoxName
  readonly acquired: 'draft' | 'keeper'
  readonly at: Instant
}

function addPick(pool: Pool, { teamId, player, box, acquired, at }: NewPick): void {
  const team = pool.teams.find(({ id }) => id === teamId)
  if (!team) return
  const spot = arrival(team.roster, { playerId: player.id, position: player.position }, at, pool.league.constants)
  team.roster = [...team.roster, spot]
  pool.entries.push({ teamId, playerId: player.id, ...newEntry(spot, { acquired, draftBox: box }) })
}

/**
 * Whom each team keeps of the season of these entries: its best eligible player, if from one of the first boxes.
 * Anybody else would cost it an equally good pick.
 */
export function chooseKeepers(
  entries: readonly Entry[],
  { constants, dates }: League,
  candidates: readonly BoxCandidate[],
): Keeper[] {
  const rules = { locked: false, keeperLastBuyDate: dates.keeperLastBuyDate, timeZone: constants.timeZone }
  const best = generateBoxes(candidates, demoTeams.length, constants)
    .filter(({ boxName }) => boxName.startsWith('1.'))
    .flatMap(({ players }) => players.map(({ playerId }) => playerId))
  const worthKeeping = candidates
    .filter(({ playerId }) => best.includes(playerId))
    .sort((one, other) => other.normalizedPoints - one.normalizedPoints)
  return demoTeams.flatMap((_, index): Keeper[] => {
    const teamId = index + 1
    const own = entries.filter((entry) => entry.teamId === teamId)
    const kept = worthKeeping.find(({ playerId }) => {
      const entry = own.find((each) => each.playerId === playerId)
      return cannotKeep(teamId, entry && { ...entry, sold: entry.soldAt !== null }, rules) === null
    })
    return kept ? [{ teamId, playerId: kept.playerId }] : []
  })
}

/** What an owner sees when it is their turn. */
interface PickBoard {
  readonly candidates: readonly BoxCandidate[]
  readonly boxOf: ReadonlyMap<number, DraftBoxName>
  readonly drafted: ReadonlySet<number>
  /** The boxes from which the team has a player. */
  readonly filled: readonly DraftBoxName[]
  /** How well the owner judges players: smaller is better. */
  readonly judgement: number
}

export interface PickChoice {
  readonly playerId: number
  readonly box: DraftBoxName
  /** Whether the player is from outside the boxes, which takes the name of a box. */
  readonly outside: boolean
}

/** The best player in the owner's eyes, of those the team may draft; null when there is none. */
export function choosePick(
  { candidates, boxOf, drafted, filled, judgement }: PickBoard,
  throws: Dice,
): PickChoice | null {
  const seen = candidates
    .map((each) => ({ each, worth: each.normalizedPoints * Math.exp(throws.normal() * judgement) }))
    .sort((one, other) => other.worth - one.worth)
  for (const { each } of seen) {
    const boxName = boxOf.get(each.playerId) ?? null
    const wanted = boxName ? null : filled.includes('1.OUT') ? '2.OUT' : '1.OUT'
    const open = { position: each.position, boxName, isDrafted: drafted.has(each.playerId) }
    const box = boxForPick(open, wanted, filled)
    if (!isRefusal(box)) return { playerId: each.playerId, box, outside: boxName === null }
  }
  return null
}
