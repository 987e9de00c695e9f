import { expect, test } from 'vitest'
import { postgresPrograms } from '../support/machine.mjs'
import { postgresCluster } from '../support/postgres-cluster.ts'
import { databaseFaults } from '../trials/database-faults.ts'
import { print } from './figures.ts'

const LASTS_MS = Number(process.env.LASTS_MS ?? 5_000)
/** Each server: its pool, and the one that listens. */
const MOST_STANDING = 2 * 11
/** On a machine that answers at once while all is well. */
const LONGEST_ANSWER_MS = 2_000

const told = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, times]) => `${times} x ${name}`)
    .join(', ')

const programs = postgresPrograms()
if (programs === null) process.stdout.write('PostgreSQL is not installed here: the trial of its faults is left out.\n')

test.runIf(programs)('a database that goes away and comes back, under load', { timeout: 600_000 }, async () => {
  const cluster = await postgresCluster(programs ?? '')
  try {
    const { usualMs, faults, acknowledged, lost, doubled } = await databaseFaults(cluster, LASTS_MS)
    for (const figures of faults) {
      const { fault, statuses, polls, healthz, longestMs, longest, withoutRetryAfter } = figures
      print(`Two servers under load, PostgreSQL ${fault}`, [
        `connections: ${figures.opened} opened, at most ${figures.standing} at once, ${figures.backends} at the server afterwards`,
        `answers: ${told(statuses)}; longest ${longestMs.toFixed(0)} ms (${longest}); ${withoutRetryAfter} x 503 without Retry-After`,
        `/healthz: ${told(healthz)}; polls of the live channel: ${told(polls)}`,
        `changes again after ${figures.changedMs.toFixed(0)} ms, every live channel after ${figures.polledMs.toFixed(0)} ms; ${figures.ended} servers ended by themselves`,
      ])
    }
    print('Without a fault', [`longest answer ${usualMs.toFixed(0)} ms`])
    print('In the books afterwards', [`${acknowledged} changes acknowledged, ${lost} lost, ${doubled} done twice`])
    for (const figures of faults) {
      expect.soft(figures.ended, figures.fault).toBe(0)
      expect.soft(figures.standing, figures.fault).toBeLessThanOrEqual(MOST_STANDING)
      expect
        .soft(figures.longestMs, `${figures.fault}: ${figures.longest}`)
        .toBeLessThanOrEqual(LONGEST_ANSWER_MS + usualMs)
      expect.soft(Object.keys(figures.statuses).sort(), figures.fault).not.toContain('500')
      expect.soft(figures.statuses, figures.fault).not.toHaveProperty('none')
      expect.soft(Object.keys(figures.healthz), figures.fault).toEqual(['200'])
      expect.soft(figures.withoutRetryAfter, figures.fault).toBe(0)
    }
    expect([lost, doubled]).toEqual([0, 0])
  } finally {
    await cluster.remove()
  }
})
