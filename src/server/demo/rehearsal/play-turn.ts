import type { DraftBoxName } from '#contract/limits'
import type { BoxCandidate } from '#rules/draft-boxes'
import type { Queries } from '../../db/engine/database.ts'
import type { Context } from '../../http/context.ts'
import type { SessionUser } from '../../http/identity.ts'
import { makeChange } from '../../http/serve-change.ts'
import { boxCandidates, keeperBoxes, listBoxes } from '../../league/draft/boxes.ts'
import { draftedIds, filledBoxes } from '../../league/draft/draft.ts'
import { draftPlayer, keepPlayer } from '../../league/draft/draft-choices.ts'
import { choosePick, type PickChoice } from '../pool/choose-pick.ts'
import { demoTeams } from '../pool/pool-teams.ts'
import type { DemoLeague } from '../scenario.ts'
import { dice } from '../simulation/dice.ts'
import type { Owner } from './rehearsal-reads.ts'

/** Distinguishes its requests from those of a person who logs in as the same member. */
const userOf = ({ memberId, userName, displayName, roles, teamId }: Owner): SessionUser => ({
  name: displayName,
  teamId,
  roles: [...roles],
  memberId,
  subject: `rehearsal:${userName}`,
  login: null,
  isTrusted: true,
})

/** The outcome of a turn, also in words for the log. */
export interface Played {
  readonly done: boolean
  readonly words: string
}

/** Demo members do what members do, by the same rules, locks and records. */
export class BotDrafter {
  readonly #context: Context
  #offer: Offer | null = null

  constructor(context: Context) {
    this.#context = context
  }

  /** Keeps the best player that the rules allow. */
  async keep(owner: Owner, league: DemoLeague): Promise<Played> {
    const { teamId, shortName } = owner
    const wanted = await this.#context.database.transaction((queries) => wantedKeepers(queries, league, teamId))
    for (const playerId of wanted) {
      const asking = { user: userOf(owner), params: { teamId, playerId }, query: {}, body: undefined }
      const { status } = await makeChange(this.#context, keepPlayer, asking, null)
      if (status === 200) return { done: true, words: `${shortName} has chosen its keeper` }
    }
    return { done: false, words: `${shortName} has no keeper` }
  }

  /** Drafts; one request for each state of the sequence counts, whichever process sends it. */
  async pick(owner: Owner, league: DemoLeague, revision: number): Promise<Played> {
    const { teamId, shortName } = owner
    const choice = await this.#context.database.transaction(async (queries) => {
      this.#offer ??= await readOffer(queries, league)
      return wantedPick(queries, league, revision, this.#offer, teamId)
    })
    if (!choice) {
      return { done: false, words: `${shortName} has a player from each box: its turn is for the admin to pass over` }
    }
    const asking = {
      user: userOf(owner),
      params: { teamId, playerId: choice.playerId },
      query: choice.outside ? { box: choice.box } : {},
      body: undefined,
    }
    const key = `rehearsal-${league.seasonId}-${revision}-${teamId}`
    const { status } = await makeChange(this.#context, draftPlayer(this.#context), asking, key)
    return status === 200
      ? { done: true, words: `${shortName} has drafted a player into ${choice.box}` }
      : { done: false, words: `${shortName} was not the first to ask, and thinks again` }
  }
}

/** Whom a team would keep, the best first: players of the first boxes, since anybody else costs it an equally good pick. */
async function wantedKeepers(queries: Queries, league: DemoLeague, teamId: number): Promise<number[]> {
  const boxes = await keeperBoxes(queries, league)
  return boxes
    .filter(({ boxName }) => boxName.startsWith('1.'))
    .flatMap(({ players }) => players.filter((player) => player.teamId === teamId))
    .sort((one, other) => (other.normalizedPoints ?? 0) - (one.normalizedPoints ?? 0))
    .map(({ playerId }) => playerId)
}

/** What the draft offers, the same from its first pick to its last. */
interface Offer {
  readonly candidates: readonly BoxCandidate[]
  readonly boxOf: ReadonlyMap<number, DraftBoxName>
}

async function readOffer(queries: Queries, league: DemoLeague): Promise<Offer> {
  const boxes = await listBoxes(queries, league.seasonId)
  return {
    candidates: await boxCandidates(queries, league),
    boxOf: new Map(
      boxes.flatMap(({ boxName, players }) => players.map(({ playerId }) => [playerId, boxName] as const)),
    ),
  }
}

/** Whom a team drafts at that state of the sequence, the same in every process; null when it has no box to fill. */
async function wantedPick(
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
