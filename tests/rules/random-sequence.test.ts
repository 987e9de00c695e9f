import { expect, test } from 'vitest'
import { createSequence, type Dice, type PickEntry, type PickSequence, pick } from '#rules/pick-sequence'
import {
  addTeam,
  back,
  forward,
  freePicking,
  missingPicks,
  randomize,
  removeTeam,
  resumeSequence,
  setPickingTeam,
} from '#rules/pick-sequence-admin'
import { isRefusal, type Refusal } from '#rules/refusal'
import { between, expectSame, forSeeds, oneOf, SEEDS, SLOW } from '../support/random.ts'

const teamsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

const inRound = ({ entries }: PickSequence, round: number): number[] =>
  entries.filter((entry) => entry.round === round).map(({ teamId }) => teamId)

test('in random leagues no team is first or last twice in a row, and even rounds are reversed', SLOW, () => {
  forSeeds((dice) => {
    const teams = teamsOf(between(3, 16, dice))
    const keepers = new Set(teams.filter(() => dice(3) === 0))
    const sequence = createSequence(teams, keepers, dice)
    for (let round = 1; round <= 22; round++) {
      const order = inRound(sequence, round)
      const before = inRound(sequence, round - 1)
      const picking = round === 1 ? teams.filter((team) => !keepers.has(team)) : teams
      expectSame(
        order.toSorted((a, b) => a - b),
        picking,
      )
      if (round % 2 === 0)
        expectSame(
          order.filter((team) => before.includes(team)),
          before.toReversed(),
        )
      if (before.length > 0) {
        expectSame(order[0] !== before[0], true)
        expectSame(order.at(-1) !== before.at(-1), true)
      }
    }
  })
})

const done = ({ entries }: PickSequence): PickEntry[] => entries.filter(({ doneNr }) => doneNr !== null)
const history = (sequence: PickSequence): string[] =>
  done(sequence)
    .toSorted((a, b) => (a.doneNr ?? 0) - (b.doneNr ?? 0))
    .map(({ round, teamId }) => `${round}:${teamId}`)

const expectInOrder = (sequence: PickSequence): void => {
  const { entries, mode } = sequence
  expectSame(
    entries.map(({ sequenceNr }) => sequenceNr),
    entries.map((_, index) => index + 1),
  )
  for (let round = 1; round <= sequence.rounds; round++) {
    const orders = entries.filter((entry) => entry.round === round).map(({ pickOrder }) => pickOrder)
    expectSame(
      orders,
      orders.map((_, index) => index + 1),
    )
  }
  expectSame(
    entries.map(({ round }) => round),
    entries.map(({ round }) => round).toSorted((a, b) => a - b),
  )
  const undone = entries.filter(({ doneNr }) => doneNr === null)
  const active = entries.filter(({ pickStatus }) => pickStatus === 'ACTIVE')
  expectSame(active.length, mode === 'free' ? undone.length : Math.min(1, undone.length))
  expectSame(
    done(sequence).every(({ pickStatus }) => pickStatus === 'DONE'),
    true,
  )
  expectSame(new Set(done(sequence).map(({ doneNr }) => doneNr)).size, done(sequence).length)
}

interface Move {
  readonly name: string
  readonly apply: (sequence: PickSequence) => PickSequence | Refusal
  /** The change in the number of picks done. */
  readonly adds: number
}

/** With as many players and those turns a team's roster is full. */
const added = (before: PickSequence, team: number, owned: number): PickSequence | Refusal => {
  const after = addTeam(before, team, owned)
  if (!isRefusal(after)) expectSame(missingPicks(after, team, owned), 0)
  return after
}

const randomMove = (sequence: PickSequence, teams: readonly number[], dice: Dice): Move => {
  const team = oneOf(teams, dice)
  const active = sequence.entries.find(({ pickStatus }) => pickStatus === 'ACTIVE')?.teamId ?? team
  const moves: Move[] = [
    { name: 'pick', apply: (before) => pick(before, dice(4) === 0 ? team : active, 1), adds: 1 },
    { name: 'forward', apply: forward, adds: 1 },
    { name: 'back', apply: back, adds: -1 },
    { name: 'set', apply: (before) => setPickingTeam(before, team), adds: 0 },
    { name: 'add', apply: (before) => added(before, team, dice(before.rounds + 1)), adds: 0 },
    { name: 'remove', apply: (before) => removeTeam(before, team), adds: 0 },
    { name: 'free', apply: freePicking, adds: 0 },
    { name: 'resume', apply: resumeSequence, adds: 0 },
    { name: 'randomize', apply: (before) => randomize(before, dice), adds: 0 },
  ]
  // Picks are as frequent as all other moves together, or drafts would make no progress.
  return dice(2) === 0 ? (moves[0] ?? oneOf(moves, dice)) : oneOf(moves, dice)
}

/** Only rounds that have not begun change. They keep the rule if every team is in both rounds of a pair exactly once. */
const expectShuffled = (before: PickSequence, after: PickSequence): void => {
  const begun = (round: number): boolean => done(before).some((entry) => entry.round === round)
  for (let round = 1; round <= before.rounds; round++) {
    const order = inRound(after, round)
    const previous = inRound(after, round - 1)
    expectSame(order.toSorted(), inRound(before, round).toSorted())
    if (begun(round)) expectSame(order, inRound(before, round))
    const pair = round % 2 === 1 ? inRound(after, round + 1) : previous
    const alike = new Set(order).size === order.length && order.toSorted().join() === pair.toSorted().join()
    if (begun(round) || !alike) continue
    if (round % 2 === 0 && !begun(round - 1)) expectSame(order, previous.toReversed())
    if (round % 2 === 1 && order.length > 2 && previous.length > 0) {
      expectSame([order[0] === previous[0], order.at(-1) === previous.at(-1)], [false, false])
    }
  }
}

test('in random drafts every action leaves a sequence in order, and past picks stay done', SLOW, () => {
  const accepted = new Map<string, number>()
  forSeeds((dice) => {
    const teams = teamsOf(between(1, 6, dice))
    const keepers = new Set(teams.filter(() => dice(4) === 0))
    let sequence = createSequence(teams, keepers, dice, between(1, 6, dice))
    expectInOrder(sequence)
    for (let step = 0; step < 25; step++) {
      const move = randomMove(sequence, teams, dice)
      const before = sequence
      const after = move.apply(before)
      if (isRefusal(after)) continue
      expectInOrder(after)
      const past = history(before)
      if (move.adds === 0) expectSame(history(after), past)
      if (move.adds === 1) expectSame(history(after).slice(0, -1), past)
      if (move.adds === -1) expectSame(history(after), past.slice(0, -1))
      if (move.name === 'randomize') expectShuffled(before, after)
      accepted.set(move.name, (accepted.get(move.name) ?? 0) + 1)
      sequence = after
    }
  })
  // Each action succeeded often enough.
  if (!process.env.SEED) expect([...accepted.values()].filter((times) => times > SEEDS.length / 10)).toHaveLength(9)
})
