import { positionGroup } from '#rules/positions'
import type { GoalieLine, SkaterLine } from '#rules/scoring'
import type { Dice } from './dice.ts'
import type { SimPlayer } from './players.ts'

interface Played {
  readonly playerId: number
  readonly toiSeconds: number
}

export interface SimSkaterLine extends SkaterLine, Played {
  readonly kind: 'skater'
}

export interface SimGoalieLine extends GoalieLine, Played {
  readonly kind: 'goalie'
  readonly started: boolean
  readonly losses: number
}

export type SimLine = SimSkaterLine | SimGoalieLine

export interface SimSide {
  readonly score: number
  readonly lines: readonly SimLine[]
}

/** A goal of the game; the shots of a shoot-out are none. */
export interface SimGoal {
  readonly side: 'home' | 'away'
  /** Seconds of play from the first face-off. */
  readonly second: number
  readonly scorer: number
  readonly assists: readonly number[]
  readonly strength: 'ev' | 'pp' | 'sh'
}

/** A played game: who did what for whom. The winner of a shoot-out has one goal more than its players. */
export interface SimGame {
  readonly id: number
  /** As they fell. */
  readonly goals: readonly SimGoal[]
  readonly lastPeriod: 'REG' | 'OT' | 'SO'
  readonly home: SimSide
  readonly away: SimSide
}

/** Who dresses: forwards and defenders from the first line to the last, the goalie who starts and the one who waits. */
export interface Lineup {
  readonly forwards: readonly SimPlayer[]
  readonly defenders: readonly SimPlayer[]
  readonly starter: SimPlayer
  readonly backup: SimPlayer
}

interface Goal {
  readonly side: 0 | 1
  /** Seconds of play from the first face-off. */
  readonly second: number
}

const REGULATION_SECONDS = 3600

// Shares and means of a present NHL season.
const GOALS_A_SIDE = 2.93
const HOME_ADVANTAGE = 0.035
const TIED_LATE = 0.12
const DECIDED_IN_OVERTIME = 0.72
const POWER_PLAY_SHARE = 0.195
const SHORT_HANDED_SHARE = 0.026
const ASSISTS = [0.055, 0.2, 0.745]
const GOALIE_ASSIST = 0.0035

const FORWARD_SECONDS = [1110, 955, 825, 655]
const DEFENDER_SECONDS = [1370, 1180, 1005]
const SKATER_SECONDS = 17_700

const attack = ({ forwards, defenders }: Lineup): number =>
  [...forwards, ...defenders].reduce((sum, { skill }) => sum + skill, 0) / 18
const strength = (lineup: Lineup): number => (attack(lineup) - 0.3) * 0.55

const secondsBase = (lineup: Lineup): number[] => [
  ...lineup.forwards.map(({ skill }, i) => (FORWARD_SECONDS[Math.floor(i / 3)] ?? 655) * (0.94 + skill * 0.06)),
  ...lineup.defenders.map(({ skill }, i) => (DEFENDER_SECONDS[Math.floor(i / 2)] ?? 1005) * (0.95 + skill * 0.045)),
]

/** The very best are toned down a little: chance alone would make seasons not seen for decades. */
const tamed = (talent: number): number => (talent > 0.75 ? 0.75 + (talent - 0.75) * 0.3 : talent)

interface Weights {
  readonly even: number[]
  readonly powerPlay: number[]
  readonly short: number[]
}

/** How likely each skater is to score, or to pass: ice time, skill and personal style. */
function weightsOf(skaters: readonly SimPlayer[], seconds: readonly number[], of: 'shooting' | 'passing'): Weights {
  const even = skaters.map((player, i) => {
    const share = (seconds[i] ?? 0) / 1000
    const defender = positionGroup(player.position) === 'defender'
    const bySkill = of === 'shooting' ? 0.32 : 0.3
    const byTaste = of === 'shooting' ? 0.34 : 0.24
    const place = defender ? (of === 'shooting' ? 0.24 : 0.56) : 1
    return place * share ** 1.3 * Math.exp(tamed(bySkill * player.skill + byTaste * player[of]))
  })
  // Five of the best play the power play: four forwards and a defender as a rule.
  return { even, powerPlay: even.map((weight) => weight ** 1.5), short: even.map((weight) => weight ** 0.6) }
}

function drawScore(
  lineups: readonly [Lineup, Lineup],
  throws: Dice,
): { goals: Goal[]; lastPeriod: SimGame['lastPeriod'] } {
  const means = ([0, 1] as const).map((side) => {
    const [own, other] = [lineups[side], lineups[1 - side] ?? lineups[side]]
    const advantage = side === 0 ? HOME_ADVANTAGE : -HOME_ADVANTAGE
    return GOALS_A_SIDE * Math.exp(strength(own) - strength(other) * 0.5 - other.starter.skill * 0.07 + advantage)
  })
  const scored = means.map((mean) => throws.poisson(mean * Math.exp(throws.normal() * 0.1)))
  const [home = 0, away = 0] = scored
  if (Math.abs(home - away) === 1 && throws.chance(TIED_LATE)) scored[home < away ? 0 : 1] = Math.max(home, away)
  const goals = scored
    .flatMap((count, side) =>
      Array.from(
        { length: count },
        () => ({ side: side === 0 ? 0 : 1, second: throws.next() * REGULATION_SECONDS }) as const,
      ),
    )
    .sort((one, other) => one.second - other.second)
  if (scored[0] !== scored[1]) return { goals, lastPeriod: 'REG' }
  if (!throws.chance(DECIDED_IN_OVERTIME)) return { goals, lastPeriod: 'SO' }
  const side = throws.chance(0.5) ? 0 : 1
  return { goals: [...goals, { side, second: REGULATION_SECONDS + 1 + throws.next() * 298 }], lastPeriod: 'OT' }
}

/** Plays a game. The throws belong to the game alone, so a day can be played without the days before it. */
export function playGame(id: number, home: Lineup, away: Lineup, throws: Dice): SimGame {
  const { goals, lastPeriod } = drawScore([home, away], throws)
  const count = (side: number) => goals.filter((goal) => goal.side === side).length
  const shootOutWinner = throws.chance(0.5) ? 0 : 1
  const winner: 0 | 1 = lastPeriod === 'SO' ? shootOutWinner : count(0) > count(1) ? 0 : 1
  const losersGoals = count(1 - winner)
  // The goal after which the loser's could not have been enough; a shoot-out has none.
  const winning = lastPeriod === 'SO' ? undefined : goals.filter(({ side }) => side === winner)[losersGoals]
  const seconds =
    lastPeriod === 'REG'
      ? REGULATION_SECONDS
      : lastPeriod === 'SO'
        ? REGULATION_SECONDS + 300
        : (goals.at(-1)?.second ?? 0)

  const side = (index: 0 | 1, lineup: Lineup): SimSide & { readonly goals: readonly SimGoal[] } => {
    const { lines, scored, goalieAssists } = skaterLines(index, lineup, goals, winning, seconds, throws)
    const situation = { side: index, goals, winner, winning, lastPeriod, seconds, assists: goalieAssists }
    return {
      score: count(index) + (lastPeriod === 'SO' && winner === index ? 1 : 0),
      lines: [...lines, ...goalieLines(lineup, situation, throws)],
      goals: scored,
    }
  }
  const { goals: homeGoals, ...homeSide } = side(0, home)
  const { goals: awayGoals, ...awaySide } = side(1, away)
  const inOrder = [...homeGoals, ...awayGoals].sort((one, other) => one.second - other.second)
  return { id, lastPeriod, goals: inOrder, home: homeSide, away: awaySide }
}

function skaterLines(
  index: 0 | 1,
  lineup: Lineup,
  goals: readonly Goal[],
  winning: Goal | undefined,
  gameSeconds: number,
  throws: Dice,
): { lines: SimSkaterLine[]; scored: SimGoal[]; goalieAssists: number } {
  const skaters = [...lineup.forwards, ...lineup.defenders]
  const base = secondsBase(lineup)
  const shooting = weightsOf(skaters, base, 'shooting')
  const passing = weightsOf(skaters, base, 'passing')
  const played = base.map((seconds) => seconds * Math.exp(throws.normal() * 0.09))
  const total = SKATER_SECONDS + (gameSeconds - REGULATION_SECONDS) * 3
  const scale = total / played.reduce((sum, seconds) => sum + seconds, 0)
  const lines = skaters.map(({ id }, i) => ({
    kind: 'skater' as const,
    playerId: id,
    goals: 0,
    assists: 0,
    powerPlayGoals: 0,
    shortHandedGoals: 0,
    gameWinningGoals: 0,
    toiSeconds: Math.round((played[i] ?? 0) * scale),
  }))
  const scored: SimGoal[] = []
  let goalieAssists = 0
  for (const goal of goals.filter((each) => each.side === index)) {
    const thrown = throws.next()
    const kind =
      thrown < POWER_PLAY_SHARE ? 'powerPlay' : thrown < POWER_PLAY_SHARE + SHORT_HANDED_SHARE ? 'short' : 'even'
    const scorer = throws.weighted(shooting[kind])
    const involved = new Set([scorer])
    const assistants: number[] = []
    for (let assists = throws.weighted(ASSISTS); assists > 0; assists--) {
      if (throws.chance(GOALIE_ASSIST)) {
        goalieAssists++
        assistants.push(lineup.starter.id)
        continue
      }
      const passer = throws.weighted(passing[kind].map((weight, i) => (involved.has(i) ? 0 : weight)))
      involved.add(passer)
      const line = lines[passer]
      if (!line) continue
      line.assists++
      assistants.push(line.playerId)
    }
    const line = lines[scorer]
    if (!line) continue
    scored.push({
      side: index === 0 ? 'home' : 'away',
      second: goal.second,
      scorer: line.playerId,
      assists: assistants,
      strength: ({ even: 'ev', powerPlay: 'pp', short: 'sh' } as const)[kind],
    })
    line.goals++
    if (kind === 'powerPlay') line.powerPlayGoals++
    if (kind === 'short') line.shortHandedGoals++
    if (goal === winning) line.gameWinningGoals++
  }
  return { lines, scored, goalieAssists }
}

interface Situation {
  readonly side: 0 | 1
  readonly goals: readonly Goal[]
  readonly winner: 0 | 1
  readonly winning: Goal | undefined
  readonly lastPeriod: SimGame['lastPeriod']
  readonly seconds: number
  /** Of this side's goalies. */
  readonly assists: number
}

const PULLED = 0.34
const HURT = 0.012

/** When the starter leaves: after a fourth or fifth goal against, or injured; null if not at all. */
function leavesAt(against: readonly Goal[], throws: Dice): number | null {
  const last = against[throws.chance(0.6) ? 3 : 4]
  if (last && last.second < REGULATION_SECONDS * 0.8 && throws.chance(PULLED)) return last.second
  return throws.chance(HURT) ? throws.next() * REGULATION_SECONDS : null
}

/** The goalies of one side. The decision belongs to the one in the net when the winning goal fell, or at the end. */
function goalieLines(lineup: Lineup, situation: Situation, throws: Dice): SimGoalieLine[] {
  const { side, goals, winner, winning, lastPeriod, seconds } = situation
  const against = goals.filter((goal) => goal.side !== side)
  const leaves = leavesAt(against, throws)
  const decidedAt = winning?.second ?? seconds
  const won = winner === side
  const line = (playerId: number, started: boolean, decides: boolean, toiSeconds: number): SimGoalieLine => ({
    kind: 'goalie',
    playerId,
    started,
    wins: decides && won ? 1 : 0,
    losses: decides && !won && lastPeriod === 'REG' ? 1 : 0,
    overtimeLosses: decides && !won && lastPeriod !== 'REG' ? 1 : 0,
    shutouts: leaves === null && against.length === 0 ? 1 : 0,
    assists: started ? situation.assists : 0,
    goals: 0,
    toiSeconds: Math.max(1, Math.round(toiSeconds)),
  })
  if (leaves === null) return [line(lineup.starter.id, true, true, seconds - throws.int(90))]
  return [
    line(lineup.starter.id, true, decidedAt <= leaves, leaves),
    line(lineup.backup.id, false, decidedAt > leaves, seconds - leaves),
  ]
}
