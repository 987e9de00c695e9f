import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftBoxName } from '#contract/limits'
import type { BoxCandidate } from '#rules/draft-boxes'
import type { Queries } from '../../db/engine/database.ts'
import type { Context, SessionUser } from '../../http/context.ts'
import { makeChange } from '../../http/serve-change.ts'
import { boxCandidates, keeperBoxes, listBoxes } from '../../league/draft/boxes.ts'
import { draftEntries, filledBoxes } from '../../league/draft/draft.ts'
import { draftPlayer, keepPlayer } from '../../league/draft/draft-choices.ts'
import type { Rehearsal } from '../../settings/arguments.ts'
import { choosePick, type PickChoice } from '../pool/draft-day.ts'
import { demoTeams } from '../pool/pool-state.ts'
import type { DemoLeague } from '../scenario.ts'
import { dice } from '../simulation/dice.ts'
import { type Owner, Presence, readScene, type Scene, type Turn, turnsOf } from './scene.ts'

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
class BotDrafter {
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

/**
 * Whom a team would keep, the best first: players of the first boxes, since anybody else costs it an equally good pick.
 */
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
  const entries = await draftEntries(queries, seasonId)
  const drafted = new Set(entries.map(({ playerId }) => playerId))
  const filled = filledBoxes(entries, teamId)
  const judgement = demoTeams[teamId - 1]?.judgement ?? 0.2
  return choosePick({ ...offer, drafted, filled, judgement }, dice(demoSeed, seasonId, 'pick', revision, teamId))
}

/** What is not announced is checked this often: who has come, who has left, and what failed. */
const LOOK_EVERY_MS = 10_000

/** Makes the teams without a person choose keepers and draft, each in its time. Returns how to stop. */
export async function startRehearsal(
  context: Context,
  { secondsPerPick }: Rehearsal,
  lookEveryMs: number = LOOK_EVERY_MS,
): Promise<() => Promise<void>> {
  const { database, clock, log } = context
  const presence = new Presence()
  const bots = new BotDrafter(context)
  const thinking = new Map<number, { readonly turn: Turn; readonly timer: NodeJS.Timeout }>()
  /** Turns that failed, and would fail again until the sequence changes. */
  const vain = new Map<number, string>()
  let reported = ''
  let stopped = false
  let looking = false
  let work: Promise<void> = Promise.resolve()

  /**
   * One thing after the other, or two teams would want the same player at once; in between people are served, since the
   * embedded database leaves the event loop no pause by itself.
   */
  const next = (step: () => Promise<void>) => {
    work = work
      .then(() => nextTurn())
      .then(() => (stopped ? undefined : step()))
      .catch((error: unknown) => log.error({ err: error }, 'A step of the rehearsal failed; it will be retried'))
  }

  const scene = (): Promise<Scene | null> =>
    database.transaction((queries) => readScene(queries, presence, clock().getTime()))

  const look = () => {
    if (looking) return
    looking = true
    next(async () => {
      looking = false
      const now = await scene()
      if (!now) return
      tell(now)
      const turns = turnsOf(now).filter((turn) => vain.get(turn.teamId) !== tryOf(turn, now))
      for (const [teamId, { turn, timer }] of thinking) {
        if (turns.some((each) => isSame(each, turn))) continue
        clearTimeout(timer)
        thinking.delete(teamId)
      }
      for (const turn of turns) {
        if (secondsPerPick > 0) think(turn)
        // Every pick moves the draft on, and the others look again.
        else if ((await play(turn, now)) && now.draft) return
      }
    })
  }

  const think = (turn: Turn) => {
    const { teamId, thinks } = turn
    if (thinking.has(teamId)) return
    const decide = async () => {
      thinking.delete(teamId)
      const now = await scene()
      if (now && turnsOf(now).some((each) => isSame(each, turn))) await play(turn, now)
    }
    const timer = setTimeout(() => next(decide), thinks * secondsPerPick * 1_000)
    timer.unref()
    thinking.set(teamId, { turn, timer })
  }

  const play = async (turn: Turn, now: Scene): Promise<boolean> => {
    const { league, draft, owners } = now
    const owner = owners.find(({ teamId }) => teamId === turn.teamId)
    if (!owner) return false
    const { done, words } = draft ? await bots.pick(owner, league, draft.revision) : await bots.keep(owner, league)
    if (!done) vain.set(turn.teamId, tryOf(turn, now))
    log.info(words)
    return done
  }

  const tell = (now: Scene) => {
    const words = stateOf(now)
    if (words !== reported) log.info(words)
    reported = words
  }

  const stopListening = await database.listen('live', look)
  const timer = setInterval(look, lookEveryMs).unref()
  look()
  return async () => {
    stopped = true
    clearInterval(timer)
    for (const each of thinking.values()) clearTimeout(each.timer)
    await stopListening()
    await work
  }
}

const isSame = (one: Turn, other: Turn): boolean => one.teamId === other.teamId && one.is === other.is

const tryOf = ({ is }: Turn, { draft }: Scene): string => `${is} ${draft?.revision}`

/** For the log. */
function stateOf({ draft, owners, played }: Scene): string {
  if (!draft) return 'Teams choose their keepers; the draft begins when the admin locks them'
  const active = draft.sequence.entries.filter(({ pickStatus }) => pickStatus === 'ACTIVE')
  const [turn] = active
  if (!turn) return 'The draft is over'
  if (active.some(({ teamId }) => teamId !== turn.teamId)) return 'Every team picks when it likes'
  if (!played.has(turn.teamId)) return 'The teams draft'
  const { shortName } = owners.find(({ teamId }) => teamId === turn.teamId) ?? { shortName: 'a team' }
  return `The draft waits for ${shortName}, whose member is here`
}
