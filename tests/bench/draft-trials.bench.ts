import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { simulateBrowsers } from '../support/simulated-device.ts'
import { draftTrial, type TrialFigures } from '../trials/draft-trial.ts'
import { percentile, print } from './figures.ts'

// Whole drafts with trouble, a minute or more each. SEEDS=20 runs so many, SEED=7 that one alone.

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
  simulateBrowsers()
  const trials: TrialFigures[] = []
  const failed: string[] = []
  for (const seed of seeds) {
    try {
      trials.push(await draftTrial({ seed, teams: TEAMS, speed: 5, pause: [100, 600], kills: 4, processesOn }))
      process.stdout.write(`Seed ${seed} passed\n`)
    } catch (error) {
      failed.push(`seed ${seed} (run again with SEED=${seed}): ${inspect(error)}`)
      process.stdout.write(`${failed.at(-1)}\n`)
    }
  }
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
