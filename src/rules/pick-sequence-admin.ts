import {
  buildSequence,
  type Dice,
  type DraftEntry,
  finish,
  firstOrder,
  latestDone,
  openEntry,
  type PickEntry,
  type PickSequence,
  shuffleRound,
} from './pick-sequence.ts'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 9: what an admin can do to the sequence. Each action returns the whole sequence.

type Changed = PickSequence | Refusal

/** Room for twenty teams with two picks a round. Limited because every change sends the whole sequence to everyone. */
const MAX_PICKS = 1_000

const isUndone = ({ doneNr }: PickEntry): boolean => doneNr === null

const withoutTurn = ({ round, teamId, doneNr, playerId }: PickEntry): DraftEntry => ({
  round,
  teamId,
  doneNr,
  playerId,
})

const withTurn = (entry: PickEntry): DraftEntry => ({ ...withoutTurn(entry), active: entry.pickStatus === 'ACTIVE' })

const inRound = (sequence: PickSequence, round: number): PickEntry[] =>
  sequence.entries.filter((entry) => entry.round === round)

/** A round begins with its first DONE entry. Until then it can be shuffled, even if its first team is ACTIVE. */
const hasBegun = (sequence: PickSequence, round: number): boolean =>
  inRound(sequence, round).some((entry) => !isUndone(entry))

const roundNumbers = ({ rounds }: PickSequence): number[] => Array.from({ length: rounds }, (_, index) => index + 1)

/** Ends free picking; the turn goes to this team's earliest undone entry. */
export const setPickingTeam = (sequence: PickSequence, teamId: number): Changed => {
  const turn = sequence.entries.find((entry) => entry.teamId === teamId && isUndone(entry))
  if (!turn) return refuse('TEAM_NOT_IN_SEQUENCE')
  return buildSequence(
    'sequence',
    sequence.rounds,
    sequence.entries.map((entry) => ({ ...withoutTurn(entry), active: entry === turn })),
  )
}

/** How many players a team lacks if it picks in each of its turns that are left. `owned`: those it has. */
export const missingPicks = (sequence: PickSequence, teamId: number, owned: number): number => {
  const turns = sequence.entries.filter((entry) => entry.teamId === teamId && isUndone(entry)).length
  return Math.max(0, sequence.rounds - owned - turns)
}

/**
 * A team that would end short gets the turns it lacks: one in each of the latest rounds that are not over and have
 * none of it, and what is missing then at the very end. Any other team gets one more turn in every round that has not
 * begun.
 */
export const addTeam = (sequence: PickSequence, teamId: number, owned: number): Changed => {
  const missing = missingPicks(sequence, teamId, owned)
  const added = missing > 0 ? roundsToFill(sequence, teamId, missing) : notBegun(sequence)
  if (added.length === 0) return refuse('ROUNDS_BEGUN')
  if (sequence.entries.length + added.length > MAX_PICKS) return refuse('SEQUENCE_FULL')
  return buildSequence(
    sequence.mode,
    sequence.rounds,
    roundNumbers(sequence).flatMap((round) => [
      ...inRound(sequence, round).map(withTurn),
      ...added.filter((each) => each === round).map(() => openEntry(round, teamId)),
    ]),
  )
}

const notBegun = (sequence: PickSequence): number[] =>
  roundNumbers(sequence).filter((round) => !hasBegun(sequence, round))

const roundsToFill = (sequence: PickSequence, teamId: number, missing: number): number[] => {
  const without = roundNumbers(sequence).filter((round) => {
    const entries = inRound(sequence, round)
    const isOver = entries.length > 0 && !entries.some(isUndone)
    return !isOver && !entries.some((entry) => entry.teamId === teamId)
  })
  const filled = without.slice(-missing)
  return [...filled, ...Array<number>(missing - filled.length).fill(sequence.rounds)]
}

/** Removes the team's undone entries. */
export const removeTeam = (sequence: PickSequence, teamId: number): Changed => {
  const staying = sequence.entries.filter((entry) => entry.teamId !== teamId || !isUndone(entry))
  if (staying.length === sequence.entries.length) return refuse('TEAM_NOT_IN_SEQUENCE')
  return buildSequence(sequence.mode, sequence.rounds, staying.map(withTurn))
}

/** All teams may pick at once. */
export const freePicking = (sequence: PickSequence): Changed =>
  sequence.entries.some(isUndone)
    ? buildSequence('free', sequence.rounds, sequence.entries.map(withoutTurn))
    : refuse('SEQUENCE_AT_END')

/** Ends free picking; the turn goes to the earliest undone entry. */
export const resumeSequence = (sequence: PickSequence): Changed =>
  sequence.entries.some(isUndone)
    ? buildSequence('sequence', sequence.rounds, sequence.entries.map(withoutTurn))
    : refuse('SEQUENCE_AT_END')

/** Passes over the ACTIVE entry, the earliest if there are several. */
export const forward = (sequence: PickSequence): Changed => {
  const active = sequence.entries.find(({ pickStatus }) => pickStatus === 'ACTIVE')
  return active ? finish(sequence, active, null) : refuse('SEQUENCE_AT_END')
}

/** Reopens the entry that was done last. A player who was picked in it stays drafted. */
export const back = (sequence: PickSequence): Changed => {
  const latest = latestDone(sequence)
  if (latest === 0) return refuse('SEQUENCE_AT_START')
  return reopen(sequence, ({ doneNr }) => doneNr === latest)
}

/**
 * The sequence once the player is free again: the turn in which they were picked is open, and its team picks next.
 * Where `back` has opened that turn before, nothing is left to change.
 */
export const takeBack = (sequence: PickSequence, playerId: number): PickSequence =>
  sequence.entries.some((entry) => entry.playerId === playerId)
    ? reopen(sequence, (entry) => entry.playerId === playerId)
    : sequence

const reopen = (sequence: PickSequence, isMeant: (entry: PickEntry) => boolean): PickSequence =>
  buildSequence(
    sequence.mode,
    sequence.rounds,
    sequence.entries.map((entry) =>
      isMeant(entry) ? { ...openEntry(entry.round, entry.teamId), active: true } : withoutTurn(entry),
    ),
  )

const teamIds = (entries: readonly PickEntry[]): number[] => entries.map(({ teamId }) => teamId)

/** The list with each of `taken` removed once. */
const without = (list: readonly number[], taken: readonly number[]): number[] => {
  const rest = [...list]
  for (const teamId of taken) {
    const index = rest.indexOf(teamId)
    if (index >= 0) rest.splice(index, 1)
  }
  return rest
}

/** The teams of two rounds, each as often as in the round where it has more entries. */
const teamsOfBoth = (odd: readonly PickEntry[], even: readonly PickEntry[]): number[] => [
  ...teamIds(odd),
  ...without(teamIds(even), teamIds(odd)),
]

/** A round's entries in a new order, which may include teams that are not in the round. */
const arrange = (order: readonly number[], entries: readonly PickEntry[]): DraftEntry[] => {
  const rest = [...entries]
  return order.flatMap((teamId) => {
    const index = rest.findIndex((entry) => entry.teamId === teamId)
    return index < 0 ? [] : rest.splice(index, 1).map(withoutTurn)
  })
}

/**
 * Shuffles the rounds that have not begun. An even round reverses the one before it, so once that has begun, both stay
 * as they are.
 */
export const randomize = (sequence: PickSequence, dice: Dice): Changed => {
  const numbers = roundNumbers(sequence)
  const rounds = new Map(numbers.map((round) => [round, inRound(sequence, round).map(withTurn)]))
  let shuffled = false
  for (const round of numbers.filter((number) => number % 2 === 1 && !hasBegun(sequence, number))) {
    const first = inRound(sequence, round)
    const second = hasBegun(sequence, round + 1) ? [] : inRound(sequence, round + 1)
    const teams = teamsOfBoth(first, second)
    if (teams.length === 0) continue
    const before = rounds.get(round - 1) ?? []
    const ends = { notFirst: before[0]?.teamId, notLast: before.at(-1)?.teamId }
    const order = round === 1 ? firstOrder(teams, teamIds(first), dice) : shuffleRound(teams, ends, dice)
    rounds.set(round, arrange(order, first))
    if (second.length > 0) rounds.set(round + 1, arrange(order.toReversed(), second))
    shuffled = true
  }
  if (!shuffled) return refuse('ROUNDS_BEGUN')
  return buildSequence(sequence.mode, sequence.rounds, [...rounds.values()].flat())
}
