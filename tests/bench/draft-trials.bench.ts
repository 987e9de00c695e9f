import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LiveMessage } from '#contract/draft-room'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { boxTakes, parseBoxName } from '#rules/draft-boxes'
import type { Dice } from '#rules/pick-sequence'
import { type BuiltDraft, builtDraft } from '../support/built-draft.ts'
import { type Attempt, type DraftMember, openMember } from '../support/draft-member.ts'
import { openDraft } from '../support/draft-races.ts'
import { liveEventsAfter } from '../support/live-events.ts'
import { between, oneOf, seededDice } from '../support/random.ts'
import { SimulatedDevice, simulateBrowsers } from '../support/simulated-device.ts'
import { percentile, print } from './figures.ts'
import { added, engine, playSeeds, processesOn, seeds } from './seeds.ts'

// Whole drafts with trouble, a minute or more each. SEEDS=20 runs so many, SEED=7 that one alone.

/** A board is true again so long after its phone woke up, ms (in whole, while the phone's own timers run faster). */
const WAKE_LIMIT_MS = 5_000
/** Everybody's is so long after the last trouble: longer than the longest wait between two attempts, ms of a device. */
const SETTLE_LIMIT_MS = 30_000

const TROUBLES = [
  'no network',
  'no network',
  'dead network',
  'sleep',
  'sleep',
  'lost answer',
  'lost answer',
  'admin',
  'admin',
] as const
type Trouble = (typeof TROUBLES)[number] | 'kill'

interface TrialOptions {
  readonly seed: number
  readonly teams: number
  /** How many seconds pass for a device in one. */
  readonly speed: number
  /** Between two troubles, ms. */
  readonly pause: readonly [number, number]
  readonly kills: number
  readonly processesOn?: string | undefined
}

interface TrialFigures {
  readonly picks: number
  readonly troubles: Readonly<Record<string, number>>
  readonly refused: Readonly<Record<string, number>>
  readonly warnings: number
  /** From waking to a true board, ms. */
  readonly wakes: readonly number[]
  /** From the last trouble until all boards were true, ms. */
  readonly settled: number
}

const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** A whole draft by simulated members, with trouble. Fails when a board is untrue, or a pick is lost, doubled or against the rules. */
async function draftTrial(options: TrialOptions): Promise<TrialFigures> {
  const draft = await builtDraft(options)
  try {
    return await new Trial(draft, options).run()
  } finally {
    await draft.server.close()
  }
}

class Trial {
  readonly #draft: BuiltDraft
  readonly #options: TrialOptions
  readonly #dice: Dice
  readonly #members: DraftMember[] = []
  readonly #troubled = new Set<DraftMember>()
  /** Acknowledged picks. */
  readonly #done = new Set<number>()
  readonly #troubles: Record<string, number> = {}
  readonly #refused: Record<string, number> = {}
  readonly #wakes: number[] = []
  readonly #failures: unknown[] = []
  readonly #running = new Set<Promise<void>>()
  #down = 0
  #kills = 0
  #full: number | null = null

  constructor(draft: BuiltDraft, options: TrialOptions) {
    this.#draft = draft
    this.#options = options
    this.#dice = seededDice(options.seed)
  }

  async run(): Promise<TrialFigures> {
    await openDraft(this.#draft.server)
    await this.#begin()
    try {
      await this.#disturb()
      for (const member of this.#members) member.rest()
      await Promise.all(this.#running)
      while (this.#members.some((member) => member.isPicking())) await wait(50)
      const settled = await this.#settle()
      if (this.#failures.length > 0) throw new Error(this.#failures.join('\n'))
      const attempts = this.#members.flatMap((member) => member.attempts)
      const warnings = this.#members.reduce((sum, member) => sum + member.warnings(), 0)
      for (const member of this.#members) member.stop()
      const picks = await this.#draft.inspect(async (queries) =>
        checkPicks(
          (await liveEventsAfter(queries, 0)).map(({ message }) => message),
          attempts,
          this.#expectedPicks,
          new Map(this.#draft.server.league.players.map((player) => [player.id, player.position])),
        ),
      )
      return { picks, troubles: this.#troubles, refused: this.#refused, warnings, wakes: this.#wakes, settled }
    } finally {
      for (const member of this.#members) member.stop()
    }
  }

  /** Each member's requests go to any process, as a balancer sends them. */
  async #begin(): Promise<void> {
    const { server, processes, cookie } = this.#draft
    const { league } = server
    for (const [index, teamId] of league.teamIds.entries()) {
      const dice = seededDice(this.#options.seed * 1_000 + teamId)
      const device = new SimulatedDevice({
        origin: () => (processes[index % processes.length]?.origin ?? '').replace('localhost', '127.0.0.1'),
        cookie: await cookie(server.ownerOf(teamId)),
        speed: this.#options.speed,
      })
      this.#members.push(
        openMember({
          teamId,
          device,
          players: league.players,
          dice,
          onAttempt: ({ playerId, told }) => {
            if (told === 'DONE') this.#done.add(playerId)
            else count(this.#refused, told)
          },
          onFull: () => {
            this.#full = teamId
          },
        }),
      )
    }
  }

  async #disturb(): Promise<void> {
    const limit = performance.now() + 60_000 + this.#expectedPicks * 4_000
    const [least, most] = this.#options.pause
    while (!(await this.#isOver())) {
      if (performance.now() > limit) throw new Error(`The draft did not end: ${JSON.stringify(this.#refused)}`)
      if (this.#failures.length > 0) return
      await wait(between(least, most, this.#dice))
      this.#make(this.#isKillDue() ? 'kill' : oneOf(TROUBLES, this.#dice))
    }
  }

  async #isOver(): Promise<boolean> {
    const sequence = await this.#draft.server.sequence().catch(() => null)
    if (this.#full !== null) await this.#passOver(this.#full)
    return Array.isArray(sequence) && sequence.every(({ pickStatus }) => pickStatus === 'DONE')
  }

  /** Somebody was passed over, and the one who picked instead has one turn too many at the end. */
  async #passOver(teamId: number): Promise<void> {
    this.#full = null
    await this.#act('POST', `set-picking-team/${teamId}`)
    await this.#act('POST', 'forward-pick-sequence')
  }

  /** Refused where it does not apply, lost where the server is down: both happen to an admin. */
  async #act(method: 'POST' | 'DELETE', action: string): Promise<void> {
    await this.#draft.server.act(method, action).catch(() => undefined)
  }

  get #expectedPicks(): number {
    return this.#options.teams * LEAGUE_DEFAULTS.rosterSize
  }

  /** They are spread over the draft. */
  #isKillDue(): boolean {
    const { kills } = this.#options
    return this.#kills < kills && this.#done.size > (this.#expectedPicks * (this.#kills + 1)) / (kills + 2)
  }

  #make(trouble: Trouble): void {
    const free = this.#members.filter((member) => !this.#troubled.has(member))
    const member = free.length > 0 ? oneOf(free, this.#dice) : null
    if (!member && trouble !== 'admin' && trouble !== 'kill') return
    count(this.#troubles, trouble)
    const work = this.#trouble(trouble, member)
      .catch((failure: unknown) => void this.#failures.push(failure))
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  async #trouble(trouble: Trouble, member: DraftMember | null): Promise<void> {
    if (trouble === 'kill') return this.#kill()
    if (trouble === 'admin') return this.#meddle()
    if (!member) return
    if (trouble === 'lost answer') {
      member.device.losesNextAnswer = true
      return
    }
    this.#troubled.add(member)
    try {
      if (trouble === 'sleep') await this.#sleep(member)
      else await this.#cut(member, trouble === 'no network' ? 'refused' : 'silent')
    } finally {
      this.#troubled.delete(member)
    }
  }

  async #kill(): Promise<void> {
    this.#kills += 1
    const process = oneOf(this.#draft.processes, this.#dice)
    const rest = between(0, 1_000, this.#dice)
    this.#down += 1
    await process.kill()
    await wait(rest)
    await process.start()
    this.#down -= 1
  }

  async #meddle(): Promise<void> {
    const { teamIds } = this.#draft.server.league
    const team = oneOf(teamIds, this.#dice)
    const actions = [
      [`set-picking-team/${team}`],
      ['free-picking'],
      ['resume-pick-sequence'],
      ['resume-pick-sequence'],
      ['forward-pick-sequence', 'back-pick-sequence'],
      ['randomize-pick-sequence'],
    ]
    for (const action of oneOf(actions, this.#dice)) await this.#act('POST', action)
  }

  async #cut(member: DraftMember, how: 'refused' | 'silent'): Promise<void> {
    const { device } = member
    const says = this.#dice(3) > 0
    const survived = this.#dice(2) > 0
    const lasts = between(500, 30_000, this.#dice) / this.#options.speed
    device.lose(how)
    await wait(lasts)
    device.find({ survived, says })
    if (says) await this.#timeWaking(member)
  }

  async #sleep(member: DraftMember): Promise<void> {
    const { device } = member
    const survived = this.#dice(2) > 0
    const looked = this.#dice(2) > 0
    const ms = between(60_000, 600_000, this.#dice)
    const lasts = between(200, 2_000, this.#dice)
    if (looked) {
      device.visible = false
      device.emit('visibilitychange')
    }
    device.sleep()
    await wait(lasts)
    device.wakeUp(ms, { survived })
    if (looked) {
      device.visible = true
      device.emit('visibilitychange')
    }
    await this.#timeWaking(member)
  }

  /** Nothing is asked of it while the server is away. */
  async #timeWaking(member: DraftMember): Promise<void> {
    const picks = new Set(this.#done)
    const kills = this.#kills
    const woken = performance.now()
    if (this.#down > 0) return
    while (!member.shows(picks)) {
      if (this.#kills !== kills) return
      const took = performance.now() - woken
      if (took > WAKE_LIMIT_MS) throw new Error(`Team ${member.teamId} does not see the board ${took} ms after waking`)
      await wait(10)
    }
    this.#wakes.push(performance.now() - woken)
  }

  /** Waits until every board is the server's; answers for how long. */
  async #settle(): Promise<number> {
    const { server } = this.#draft
    const read = async (path: string) => (await server.ask('chair', `/draft/${path}`)).body
    const truth = {
      boxes: await read('boxes'),
      sequence: await read('pick-sequence'),
      last: await read('players/last-drafted'),
      drafted: await read('players?drafted=true'),
    }
    const begun = performance.now()
    const limit = begun + Math.max(SETTLE_LIMIT_MS / this.#options.speed, WAKE_LIMIT_MS)
    const isTrue = (member: DraftMember) => JSON.stringify(member.shown()) === JSON.stringify(truth)
    while (performance.now() < limit && !this.#members.every(isTrue)) await wait(20)
    for (const member of this.#members.filter((each) => !isTrue(each))) {
      expect({ team: member.teamId, ...Object(member.shown()) }).toEqual({ team: member.teamId, ...truth })
    }
    return performance.now() - begun
  }
}

/** Goes through all that was sent, in order: each pick was its team's turn, filled a new box, and was requested. */
function checkPicks(
  messages: readonly LiveMessage[],
  attempts: readonly Attempt[],
  expectedPicks: number,
  positions: ReadonlyMap<number, Parameters<typeof boxTakes>[1]>,
): number {
  const filled = new Set<string>()
  const drafted = new Map<number, number>()
  const doneBy = (sequence: readonly { teamId: number; pickStatus: string }[]) => {
    const counts: Record<number, number> = {}
    for (const { teamId, pickStatus } of sequence) {
      if (pickStatus === 'DONE') counts[teamId] = (counts[teamId] ?? 0) + 1
    }
    return counts
  }
  let sequence: readonly { teamId: number; pickStatus: string }[] = []
  let expected: Record<number, number> | null = null
  for (const message of messages) {
    if (message.type === 'PICK_SEQUENCE_UPDATED') {
      if (expected) expect(doneBy(message.pickSequence)).toEqual(expected)
      expected = null
      sequence = message.pickSequence
      continue
    }
    if (message.type !== 'PLAYER_DRAFTED') continue
    const { playerId, teamId, draftBox } = message.draftedPlayer
    const box = parseBoxName(draftBox)
    const position = positions.get(playerId)
    expect(box && position && boxTakes(box, position), `${playerId} in ${draftBox}`).toBe(true)
    expect(sequence.some((each) => each.teamId === teamId && each.pickStatus === 'ACTIVE')).toBe(true)
    expect(drafted.has(playerId), `${playerId} is drafted once`).toBe(false)
    expect(filled.has(`${teamId} ${draftBox}`), `${teamId} has one in ${draftBox}`).toBe(false)
    drafted.set(playerId, teamId)
    filled.add(`${teamId} ${draftBox}`)
    const before = doneBy(sequence)
    expected = { ...before, [teamId]: (before[teamId] ?? 0) + 1 }
  }
  for (const { playerId, teamId, told } of attempts) {
    if (told === 'DONE') expect(drafted.get(playerId), `pick of ${playerId}, which was acknowledged`).toBe(teamId)
  }
  for (const [playerId, teamId] of drafted) {
    const asked = attempts.filter((each) => each.playerId === playerId && each.teamId === teamId)
    expect(asked.length, `${playerId} was asked for by ${teamId}`).toBeGreaterThan(0)
  }
  // A team that is passed over in the middle has one less.
  expect(drafted.size).toBeGreaterThan(expectedPicks * 0.8)
  return drafted.size
}

const TEAMS = 12

test(`whole drafts of ${TEAMS} teams, ${engine}`, { timeout: seeds.length * 1_200_000 }, async () => {
  simulateBrowsers()
  const { played: trials, failed } = await playSeeds((seed) =>
    draftTrial({ seed, teams: TEAMS, speed: 5, pause: [100, 600], kills: 4, processesOn }),
  )
  const wakes = trials.flatMap((trial) => trial.wakes)
  const settled = trials.map((trial) => trial.settled)
  print(`Whole drafts of ${TEAMS} simulated members, ${engine}`, [
    `${trials.length} of ${seeds.length} seeds: every board true, every pick by the rules, none lost, none doubled`,
    `${trials.reduce((sum, { picks }) => sum + picks, 0)} picks; troubles: ${added(trials.map(({ troubles }) => troubles))}`,
    `picks that failed: ${added(trials.map(({ refused }) => refused))}`,
    `${wakes.length} wakings: true after p50 ${percentile(wakes, 50).toFixed(0)}, p95 ${percentile(wakes, 95).toFixed(0)}, at most ${percentile(wakes, 100).toFixed(0)} ms (limit 5000)`,
    `all boards true ${percentile(settled, 100).toFixed(0)} ms after the last trouble at most`,
    ...failed,
  ])
  expect(failed).toEqual([])
})
