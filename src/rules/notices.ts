import type { Instant } from './calendar.ts'
import type { PickEntry, PickSequence } from './pick-sequence.ts'
import type { GameFacts, Goal } from './tonight.ts'

/** `open`: everybody may pick at once. */
export type TurnNoticeKind = 'turn' | 'next' | 'open' | 'start'

/** What notifies members of a draft while their app is closed. */
export interface TurnNotice {
  readonly kind: TurnNoticeKind
  /** Null: every member's. */
  readonly teamId: number | null
  /** Names what it is about: of two states of a draft with the same name in both, nothing new is sent. */
  readonly about: string
}

const isUndone = ({ doneNr }: PickEntry): boolean => doneNr === null

/**
 * The name of a team's pick counts how many it has done, not its place: rounds are shuffled, and teams come and go,
 * without a new turn.
 */
const ofTeam = (kind: TurnNoticeKind, teamId: number, { entries }: PickSequence): TurnNotice => {
  const done = entries.filter((entry) => entry.teamId === teamId && !isUndone(entry)).length
  return { kind, teamId, about: kind === 'open' ? `open ${teamId}` : `${kind} ${teamId} ${done}` }
}

const ofSequence = (sequence: PickSequence): TurnNotice[] => {
  const undone = sequence.entries.filter(isUndone)
  if (sequence.mode === 'free') {
    return [...new Set(undone.map(({ teamId }) => teamId))].map((teamId) => ofTeam('open', teamId, sequence))
  }
  const turn = undone.find(({ pickStatus }) => pickStatus === 'ACTIVE')
  if (!turn) return []
  const next = undone.find((entry) => entry !== turn)
  return [
    ofTeam('turn', turn.teamId, sequence),
    ...(next && next.teamId !== turn.teamId ? [ofTeam('next', next.teamId, sequence)] : []),
  ]
}

/** What holds of a draft now, what matters most first. Null: not begun, or paused. */
export const noticesOf = (sequence: PickSequence | null): TurnNotice[] => {
  if (sequence === null || !sequence.entries.some(isUndone)) return []
  const hasBegun = sequence.entries.some((entry) => !isUndone(entry))
  return [...ofSequence(sequence), ...(hasBegun ? [] : [{ kind: 'start', teamId: null, about: 'start' } as const])]
}

/** What a change of the sequence makes worth telling. */
export const newNotices = (before: PickSequence | null, after: PickSequence | null): TurnNotice[] => {
  const known = new Set(noticesOf(before).map(({ about }) => about))
  // A draft whose first pick is taken back does not start once more.
  return noticesOf(after).filter(({ kind, about }) => !known.has(about) && (kind !== 'start' || before === null))
}

/** Who drafted whom last. */
export interface LastPick {
  readonly teamShortName: string
  readonly name: string
  readonly draftBox: string
}

export interface NoticeWords {
  readonly title: string
  readonly body: string
}

/** `picking`: the short name of the team whose turn it is; null: no team's, or every team's. */
export const noticeWords = (kind: TurnNoticeKind, picking: string | null, last: LastPick | null): NoticeWords => {
  const lastPick = last ? [`Last pick: ${last.teamShortName} took ${last.name} (${last.draftBox}).`] : []
  const isPicking = picking === null ? [] : [`${picking} is picking.`]
  switch (kind) {
    case 'turn':
      return { title: 'Your pick', body: lastPick[0] ?? 'It is your turn in the draft.' }
    case 'next':
      return { title: 'You are next', body: [...isPicking, ...lastPick].join(' ') }
    case 'open':
      return { title: 'Your pick', body: 'Open drafting: all teams can draft players.' }
    case 'start':
      return { title: 'The draft starts', body: picking === null ? 'The board is open.' : `${picking} picks first.` }
  }
}

/** A goal worth a notification, with a name that makes the same one sent once whatever else changes in its game. */
export interface GoalNotice {
  readonly about: string
  readonly scorer: number
}

const abouts = (gameId: number, goals: readonly Goal[]): GoalNotice[] =>
  goals.map(({ scorer }, index) => {
    const nth = goals.slice(0, index + 1).filter((goal) => goal.scorer === scorer).length
    return { about: `goal ${gameId} ${scorer} ${nth}`, scorer }
  })

/** The goals that a game still has; a notice that is not sent yet holds as long as its goal does. */
export const goalsStanding = (gameId: number, goals: readonly Goal[]): string[] =>
  abouts(gameId, goals).map(({ about }) => about)

/** The goals of a reading that the one before did not have. */
export const newGoals = (gameId: number, before: readonly Goal[], goals: readonly Goal[]): GoalNotice[] => {
  const known = new Set(goalsStanding(gameId, before))
  return abouts(gameId, goals).filter(({ about }) => !known.has(about))
}

/** At most one message a game in this time; the later one waits. */
const GOALS_APART_MS = 5 * 60_000

/** `dueBefore`: of the game's message before, which may wait itself; then this one takes its place. */
export const goalDueAt = (now: Instant, dueBefore: Instant | null): Instant => {
  if (dueBefore === null || dueBefore > now) return dueBefore ?? now
  return Math.max(now, dueBefore + GOALS_APART_MS)
}

type Scored = Pick<GameFacts, 'home' | 'away' | 'homeScore' | 'awayScore'> & { readonly period: number | null }

const periodWords = (period: number | null): string => {
  if (period === null) return ''
  if (period > 3) return ' · overtime'
  return ` · ${['1st', '2nd', '3rd'][period - 1]} period`
}

export const goalWords = (name: string, { home, away, homeScore, awayScore, period }: Scored): NoticeWords => ({
  title: `${name} scores`,
  body: `${away} ${awayScore}, ${home} ${homeScore}${periodWords(period)}`,
})
