import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { demoDatabase } from '../support/demo-members.ts'
import { correctionOf, doJob, type Job } from '../support/do-job.ts'
import { duringTests } from '../support/during-tests.ts'

const NOW = '2026-11-21T13:00:00Z'
/** As it fails; PostgreSQL's driver says only where. */
const FAILED = /No room is left|Failed query: commit/
const cash = correctionOf('cash', { team: '1', amount: 1 })

let file: string
const database = duringTests(() => demoDatabase(new Date(NOW)))
beforeAll(async () => {
  // A league as any other, in a season that was started here.
  await database.transaction((queries) => queries.execute(sql`update league set demo_seed = null`))
  await doJob(database, { do: 'publish', dryRun: false }, { now: NOW })
  const teams = await doJob(database, { do: 'teams' }, { now: NOW })
  file = [
    'name: The Pool',
    'season: { season: 2027-2028, firstDay: 2027-10-05, lastDay: 2028-04-14 }',
    ...teams,
    'members: [{ user: anna, roles: [admin] }]',
  ].join('\n')
  await doJob(database, { do: 'season', file, from: null, dryRun: false }, { now: NOW })
  await database.transaction(async (queries) => {
    // Everything else has gone well by then.
    await queries.execute(sql`
      create function refuse_commit() returns trigger language plpgsql as $$
      begin raise exception 'No room is left'; end $$`)
    await queries.execute(sql`
      create constraint trigger refuse_commit after insert on audit_record deferrable initially deferred
        for each row execute function refuse_commit()`)
  })
})

test.each<[string, () => Job]>([
  ['members', () => ({ do: 'members', file, remove: true, dryRun: false })],
  ['season', () => ({ do: 'season', file: file.replace('The Pool', 'The Rink'), from: null, dryRun: false })],
  ['season --undo', () => ({ do: 'undo-season', dryRun: false })],
  [
    'history',
    () => ({ do: 'history', file: 'year,rank,team,member,points\n1985-1986,1,Rats,Anna,1\n', dryRun: false }),
  ],
  ['invite', () => ({ do: 'invite', user: 'member', lost: true, dryRun: false })],
  ['sessions --end', () => ({ do: 'sessions', user: 'member', end: true, dryRun: false })],
  ['publish', () => ({ do: 'publish', dryRun: false })],
  ['rename', () => ({ do: 'rename', team: '1', name: 'Other', shortName: '', dryRun: false })],
  ['tell', () => ({ do: 'tell', words: 'Hello', dryRun: false })],
  ['correct', () => ({ do: 'correct', asked: cash, reason: 'A slip', by: '', dryRun: false })],
  ['refresh', () => ({ do: 'refresh' })],
])('%s says nothing of what could not be committed', async (_, job) => {
  const said: string[] = []
  const failed = doJob(database, job(), {
    now: NOW,
    env: { LOGIN: 'accounts' },
    heard: (line) => said.push(line),
  })
  await expect(failed).rejects.toThrow(FAILED)
  expect(said).toEqual([])
})
