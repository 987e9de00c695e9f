import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DraftLogEntry, PickForMe } from '#contract/draft-room'
import type { Dice } from '#rules/pick-sequence'
import { readLog } from '#server/league/draft/draft-log'
import type { Reply, Request } from '../support/demo-members.ts'
import { replay } from '../support/draft-replay.ts'
import { CHAIR } from '../support/preseason-league.ts'
import { oneOf, seededDice } from '../support/random.ts'
import { builtDraft, engine } from './built-draft.ts'
import { percentile, print } from './figures.ts'

// Whole drafts with absent members, lists, a clock, undo and kills, a minute or more each.

/** SEEDS=20 plays so many, SEED=7 that one alone. */
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, index) => index + 1)

/** One after the other; one that fails does not keep the others from being played. */
async function playSeeds<T>(play: (seed: number) => Promise<T>): Promise<{ played: T[]; failed: string[] }> {
  const played: T[] = []
  const failed: string[] = []
  for (const seed of seeds) {
    try {
      played.push(await play(seed))
      process.stdout.write(`Seed ${seed} passed\n`)
    } catch (error) {
      failed.push(`seed ${seed} (run again with SEED=${seed}): ${inspect(error)}`)
      process.stdout.write(`${failed.at(-1)}\n`)
    }
  }
  return { played, failed }
}

/** What was counted in all of them, in words. */
const added = (all: readonly Readonly<Record<string, number>>[]): string => {
  const sums: Record<string, number> = {}
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  return Object.entries(sums)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

interface NightOptions {
  readonly seed: number
  readonly teams: number
  readonly kills: number
}

interface NightFigures {
  readonly picks: Readonly<Record<string, number>>
  readonly events: Readonly<Record<string, number>>
  readonly kills: number
}

/** The clock of the night, short enough that it runs out often. */
const CLOCK_S = 1

/** A killed server is up again by then, also on a busy machine. */
const RESTART_LIMIT_MS = 120_000

interface Team {
  readonly id: number
  readonly member: string
  isThere: boolean
  /** What the server was last told, and the instants between which the switch was off for sure. */
  mode: PickForMe
}

/**
 * A whole draft in which members vanish and return, change lists and switches and let the clock run out, while admins undo,
 * pause and pick for others, and processes are killed. What must hold in the end is checked against the log, told
 * again by an implementation that knows no rule of the server.
 */
async function draftNight(options: NightOptions): Promise<NightFigures> {
  const { seed, teams: size, kills } = options
  const dice = seededDice(seed)
  const draft = await builtDraft({ teams: size })
  const { server, processes } = draft
  const events: Record<string, number> = {}
  const count = (what: string) => {
    events[what] = (events[what] ?? 0) + 1
  }
  /** Asked of any process; one that is down or was killed under it gives no answer. */
  const ask = async (member: string, path: string, { method = 'GET', body }: Request = {}): Promise<Reply | null> => {
    const origin = oneOf(processes, dice).origin.replace('localhost', '127.0.0.1')
    try {
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          'x-requested-with': 'hockey-pool',
          cookie: await draft.cookie(member),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      })
      return { status: answer.status, headers: {}, body: await answer.json() }
    } catch {
      return null
    }
  }
  const chair = (path: string, request: Request = { method: 'POST' }) => ask(CHAIR, `/draft/${path}`, request)
  /** Until it has happened, as an admin would press again; a refusal is an answer. */
  const surely = async (path: string, request?: Request): Promise<Reply> => {
    for (const limit = Date.now() + RESTART_LIMIT_MS; Date.now() < limit; ) {
      const answer = await chair(path, request)
      if (answer && answer.status < 500) return answer
      await wait(100)
    }
    throw new Error(`${path} got no answer`)
  }

  await server.act('PATCH', 'generate-boxes')
  const everybody = [...server.league.teamIds].map(
    (id): Team => ({ id, member: server.ownerOf(id), isThere: true, mode: 'off' }),
  )
  const byId = new Map(everybody.map((team) => [team.id, team]))
  const players = server.league.players.map(({ id }) => id)
  await surely('clock', { method: 'PUT', body: { secondsPerPick: CLOCK_S } })
  await surely('lock-keepers')

  /** Instants before which a team's switch was off without a break since `from`; null while it may be on. */
  const off = new Map<number, { from: number; until: number | null }[]>(
    everybody.map(({ id }) => [id, [{ from: Date.now(), until: null }]]),
  )
  const setMode = async (team: Team, mode: PickForMe) => {
    const spans = off.get(team.id) ?? []
    const last = spans.at(-1)
    if (last && last.until === null && mode !== 'off') last.until = Date.now()
    const answer = await ask(team.member, `/draft/teams/${team.id}/pick-for-me`, { method: 'PUT', body: { mode } })
    // Without an answer it may be either, until the next one.
    if (answer?.status !== 200) {
      if (last && last.until === null) last.until = Date.now()
      return
    }
    team.mode = mode
    if (mode === 'off' && spans.at(-1)?.until !== null) spans.push({ from: Date.now(), until: null })
    off.set(team.id, spans)
    count(`switch ${mode}`)
  }
  const setList = async (team: Team) => {
    const playerIds = [...new Set(Array.from({ length: dice(30) }, () => oneOf(players, dice)))]
    await ask(team.member, `/draft/teams/${team.id}/pick-list`, { method: 'PUT', body: { playerIds } })
    count('list')
  }
  /** What a person does on their turn, or the admin for one who is not there. */
  const pickBy = async (team: Team, how: 'self' | 'admin') => {
    const board = (await ask(CHAIR, '/draft/boxes'))?.body
    if (!Array.isArray(board)) return
    const open = board.filter(
      ({ players: inBox }) => !inBox.some((each: { teamId: number }) => each.teamId === team.id),
    )
    if (open.length === 0) return
    const box = oneOf(open, dice)
    const free = box.players.filter(({ isDrafted }: { isDrafted: boolean }) => !isDrafted)
    const shown = new Set(board.flatMap((each) => each.players.map(({ playerId }: { playerId: number }) => playerId)))
    const isOutside = free.length === 0 || box.boxName.endsWith('.OUT')
    const playerId = isOutside
      ? oneOf(
          players.filter((id) => !shown.has(id)),
          dice,
        )
      : oneOf<{ playerId: number }>(free, dice).playerId
    const path = `${how === 'self' ? 'teams' : 'for'}/${team.id}/players/${playerId}${isOutside ? `?box=${box.boxName}` : ''}`
    const answer = await ask(how === 'self' ? team.member : CHAIR, `/draft/${path}`, { method: 'POST' })
    count(answer?.status === 200 ? `pick by ${how}` : `pick by ${how} refused`)
  }
  const takeBack = async (): Promise<void> => {
    const last = await ask(CHAIR, '/draft/players/last-drafted')
    if (last?.status !== 200) return
    const answer = await chair(`take-back/${last.body.playerId}`)
    count(answer?.status === 200 ? 'taken back' : 'take-back refused')
  }
  const meddle = async (turn: Team | undefined) => {
    switch (dice(12)) {
      case 0:
        for (let times = between3(dice); times > 0; times -= 1) await takeBack()
        return
      case 1:
        await surely('pause')
        count('pause')
        await wait(dice(300))
        await surely('resume')
        return
      case 2:
        if (turn) await pickBy(turn, 'admin')
        return
      case 3: {
        const team = oneOf(everybody, dice)
        team.isThere = !team.isThere
        count(team.isThere ? 'returned' : 'vanished')
        if (!team.isThere && dice(3) > 0) await setMode(team, oneOf(['timeout', 'now'] as const, dice))
        return
      }
      case 4:
        await setMode(oneOf(everybody, dice), oneOf(['off', 'off', 'timeout', 'now'] as const, dice))
        return
      case 5:
      case 6:
        await setList(oneOf(everybody, dice))
        return
      case 7:
        if (dice(3) === 0) {
          await surely('back-pick-sequence')
          count('back')
        }
        return
      case 8:
        if (turn && dice(3) === 0) {
          await surely(`picking-teams/${turn.id}`, { method: 'DELETE' })
          await surely(`picking-teams/${turn.id}`)
          count('out and in')
        }
        return
      default:
    }
  }

  let killed = 0
  const killOne = async () => {
    const one = oneOf(processes, dice)
    await one.kill()
    killed += 1
    await wait(dice(500))
    await one.start()
  }
  const stop = new AbortController()
  const killing = (async () => {
    while (killed < kills && !stop.signal.aborted) {
      await wait(1_500 + dice(3_000))
      if (!stop.signal.aborted) await killOne()
    }
  })()

  const started = Date.now()
  for (;;) {
    const sequence: { teamId: number; pickStatus: string }[] | undefined = (await ask(CHAIR, '/draft/pick-sequence'))
      ?.body
    if (!Array.isArray(sequence)) {
      await wait(100)
      continue
    }
    if (sequence.length > 0 && sequence.every(({ pickStatus }) => pickStatus === 'DONE')) {
      const { body } = await surely('room', { method: 'GET' })
      const short = body.teams.find(({ missing }: { missing: number }) => missing > 0)
      if (!short) break
      await surely(`picking-teams/${short.teamId}`)
      count('given the missing turns')
      continue
    }
    if (Date.now() - started > 600_000) throw new Error('The draft does not come to its end.')
    const turn = byId.get(sequence.find(({ pickStatus }) => pickStatus === 'ACTIVE')?.teamId ?? 0)
    await meddle(turn)
    if (turn?.isThere && dice(3) > 0) await pickBy(turn, 'self')
    // An absent team without a list is for the admin, who waits for its time to be up.
    else if (turn && turn.mode === 'off' && dice(4) === 0) await pickBy(turn, 'admin')
    else await wait(dice(200))
  }
  stop.abort()
  await killing

  const roster = await surely('players?drafted=true', { method: 'GET' })
  const figures = await draft.inspect(async (queries) => {
    const { seasonId } = server.league
    const log = await readLog(queries, seasonId)
    const { rows } = await queries.execute<{ team_id: number; player_id: number; draft_box: string }>(sql`
      select team_id, player_id, draft_box from roster_entry where season_id = ${seasonId} and draft_box is not null`)
    const board = Object.fromEntries(rows.map((row) => [`${row.team_id} ${row.draft_box}`, row.player_id]))
    expect(replay(log).board).toEqual(board)
    expect(new Set(rows.map((row) => row.player_id)).size).toBe(size * 22)
    for (const { id } of everybody) expect(rows.filter((row) => row.team_id === id)).toHaveLength(22)
    expect(roster.body).toHaveLength(size * 22)
    const { rows: entries } = await queries.execute<{ player_id: number | null; pick_status: string }>(
      sql`select player_id, pick_status from pick_entry where season_id = ${seasonId}`,
    )
    const inTurns = entries.flatMap(({ player_id: id }) => id ?? [])
    expect(new Set(inTurns).size).toBe(inTurns.length)
    expect(pickedWhileOff(log, off)).toEqual([])
    return {
      picks: tally(log.flatMap(({ kind, how }) => (kind === 'pick' && how ? [how] : []))),
      events,
      kills: killed,
    }
  })
  await draft.server.close().catch(() => undefined)
  return figures
}

const between3 = (dice: Dice): number => (dice(8) === 0 ? 10 : 1 + dice(3))

const tally = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** Picks by list for a team while its switch was certainly off. */
const pickedWhileOff = (
  log: readonly DraftLogEntry[],
  off: ReadonlyMap<number, readonly { from: number; until: number | null }[]>,
): string[] =>
  log
    .filter(({ kind, how }) => kind === 'pick' && (how === 'list' || how === 'points'))
    .filter(({ teamId, at }) =>
      (off.get(teamId ?? 0) ?? []).some(
        ({ from, until }) => Date.parse(at) > from && (until === null || Date.parse(at) < until),
      ),
    )
    .map(({ nr, teamId, at }) => `${nr}: team ${teamId} at ${at}`)

interface ClockFigures {
  /** Of each turn, from its deadline to the pick, ms; less than nothing would be too early. */
  readonly late: readonly number[]
  readonly kills: number
}

/** Every team lets its time run out and its list pick, across kills. Ends with the draft. */
async function draftByClock({ teams, kills }: Omit<NightOptions, 'seed'>): Promise<ClockFigures> {
  const dice = seededDice(teams)
  const draft = await builtDraft({ teams })
  const { server, processes } = draft
  await server.act('PATCH', 'generate-boxes')
  for (const id of server.league.teamIds) {
    const path = `/draft/teams/${id}/pick-for-me`
    const { status } = await server.ask(server.ownerOf(id), path, { method: 'PUT', body: { mode: 'timeout' } })
    expect(status).toBe(200)
  }
  await server.ask(CHAIR, '/draft/clock', { method: 'PUT', body: { secondsPerPick: CLOCK_S } })
  await server.act('POST', 'lock-keepers')
  let killed = 0
  const isOver = async (): Promise<boolean> => {
    const sequence = await server.sequence().catch(() => [])
    return sequence.length > 0 && sequence.every(({ pickStatus }) => pickStatus === 'DONE')
  }
  while (!(await isOver())) {
    await wait(1_000 + dice(4_000))
    if (killed >= kills) continue
    const one = oneOf(processes, dice)
    await one.kill()
    killed += 1
    await one.start()
  }
  const late = await draft.inspect(async (queries) => {
    const log = await readLog(queries, server.league.seasonId)
    return log.flatMap(({ kind, at }, index) => {
      const before = log[index - 1]
      return kind === 'pick' && before ? [Date.parse(at) - Date.parse(before.at) - CLOCK_S * 1_000] : []
    })
  })
  await draft.server.close().catch(() => undefined)
  return { late, kills: killed }
}

const TEAMS = 12

test(`whole drafts of ${TEAMS} teams, ${engine}`, { timeout: seeds.length * 1_200_000 }, async () => {
  const { played: nights, failed } = await playSeeds((seed) => draftNight({ seed, teams: TEAMS, kills: 6 }))
  print(`Draft nights of ${TEAMS} teams, ${engine}`, [
    `${nights.length} of ${seeds.length} seeds: one owner a player, full rosters, the log tells the board, no pick for a team that is off`,
    `picks: ${added(nights.map(({ picks }) => picks))}; ${nights.reduce((sum, { kills }) => sum + kills, 0)} kills`,
    `what happened: ${added(nights.map(({ events }) => events))}`,
    ...failed,
  ])
  expect(failed).toEqual([])
})

test(`a draft of ${TEAMS} teams by the clock alone, ${engine}`, { timeout: 1_200_000 }, async () => {
  // A server that is the only one cannot pick while it is down.
  const { late, kills } = await draftByClock({ teams: TEAMS, kills: process.env.TEST_DATABASE_URL ? 60 : 0 })
  print(`Turns whose time ran out, ${engine}`, [
    `${late.length} turns, ${kills} kills: picked after p50 ${percentile(late, 50).toFixed(0)}, p95 ${percentile(late, 95).toFixed(0)}, at most ${percentile(late, 100).toFixed(0)} ms (limit 2000), never before`,
  ])
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...late)).toBeLessThanOrEqual(2_000)
})
