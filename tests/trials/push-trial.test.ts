import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createSequence, type Dice, finish, type PickSequence } from '#rules/pick-sequence'
import type { Database } from '#server/db/engine/database'
import { lockDraft } from '#server/db/locks'
import { pushSubscription } from '#server/db/tables/push-tables'
import { hashOf } from '#server/login/sessions'
import { saveDevice } from '#server/push/push'
import { queueTurnNotices } from '#server/push/push-notices'
import { startPush } from '#server/push/push-sender'
import { cookieOf } from '../support/demo-members.ts'
import { preseasonDatabase } from '../support/preseason-league.ts'
import {
  INSIDE_HOST,
  MIXED_HOST,
  PUSH_HOST,
  type PushAnswer,
  type PushService,
  pushService,
} from '../support/push-service.ts'
import { between, seededDice } from '../support/random.ts'
import { secondProcess } from '../support/second-process.ts'

const TEAMS = 12
const DEVICES_A_TEAM = 2
const PUBLIC_URL = 'https://pool.example.org'
const TURN_MS = [20, 400] as const
/** A few turns are long: what is retried, and what hangs, comes to its end within them. */
const LONG_TURN_MS = 5_000
const LONG_EVERY = 50

interface Figures {
  readonly turns: number
  readonly accepted: number
  readonly kills: number
  /** Messages of a turn that a device may have got more than once. */
  readonly doubled: readonly string[]
  /** The longest time after the end of its turn at which a message arrived, ms; negative: before. */
  readonly latestMs: number
  /** Devices that the service no longer knows, and that are still sent to or stored. */
  readonly undead: number
  readonly trapped: number
  /** Requests for devices at hosts that are outside the list, or lead inside. */
  readonly outside: number
}

interface Turn {
  endedAt: number
}

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Which devices there are: most are well; some are dead, and some are where nothing may be sent. */
async function addDevices(database: Database, service: PushService) {
  const now = new Date()
  const dead = new Map<string, number>()
  const forbidden: string[] = []
  const kinds = { turn: true, next: true, start: true }
  for (let index = 0; index < TEAMS * DEVICES_A_TEAM; index += 1) {
    const hosts = { 3: INSIDE_HOST, 7: MIXED_HOST, 11: 'elsewhere.test' }
    const host = Object.entries(hosts).find(([at]) => Number(at) === index)?.[1] ?? PUSH_HOST
    const { subscription } = service.device(host)
    if (host !== PUSH_HOST) forbidden.push(subscription.endpoint)
    if (index === 15) dead.set(subscription.endpoint, 404)
    if (index === 19) dead.set(subscription.endpoint, 410)
    const teamId = (index % TEAMS) + 1
    const owner = ['admin', 'premium', 'member'][teamId - 1] ?? `owner${teamId}`
    const [, id = ''] = (await cookieOf(database, owner, PUBLIC_URL, now)).split('=')
    await database.transaction((queries) =>
      saveDevice(queries, { login: hashOf(id), ...subscription, kinds }, now.getTime()),
    )
  }
  return { dead, forbidden }
}

/** A sender that can be killed: from then on it neither sends nor writes, and what it had claimed stays so. */
async function killableSender(database: Database, service: PushService) {
  let isKilled = false
  const dead = () => Promise.reject(new Error('killed'))
  const mortal: Database = {
    ...database,
    transaction: (work) => (isKilled ? dead() : database.transaction(work)),
    statement: (work) => (isKilled ? dead() : database.statement(work)),
    close: () => Promise.resolve(),
  }
  const env = { publicUrl: PUBLIC_URL, pushHosts: [PUSH_HOST, INSIDE_HOST, MIXED_HOST] }
  const outside = {
    ...service.outside,
    mayConnect: (address: string) => !isKilled && service.outside.mayConnect(address),
  }
  const log = pino({ level: 'silent' })
  const stop = await startPush({ env, database: mortal, clock: () => new Date(), log }, outside)
  return {
    stop,
    kill: () => {
      isKilled = true
    },
  }
}

/** What a troubled service answers. */
const answers = (dice: Dice): PushAnswer => {
  const fate = dice(100)
  if (fate < 10) return { status: 500 }
  if (fate < 20) return { status: 429, headers: { 'retry-after': '1' } }
  if (fate < 24) return 'hang'
  if (fate < 34) return { status: 201, afterMs: between(0, 3_000, dice) }
  return { status: 201 }
}

/** The board moves on by one pick, whose name the messages of the next turn bear. */
async function pick(database: Database, before: PickSequence | null, turn: number, dice: Dice): Promise<PickSequence> {
  return database.transaction(async (queries) => {
    await lockDraft(queries)
    const active = before?.entries.find(({ pickStatus }) => pickStatus === 'ACTIVE')
    const after = before && active ? finish(before, active, null) : createSequence(teamIds, new Set(), dice, 100)
    const lastPick = { teamShortName: 'T', name: `Pick ${turn}`, draftBox: '1.C' }
    await queueTurnNotices({ database }, queries, { now: Date.now(), before, after, lastPick })
    return after
  })
}
const teamIds = Array.from({ length: TEAMS }, (_, index) => index + 1)

async function pushTrial({ turns, seed, kills }: { turns: number; seed: number; kills: number }) {
  const dice = seededDice(seed)
  const service = await pushService()
  const database = await preseasonDatabase(TEAMS)
  const { dead, forbidden } = await addDevices(database, service)
  service.answer((endpoint) => {
    const status = dead.get(endpoint)
    return status ? { status } : answers(dice)
  })
  const other = (await secondProcess(database)) ?? database
  const senders = [await killableSender(database, service), await killableSender(other, service)]
  let killed = 0

  const played: Turn[] = []
  let sequence: PickSequence | null = null
  for (let turn = 0; turn < turns; turn += 1) {
    sequence = await pick(database, sequence, turn, dice)
    const now = Date.now()
    const former = played.at(-1)
    if (former) former.endedAt = now
    played.push({ endedAt: Number.POSITIVE_INFINITY })
    await pass(turn % LONG_EVERY === LONG_EVERY - 1 ? LONG_TURN_MS : between(...TURN_MS, dice))
    if (killed < kills && turn >= ((killed + 1) * turns) / (kills + 1)) {
      const victim = killed % 2
      senders[victim]?.kill()
      killed += 1
      void senders[victim]?.stop().catch(() => undefined)
      senders[victim] = await killableSender(victim === 0 ? database : other, service)
    }
  }
  await pass(LONG_TURN_MS)
  for (const sender of senders) await sender.stop()
  const left = await database.transaction((queries) => queries.select().from(pushSubscription))
  const figures = figuresOf({ service, played, killed, dead, forbidden, left: left.map(({ endpoint }) => endpoint) })
  if (other !== database) await other.close()
  await database.close()
  await service.close()
  return figures
}

interface Played {
  readonly service: PushService
  readonly played: readonly Turn[]
  readonly killed: number
  readonly dead: ReadonlyMap<string, number>
  readonly forbidden: readonly string[]
  readonly left: readonly string[]
}

function figuresOf({ service, played, killed, dead, forbidden, left }: Played): Figures {
  const possible = new Map<string, number>()
  const deadCalls = new Map<string, number>()
  let latestMs = Number.NEGATIVE_INFINITY
  for (const { endpoint, at, message, status } of service.pushed) {
    if (dead.has(endpoint)) deadCalls.set(endpoint, (deadCalls.get(endpoint) ?? 0) + 1)
    const turn = Number(/Pick (\d+)/.exec(message.body)?.[1] ?? 0)
    latestMs = Math.max(latestMs, at - (played[turn]?.endedAt ?? 0))
    const key = `${endpoint} ${turn}`
    // Refused ones are sent again; one without an answer may have arrived.
    if (status === null || status < 300) possible.set(key, (possible.get(key) ?? 0) + 1)
  }
  return {
    turns: played.length,
    accepted: service.pushed.filter(({ status }) => status === 201).length,
    kills: killed,
    doubled: [...possible].flatMap(([key, times]) => (times > 1 ? [key] : [])),
    latestMs,
    undead: [...deadCalls.values()].filter((calls) => calls > 1).length + left.filter((each) => dead.has(each)).length,
    trapped: service.trapped(),
    outside: service.pushed.filter(({ endpoint }) => forbidden.includes(endpoint)).length,
  }
}

/** TURNS=1000 plays as many, with a kill for every fifty; SEED=7 plays others. */
const turns = Number(process.env.TURNS ?? 26)
const kills = Math.max(2, Math.floor(turns / 50))

test('a troubled push service: a turn is announced once, in time, and to no one else', {
  timeout: 240_000 + turns * 2_000,
}, async () => {
  const figures = await pushTrial({ turns, seed: Number(process.env.SEED ?? 1), kills })
  expect(figures).toMatchObject({ turns, kills, doubled: [], undead: 0, trapped: 0, outside: 0 })
  expect(figures.accepted).toBeGreaterThan(10)
  expect(figures.latestMs).toBeLessThanOrEqual(5_000)
})
