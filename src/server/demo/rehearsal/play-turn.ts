import type { SessionUser } from '../../auth/session-user.ts'
import type { Context } from '../../http/context.ts'
import { makeChange } from '../../http/serve-change.ts'
import { draftPlayer, keepPlayer } from '../../routes/draft-choices.ts'
import type { Owner } from '../../store/subjects/rehearsal.ts'
import type { DemoLeague } from '../scenario.ts'
import { type Offer, readOffer, wantedKeepers, wantedPick } from './choices.ts'

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
