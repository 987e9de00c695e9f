import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { draftByClock, draftNight, type NightFigures } from '../trials/draft-night-trial.ts'
import { percentile, print } from './figures.ts'

// Whole drafts with absent members, lists, a clock, undo and kills, a minute or more each. SEEDS=30 runs so many, SEED=7 that
// one alone.

const TEAMS = 12
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, index) => index + 1)

const processesOn = process.env.TEST_DATABASE_URL
const engine = processesOn ? 'two processes on PostgreSQL' : 'one process on the embedded database'

const added = (all: readonly Readonly<Record<string, number>>[]): string => {
  const sums: Record<string, number> = {}
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  return Object.entries(sums)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

test(`whole drafts of ${TEAMS} teams, ${engine}`, { timeout: seeds.length * 1_200_000 }, async () => {
  const nights: NightFigures[] = []
  const failed: string[] = []
  for (const seed of seeds) {
    try {
      nights.push(await draftNight({ seed, teams: TEAMS, kills: 6, processesOn }))
      process.stdout.write(`Seed ${seed} passed\n`)
    } catch (error) {
      failed.push(`seed ${seed} (run again with SEED=${seed}): ${inspect(error)}`)
      process.stdout.write(`${failed.at(-1)}\n`)
    }
  }
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
  const { late, kills } = await draftByClock({ teams: TEAMS, kills: processesOn ? 60 : 0, processesOn })
  print(`Turns whose time ran out, ${engine}`, [
    `${late.length} turns, ${kills} kills: picked after p50 ${percentile(late, 50).toFixed(0)}, p95 ${percentile(late, 95).toFixed(0)}, at most ${percentile(late, 100).toFixed(0)} ms (limit 2000), never before`,
  ])
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...late)).toBeLessThanOrEqual(2_000)
})
