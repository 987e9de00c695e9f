import type { DraftBoxName } from '#contract/limits'
import type { BoxCandidate } from '#rules/draft-boxes'
import type { Queries } from '../../store/engine/database.ts'
import { boxCandidates, keeperBoxes, listBoxes } from '../../store/subjects/boxes.ts'
import { draftedIds, filledBoxes } from '../../store/subjects/draft.ts'
import { choosePick, type PickChoice } from '../pool/choose-pick.ts'
import { demoTeams } from '../pool/pool-teams.ts'
import type { DemoLeague } from '../scenario.ts'
import { dice } from '../simulation/dice.ts'

/** Whom a team would keep, the best first: players of the first boxes, since anybody else costs it an equally good pick. */
export async function wantedKeepers(queries: Queries, league: DemoLeague, teamId: number): Promise<number[]> {
  const boxes = await keeperBoxes(queries, league)
  return boxes
    .filter(({ boxName }) => boxName.startsWith('1.'))
    .flatMap(({ players }) => players.filter((player) => player.teamId === teamId))
    .sort((one, other) => (other.normalizedPoints ?? 0) - (one.normalizedPoints ?? 0))
    .map(({ playerId }) => playerId)
}

/** What the draft offers, the same from its first pick to its last. */
export interface Offer {
  readonly candidates: readonly BoxCandidate[]
  readonly boxOf: ReadonlyMap<number, DraftBoxName>
}

export async function readOffer(queries: Queries, league: DemoLeague): Promise<Offer> {
  const boxes = await listBoxes(queries, league.seasonId)
  return {
    candidates: await boxCandidates(queries, league),
    boxOf: new Map(
      boxes.flatMap(({ boxName, players }) => players.map(({ playerId }) => [playerId, boxName] as const)),
    ),
  }
}

/** Whom a team drafts at that state of the sequence, the same in every process; null when it has no box to fill. */
export async function wantedPick(
  queries: Queries,
  { demoSeed, seasonId }: DemoLeague,
  revision: number,
  offer: Offer,
  teamId: number,
): Promise<PickChoice | null> {
  const drafted = await draftedIds(queries, seasonId)
  const filled = await filledBoxes(queries, seasonId, teamId)
  const judgement = demoTeams[teamId - 1]?.judgement ?? 0.2
  return choosePick({ ...offer, drafted, filled, judgement }, dice(demoSeed, seasonId, 'pick', revision, teamId))
}
