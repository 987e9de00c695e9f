import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { commandOn, type Words } from '../support/command-on.ts'
import { demoDatabase } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'

const NOW = '2026-11-21T13:00:00Z'
/** As it fails; PostgreSQL's driver says only where. */
const FAILED = /No room is left|Failed query: commit/

let file: string
const database = duringTests(() => demoDatabase(new Date(NOW)))
beforeAll(async () => {
  // A league as any other, in a season that was started here.
  await database.transaction((queries) => queries.execute(sql`update league set demo_seed = null`))
  await commandOn(database, 'publish --anyway', { now: NOW })
  const teams = await commandOn(database, 'teams', { now: NOW })
  file = [
    'name: The Pool',
    'season: { season: 2027-2028, firstDay: 2027-10-05, lastDay: 2028-04-14 }',
    ...teams,
    'members: [{ user: anna, roles: [admin] }]',
  ].join('\n')
  await commandOn(database, 'season FILE', { file, now: NOW })
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

test.each<[Words, () => string | undefined]>([
  ['members FILE --remove', () => file],
  ['season FILE', () => file.replace('The Pool', 'The Rink')],
  ['season --undo', () => undefined],
  ['history FILE', () => 'year,rank,team,member,points\n1985-1986,1,Rats,Anna,1\n'],
  ['invite member --lost', () => undefined],
  ['sessions --end member', () => undefined],
  ['publish --anyway', () => undefined],
  ['rename 1 --name Other', () => undefined],
  ['tell Hello', () => undefined],
  ['correct cash 1 --amount 1 --reason Slip', () => undefined],
  ['refresh', () => undefined],
])('%s says nothing of what could not be committed', async (words, given) => {
  const said: string[] = []
  const heard = (line: string) => void said.push(line)
  await expect(
    commandOn(database, words, { now: NOW, env: { LOGIN: 'accounts' }, file: given(), heard }),
  ).rejects.toThrow(FAILED)
  expect(said).toEqual([])
})
