import { LEAGUE_DEFAULTS } from '#contract/limits'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 9: the order of teams in the rounds of a draft.

/** A random order in which `notFirst` does not come first nor `notLast` last; all such orders are equally likely. */
export const shuffleRound = (
  teams: readonly number[],
  { notFirst, notLast }: { readonly notFirst?: number; readonly notLast?: number },
  dice: Dice,
): number[] => {
  // The rule would leave two teams a single order, so it does not apply to them.
  if (teams.length < 3) return shuffle(teams, dice)
  // Every pair of ends leaves the same number of orders in between, so if pairs are drawn evenly, all orders are
  // equally likely.
  const ends = teams.flatMap((first, i) =>
    teams.flatMap((last, j) => (i !== j && first !== notFirst && last !== notLast ? [{ i, j }] : [])),
  )
  // No pair is allowed if, for example, the same team has every pick.
  const drawn = ends.length > 0 ? ends[dice(ends.length)] : undefined
  if (!drawn) return shuffle(teams, dice)
  const between = teams.filter((_, index) => index !== drawn.i && index !== drawn.j)
  return [...teams.slice(drawn.i, drawn.i + 1), ...shuffle(between, dice), ...teams.slice(drawn.j, drawn.j + 1)]
}

/**
 * The order of round 1, which round 2 reverses; teams with a keeper are in it but skip round 1. A team that picks alone
 * in round 1 is both first and last there, so it must be neither in round 2.
 */
export const firstOrder = (teams: readonly number[], picking: readonly number[], dice: Dice): number[] => {
  const alone = picking.length === 1 ? picking[0] : undefined
  return shuffleRound(teams, { notFirst: alone, notLast: alone }, dice)
}

/** The teams of each round: odd rounds are shuffled, each even round reverses the one before it. */
export const pickOrder = (
  teams: readonly number[],
  keepers: ReadonlySet<number>,
  rounds: number,
  dice: Dice,
): number[][] => {
  const picking = teams.filter((team) => !keepers.has(team))
  const order: number[][] = []
  let shuffled = firstOrder(teams, picking, dice)
  for (let round = 1; round <= rounds; round++) {
    const before = order.at(-1) ?? []
    if (round === 1) order.push(shuffled.filter((team) => !keepers.has(team)))
    else if (round % 2 === 0) order.push(shuffled.toReversed())
    else {
      shuffled = shuffleRound(teams, { notFirst: before[0], notLast: before.at(-1) }, dice)
      order.push(shuffled)
    }
  }
  return order
}

/** A random integer from 0 to `sides - 1`. Always passed in: the rules contain no randomness. */
export type Dice = (sides: number) => number

/** Fisher-Yates: every order is equally likely. */
export const shuffle = <T>(items: readonly T[], dice: Dice): T[] => {
  const remaining = [...items]
  const drawn: T[] = []
  while (remaining.length > 0) drawn.push(...remaining.splice(dice(remaining.length), 1))
  return drawn
}

export const PICK_STATUSES = ['DONE', 'ACTIVE', 'WAITING'] as const
export type PickStatus = (typeof PICK_STATUSES)[number]

/** In turn, or all teams at once. */
export type PickMode = 'sequence' | 'free'

export interface PickEntry {
  /** From 1, across the whole draft. */
  readonly sequenceNr: number
  readonly round: number
  /** From 1, within the round. */
  readonly pickOrder: number
  readonly teamId: number
  readonly pickStatus: PickStatus
  /** From 1, in the order in which entries were done: the highest is the one to go back to. Null until done. */
  readonly doneNr: number | null
  /** Who was picked in this turn; null until done, and of a turn that was passed over. */
  readonly playerId: number | null
}

export interface PickSequence {
  readonly mode: PickMode
  /** Includes rounds from which every team has been removed. */
  readonly rounds: number
  /** By `sequenceNr`. */
  readonly entries: readonly PickEntry[]
}

/** An entry before numbers and statuses are worked out. `active` marks the one whose turn it is. */
export type DraftEntry = Pick<PickEntry, 'round' | 'teamId' | 'doneNr' | 'playerId'> & { readonly active?: boolean }

/** A turn that no team has taken. */
export const openEntry = (round: number, teamId: number): DraftEntry => ({
  round,
  teamId,
  doneNr: null,
  playerId: null,
})

/**
 * Numbers the entries in the order given and sets their statuses: in free mode every undone entry is ACTIVE, in
 * sequence mode only the marked one, or else the earliest.
 */
export const buildSequence = (mode: PickMode, rounds: number, entries: readonly DraftEntry[]): PickSequence => {
  const undone = entries.filter(({ doneNr }) => doneNr === null)
  const turn = undone.find(({ active }) => active) ?? undone[0]
  const inRound = new Map<number, number>()
  return {
    mode,
    rounds,
    entries: entries.map((entry, index) => {
      const { round, teamId, doneNr, playerId } = entry
      const order = (inRound.get(round) ?? 0) + 1
      inRound.set(round, order)
      const undoneStatus = mode === 'free' || entry === turn ? 'ACTIVE' : 'WAITING'
      const pickStatus = doneNr === null ? undoneStatus : 'DONE'
      return { sequenceNr: index + 1, round, pickOrder: order, teamId, pickStatus, doneNr, playerId }
    }),
  }
}

/** The sequence of a new draft. A team with a keeper skips round 1: the keeper is that pick. */
export const createSequence = (
  teams: readonly number[],
  keepers: ReadonlySet<number>,
  dice: Dice,
  rounds: number = LEAGUE_DEFAULTS.rosterSize,
): PickSequence => {
  const order = pickOrder(teams, keepers, rounds, dice)
  return buildSequence(
    'sequence',
    rounds,
    order.flatMap((round, index) => round.map((teamId) => openEntry(index + 1, teamId))),
  )
}

/** Who picks in which round, without what has become of it. */
export const orderOf = ({ entries }: PickSequence): { round: number; teamId: number }[] =>
  entries.map(({ round, teamId }) => ({ round, teamId }))

/** An entry from any server; its status may be unknown to us. */
type WireEntry = Pick<PickEntry, 'teamId'> & { readonly pickStatus: string }

export type Turn = { readonly kind: 'team'; readonly teamId: number } | { readonly kind: 'open' | 'over' | 'none' }

/**
 * Whose turn it is: that of the team with the first ACTIVE entry (spec, section 4). Drafting is open only if every
 * entry that is not DONE is ACTIVE and they belong to more than one team; two ACTIVE entries among WAITING ones are
 * still a sequence. `over`: every entry is DONE. `none`: there is no entry, or no ACTIVE one.
 */
export const whoseTurn = (entries: readonly WireEntry[]): Turn => {
  const undone = entries.filter(({ pickStatus }) => pickStatus !== 'DONE')
  if (undone.length === 0) return { kind: entries.length === 0 ? 'none' : 'over' }
  const current = undone.find(({ pickStatus }) => pickStatus === 'ACTIVE')
  if (!current) return { kind: 'none' }
  const { teamId } = current
  const areAllActive = undone.every(({ pickStatus }) => pickStatus === 'ACTIVE')
  return areAllActive && undone.some((entry) => entry.teamId !== teamId) ? { kind: 'open' } : { kind: 'team', teamId }
}

/** Whether the team may pick now; in open drafting, as long as it has a pick left. */
export const mayPick = (entries: readonly WireEntry[], teamId: number): boolean => {
  const turn = whoseTurn(entries)
  if (turn.kind === 'team') return turn.teamId === teamId
  return turn.kind === 'open' && entries.some((entry) => entry.teamId === teamId && entry.pickStatus === 'ACTIVE')
}

/**
 * How many picks are made before the team's next one, the present turn's included; 0 on the team's turn. Null where it
 * is no single team's turn, or the team has no pick left.
 */
export const picksBefore = (entries: readonly WireEntry[], teamId: number): number | null => {
  if (whoseTurn(entries).kind !== 'team') return null
  const turn = entries.find(({ pickStatus }) => pickStatus === 'ACTIVE')
  const open = entries.filter((entry) => entry.pickStatus !== 'DONE' && entry !== turn)
  const place = [turn, ...open].findIndex((entry) => entry?.teamId === teamId)
  return place < 0 ? null : place
}

/** The highest `doneNr`; 0 while nothing is done. */
export const latestDone = ({ entries }: PickSequence): number =>
  Math.max(0, ...entries.map(({ doneNr }) => doneNr ?? 0))

/** Marks an entry DONE, by a pick or passed over; in sequence mode the earliest undone entry is next. */
export const finish = (sequence: PickSequence, entry: PickEntry, playerId: number | null): PickSequence => {
  const doneNr = latestDone(sequence) + 1
  return buildSequence(
    sequence.mode,
    sequence.rounds,
    sequence.entries.map((each) => {
      const { round, teamId } = each
      return each === entry
        ? { round, teamId, doneNr, playerId }
        : { round, teamId, doneNr: each.doneNr, playerId: each.playerId }
    }),
  )
}

/** The sequence after a team's pick, which takes its earliest ACTIVE entry. */
export const pick = (sequence: PickSequence, teamId: number, playerId: number): PickSequence | Refusal => {
  const { entries } = sequence
  const entry = entries.find((each) => each.teamId === teamId && each.pickStatus === 'ACTIVE')
  return entry && mayPick(entries, teamId) ? finish(sequence, entry, playerId) : refuse('NOT_YOUR_TURN')
}
