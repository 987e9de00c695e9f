import type { Dice } from './dice.ts'
import { firstOrder, shuffleRound } from './pick-order.ts'
import { type DraftEntry, finish, latestDone, type PickEntry, type PickSequence, settle } from './pick-sequence.ts'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 9: what an admin does with the sequence. Each answers with the whole of it.

type Changed = PickSequence | Refusal

/** Of a sequence: twenty teams with two picks in each round, and room. Everybody is sent all of it after each change. */
const MOST_PICKS = 1_000

const isUndone = ({ doneNr }: PickEntry): boolean => doneNr === null

/** Keeps the turn where it is. */
const asItIs = ({ round, teamId, doneNr, pickStatus }: PickEntry): DraftEntry => ({
  round,
  teamId,
  doneNr,
  active: pickStatus === 'ACTIVE',
})

const untouched = ({ round, teamId, doneNr }: PickEntry): DraftEntry => ({ round, teamId, doneNr })

const inRound = (sequence: PickSequence, round: number): PickEntry[] =>
  sequence.entries.filter((entry) => entry.round === round)

/** A round begins with its first DONE entry: until then it can be shuffled, also when its first team is ACTIVE. */
const hasBegun = (sequence: PickSequence, round: number): boolean =>
  inRound(sequence, round).some((entry) => !isUndone(entry))

const roundNumbers = ({ rounds }: PickSequence): number[] => Array.from({ length: rounds }, (_, index) => index + 1)

/** One by one again, beginning with this team's earliest undone entry. */
export const setPickingTeam = (sequence: PickSequence, teamId: number): Changed => {
  const turn = sequence.entries.find((entry) => entry.teamId === teamId && isUndone(entry))
  if (!turn) return refuse('TEAM_NOT_IN_SEQUENCE')
  return settle(
    'sequence',
    sequence.rounds,
    sequence.entries.map((entry) => ({ ...untouched(entry), active: entry === turn })),
  )
}

/** One more entry at the end of every round that has not begun. */
export const addTeam = (sequence: PickSequence, teamId: number): Changed => {
  const rounds = roundNumbers(sequence)
  if (rounds.every((round) => hasBegun(sequence, round))) return refuse('ROUNDS_BEGUN')
  if (sequence.entries.length + rounds.length > MOST_PICKS) return refuse('SEQUENCE_FULL')
  return settle(
    sequence.mode,
    sequence.rounds,
    rounds.flatMap((round) => {
      const entries = inRound(sequence, round).map(asItIs)
      return hasBegun(sequence, round) ? entries : [...entries, { round, teamId, doneNr: null }]
    }),
  )
}

/** Without the team's undone entries. */
export const removeTeam = (sequence: PickSequence, teamId: number): Changed => {
  const staying = sequence.entries.filter((entry) => entry.teamId !== teamId || !isUndone(entry))
  if (staying.length === sequence.entries.length) return refuse('TEAM_NOT_IN_SEQUENCE')
  return settle(sequence.mode, sequence.rounds, staying.map(asItIs))
}

/** All at once. */
export const freePicking = (sequence: PickSequence): Changed =>
  sequence.entries.some(isUndone)
    ? settle('free', sequence.rounds, sequence.entries.map(untouched))
    : refuse('SEQUENCE_AT_END')

/** One by one again, beginning with the earliest undone entry. */
export const resumeSequence = (sequence: PickSequence): Changed =>
  sequence.entries.some(isUndone)
    ? settle('sequence', sequence.rounds, sequence.entries.map(untouched))
    : refuse('SEQUENCE_AT_END')

/** Passes over the ACTIVE entry, of several the earliest. */
export const forward = (sequence: PickSequence): Changed => {
  const active = sequence.entries.find(({ pickStatus }) => pickStatus === 'ACTIVE')
  return active ? finish(sequence, active) : refuse('SEQUENCE_AT_END')
}

/** Reopens the entry that was done last. */
export const back = (sequence: PickSequence): Changed => {
  const latest = latestDone(sequence)
  if (latest === 0) return refuse('SEQUENCE_AT_START')
  return settle(
    sequence.mode,
    sequence.rounds,
    sequence.entries.map((entry) =>
      entry.doneNr === latest ? { ...untouched(entry), doneNr: null, active: true } : untouched(entry),
    ),
  )
}

const teamIds = (entries: readonly PickEntry[]): number[] => entries.map(({ teamId }) => teamId)

/** What is left of a list after taking each of `taken` out once. */
const without = (list: readonly number[], taken: readonly number[]): number[] => {
  const left = [...list]
  for (const teamId of taken) {
    const index = left.indexOf(teamId)
    if (index >= 0) left.splice(index, 1)
  }
  return left
}

/** All teams of two rounds, each as often as in the one where it has more entries. */
const teamsOfBoth = (odd: readonly PickEntry[], even: readonly PickEntry[]): number[] => [
  ...teamIds(odd),
  ...without(teamIds(even), teamIds(odd)),
]

/** A round's entries in a new order, which may name more teams than the round has. */
const arrange = (order: readonly number[], entries: readonly PickEntry[]): DraftEntry[] => {
  const left = [...entries]
  return order.flatMap((teamId) => {
    const index = left.findIndex((entry) => entry.teamId === teamId)
    return index < 0 ? [] : left.splice(index, 1).map(untouched)
  })
}

/**
 * Shuffles the rounds that have not begun. An even round stays the reverse of the one before it, so where that one has
 * begun it stays as it is.
 */
export const randomize = (sequence: PickSequence, dice: Dice): Changed => {
  const numbers = roundNumbers(sequence)
  const rounds = new Map(numbers.map((round) => [round, inRound(sequence, round).map(asItIs)]))
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
  return settle(sequence.mode, sequence.rounds, [...rounds.values()].flat())
}
