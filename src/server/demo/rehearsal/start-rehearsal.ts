import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../http/context.ts'
import type { Rehearsal } from '../../settings/arguments.ts'
import { BotDrafter } from './play-turn.ts'
import { Presence, readScene, type Scene, type Turn, turnsOf } from './scene.ts'

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
  const [turn] = draft.active
  if (!turn) return 'The draft is over'
  if (draft.active.some(({ teamId }) => teamId !== turn.teamId)) return 'Every team picks when it likes'
  if (!played.has(turn.teamId)) return 'The teams draft'
  const { shortName } = owners.find(({ teamId }) => teamId === turn.teamId) ?? { shortName: 'a team' }
  return `The draft waits for ${shortName}, whose member is here`
}
