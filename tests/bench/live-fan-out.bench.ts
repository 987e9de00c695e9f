import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type BuiltDraft, builtDraft } from '../support/built-draft.ts'
import { openDraft } from '../support/draft-races.ts'
import { askLive } from '../support/live-client.ts'
import { percentile, print } from './figures.ts'

const TEAMS = 12
const PICKS = 50
const CROWD = 200
/** Milliseconds that a message may take to all of a league's members. */
const LIMIT = { p50: 5, p95: 9 }
/** Every client has asked anew after so many milliseconds. */
const pauseFor = (clients: number): number => (clients > TEAMS ? 600 : 100)

const processesOn = process.env.TEST_DATABASE_URL
const engine = processesOn ? 'two processes on PostgreSQL' : 'one process on the embedded database'

/** Milliseconds from a pick's answer to each client's message; negative when the client was first. */
async function delays({ server, processes, cookie }: BuiltDraft, clients: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const measured: number[] = []
  let arrivals: number[] = []
  let over = false
  let opened = 0
  const client = async (index: number) => {
    const origin = (processes[index % processes.length]?.origin ?? '').replace('localhost', '127.0.0.1')
    const headers = { origin, cookie: await cookie(clients > TEAMS ? `guest${index}` : server.ownerOf(index + 1)) }
    const path = `/000/client-${clients}-${index}/xhr`
    while (!over) {
      const { body } = await askLive(origin, path, { headers, agent })
      if (body.includes('PLAYER_DRAFTED')) arrivals.push(performance.now())
      else if (body === 'o\n') opened += 1
      else if (!/^[ah]/.test(body)) throw new Error(`A client was answered ${body}`)
    }
  }
  const failed: unknown[] = []
  const running = Array.from({ length: clients }, (_, index) => client(index).catch((error) => failed.push(error)))
  const pause = pauseFor(clients)
  while (opened < clients && failed.length === 0) await wait(5)
  for (let pick = 0; pick < PICKS; pick += 1) {
    const teamId = (await server.picking()) ?? 0
    const board = await server.board()
    const box = board.find(({ players }) => !players.some((player) => player.teamId === teamId))
    const { playerId } = box?.players.find(({ isDrafted }) => !isDrafted) ?? { playerId: 0 }
    await wait(pause)
    arrivals = []
    const { status } = await server.draft(teamId, playerId)
    const answered = performance.now()
    expect(status).toBe(200)
    while (arrivals.length < clients && failed.length === 0) await wait(5)
    expect(failed).toEqual([])
    measured.push(...arrivals.map((arrived) => arrived - answered))
    await wait(pause)
  }
  over = true
  await server.act('POST', 'free-picking')
  await server.act('POST', 'resume-pick-sequence')
  await Promise.all(running)
  agent.destroy()
  return measured
}

test(`a pick reaches every client, ${engine}`, { timeout: 600_000 }, async () => {
  const guests = Array.from({ length: CROWD }, (_, index) => `guest${index}`)
  const draft = await builtDraft({ teams: TEAMS, guests, processesOn })
  onTestFinished(() => draft.server.close())
  await openDraft(draft.server)
  const lines: string[] = []
  const figures = (values: readonly number[]) => ({
    p50: percentile(values, 50),
    p95: percentile(values, 95),
    p99: percentile(values, 99),
  })
  const told = ({ p50, p95, p99 }: ReturnType<typeof figures>) =>
    `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
  const league = figures(await delays(draft, TEAMS))
  lines.push(`${TEAMS} clients: ${told(league)} (at most p50 ${LIMIT.p50}, p95 ${LIMIT.p95})`)
  lines.push(`${CROWD} clients: ${told(figures(await delays(draft, CROWD)))}`)
  print(`From a pick's answer to PLAYER_DRAFTED at long-polling clients, ${engine}`, lines)
  expect(league.p50).toBeLessThanOrEqual(LIMIT.p50)
  expect(league.p95).toBeLessThanOrEqual(LIMIT.p95)
})
