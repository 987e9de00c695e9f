import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { LIVE } from '#contract/limits'
import { openDraft } from '../support/draft-races.ts'
import { PUBLIC_URL } from '../support/server-processes.ts'
import { startBare } from './bare-server.ts'
import { type BuiltDraft, builtDraft, engine } from './built-draft.ts'
import { percentile, print } from './figures.ts'

const TEAMS = 12
/** Every round in which the board itself is drafted from. */
const DRAFT_PICKS = TEAMS * 20
const CROWD = 200
const CROWD_PICKS = 50
const picksOf = (clients: number): number => (clients > TEAMS ? CROWD_PICKS : DRAFT_PICKS)
/** What a server that has just been started runs for the first time is on a separate line. */
const FIRST_PICKS = 10
/** Milliseconds that a message may take to all of a league's members. */
const LIMIT = { p50: 5, p95: 9 }
const PAUSE_MS = 100
/** Every client has polled again after so many milliseconds. */
const pauseFor = (clients: number): number => (clients > TEAMS ? 6 * PAUSE_MS : PAUSE_MS)

/**
 * A client on a separate socket, no heavier than a measurement of single milliseconds allows: the instant of a frame is
 * noted before anything is read, and the next poll is one write.
 */
function pollForever(
  { hostname, port, host }: URL,
  { path, cookie }: { path: string; cookie: string },
  heard: (frame: string, at: number) => void,
): { stop: () => Promise<void> } {
  const head = [`POST ${path} HTTP/1.1`, `host: ${host}`, `origin: ${PUBLIC_URL}`, `cookie: ${cookie}`]
  const request = `${[...head, 'content-length: 0'].join('\r\n')}\r\n\r\n`
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.setEncoding('latin1')
  let answer = ''
  socket.on('data', (text: string) => {
    const at = performance.now()
    answer += text
    const body = answer.indexOf('\r\n\r\n') + 4
    if (body < 4 || answer.length - body < Number(/content-length: (\d+)/i.exec(answer)?.[1])) return
    socket.write(request)
    const frame = answer.slice(body)
    answer = ''
    heard(frame, at)
  })
  socket.write(request)
  return {
    async stop() {
      socket.destroy()
      await once(socket, 'close')
    },
  }
}

interface Crowd {
  readonly origin: (index: number) => string
  readonly cookie: (index: number) => Promise<string>
  readonly clients: number
  /** Has every client sent a message, and answers once it has been told so itself. */
  readonly speak: () => Promise<void>
}

/** Milliseconds from the speaker's answer to each client's message; negative when the client was first. */
async function delays({ origin, cookie, clients, speak }: Crowd): Promise<number[]> {
  const measured: number[] = []
  let arrivals: number[] = []
  let opened = 0
  const wrong: string[] = []
  const polls = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const asked = { path: `${LIVE.path}/000/client-${clients}-${index}/xhr`, cookie: await cookie(index) }
      return pollForever(new URL(origin(index).replace('localhost', '127.0.0.1')), asked, (frame, at) => {
        if (frame.includes('PLAYER_DRAFTED')) arrivals.push(at)
        else if (frame === 'o\n') opened += 1
        else if (!/^[ah]/.test(frame)) wrong.push(frame)
      })
    }),
  )
  const until = async (done: () => boolean) => {
    while (!done() && wrong.length === 0) await wait(20)
    expect(wrong).toEqual([])
  }
  await until(() => opened === clients)
  for (let pick = 0; pick < picksOf(clients); pick += 1) {
    await wait(pauseFor(clients))
    arrivals = []
    await speak()
    const answered = performance.now()
    await until(() => arrivals.length === clients)
    measured.push(...arrivals.map((arrived) => arrived - answered))
  }
  for (const poll of polls) await poll.stop()
  return measured
}

/** Keeps every poll until something is posted to /, then answers that and all of them: the least a server can do. */
const BARE = `
  let waiting = []
  const message = 'a["{\\"type\\":\\"PLAYER_DRAFTED\\"}"]\\n'
  const known = new Set()
  require('node:http').createServer((request, answer) => {
    if (request.url === '/') {
      answer.end('{}')
      for (const poll of waiting.splice(0)) poll.setHeader('content-length', message.length).end(message)
    } else if (known.has(request.url)) waiting.push(answer)
    else known.add(request.url), answer.setHeader('content-length', 2).end('o\\n')
  }).listen(Number(process.env.PORT), '127.0.0.1')
`

const bareCrowd = async (clients: number): Promise<Crowd> => {
  const origin = await startBare(BARE)
  const speak = async () => void (await (await fetch(origin, { method: 'POST' })).json())
  return { origin: () => origin, cookie: async () => 'none', clients, speak }
}

const draftCrowd = ({ server, processes, cookie }: BuiltDraft, clients: number): Crowd => ({
  origin: (index) => processes[index % processes.length]?.origin ?? '',
  cookie: (index) => cookie(clients > TEAMS ? `guest${index}` : server.ownerOf(index + 1)),
  clients,
  async speak() {
    const teamId = (await server.picking()) ?? 0
    const board = await server.board()
    const box = board.find(({ players }) => !players.some((player) => player.teamId === teamId))
    const { playerId } = box?.players.find(({ isDrafted }) => !isDrafted) ?? { playerId: 0 }
    await wait(PAUSE_MS)
    const { status } = await server.draft(teamId, playerId)
    if (status !== 200) throw new Error(`A pick was answered ${status}.`)
  },
})

async function openedDraft(): Promise<BuiltDraft> {
  const guests = Array.from({ length: CROWD }, (_, index) => `guest${index}`)
  const draft = await builtDraft({ teams: TEAMS, guests })
  onTestFinished(() => draft.server.close())
  await openDraft(draft.server)
  return draft
}

const figuresOf = (values: number[]) => ({
  p50: percentile(values, 50),
  p95: percentile(values, 95),
  p99: percentile(values, 99),
})

const told = (values: number[]): string => {
  const { p50, p95, p99 } = figuresOf(values)
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
}

test(`a pick reaches every client, ${engine}`, { timeout: 600_000 }, async () => {
  const league = await delays(draftCrowd(await openedDraft(), TEAMS))
  const bare = told(await delays(await bareCrowd(TEAMS)))
  const crowd = told(await delays(draftCrowd(await openedDraft(), CROWD)))
  const bareOfCrowd = told(await delays(await bareCrowd(CROWD)))
  print(`From a pick's answer to PLAYER_DRAFTED at long-polling clients, ${engine}`, [
    `${TEAMS} clients, ${DRAFT_PICKS} picks: ${told(league)} (at most p50 ${LIMIT.p50}, p95 ${LIMIT.p95})`,
    `  the first ${FIRST_PICKS} of them, on a server just started: ${told(league.slice(0, FIRST_PICKS * TEAMS))}`,
    `  a server that does nothing else: ${bare}`,
    `${CROWD} clients, ${CROWD_PICKS} picks: ${crowd}`,
    `  a server that does nothing else: ${bareOfCrowd}`,
  ])
  const { p50, p95 } = figuresOf(league)
  expect(p50).toBeLessThanOrEqual(LIMIT.p50)
  expect(p95).toBeLessThanOrEqual(LIMIT.p95)
})
