import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, vi } from 'vitest'
import type { Team } from '#contract/stats'
import type { User } from '#contract/user'
import { outboxOf } from '#web/data/outbox'
import { createQueryClient } from '#web/data/query-client'
import { parseBody } from '#web/net/call-error'
import { reportAnswer, reportNoAnswer } from '#web/net/connection'
import { currentOwner } from '#web/offline/owner'
import { getOutboxRows } from '#web/outbox/outbox-rows'
import { createAppRouter } from '#web/routes.tsx'

export const member: User = { name: 'member', teamId: 2, roles: [] }
export const newcomer: User = { name: 'newcomer', roles: [] }
export const premium: User = { name: 'premium', teamId: 3, roles: ['premium'] }
export const admin: User = { name: 'admin', teamId: 1, roles: ['ROLE_admin'] }

const team = (id: number, name: string, figures: Partial<Team>): Team => ({
  id,
  name,
  shortName: name.slice(0, 3).toUpperCase(),
  ...figures,
})

export const teams: readonly Team[] = [
  team(1, 'Northern Lights', {
    ranking: 1,
    points: 1290.25,
    cash: 43.5,
    totalScore: 1333.75,
    scoreDiffPrevious: 12,
    scoreThisWeek: 88,
    scoreLastWeek: 101,
  }),
  team(2, 'Blue Line Bandits', {
    ranking: 2,
    points: 1300,
    cash: 20,
    totalScore: 1320,
    scoreDiffPrevious: -3.2,
    scoreThisWeek: 60,
    scoreLastWeek: 99,
  }),
  team(3, 'Crease Crashers', { ranking: 3, points: 900, totalScore: 900, scoreDiffPrevious: 0.2 }),
]

/** What a path answers: `fails` with 500, never (`silent`), not reached (`unreachable`), or what a function makes of the request. */
export type FakeAnswer =
  | 'fails'
  | 'silent'
  | 'unreachable'
  | object
  | ((request: Request) => Response | Promise<Response>)

/** The server as a screen sees it, changed while a test runs. */
export interface FakeServer {
  user: User | null
  teams: readonly Team[] | 'fails' | 'silent' | 'unreachable'
  modifiedAt: string | 'fails'
  /**
   * By path with query below `/api/v1`, such as `/stats/players?type=skater`, with its method in front unless it is GET
   * (`PATCH /stats/teams/2`); every other path is not found.
   */
  answers: Record<string, FakeAnswer>
  /** Nothing is answered, as without a connection. */
  isDown: boolean
  /** Paths of the calls that only read, the oldest first. */
  asked: string[]
  /** The others, such as `POST /trading/...`. */
  changes: string[]
  /** The same with what each carried, null for nothing. */
  sent: [string, unknown][]
  /** The idempotency key of each. */
  keys: (string | null)[]
}

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
/** The first time; from then on no answer comes. */
export const once = (body: unknown): FakeAnswer => {
  let isAnswered = false
  return () => {
    if (isAnswered) return new Promise(() => undefined)
    isAnswered = true
    return json(200, body)
  }
}
const broken = () => json(500, { code: 'INTERNAL', message: 'Something broke.' })

async function give(answer: FakeAnswer, request: Request): Promise<Response> {
  if (answer === 'fails') return broken()
  if (answer === 'unreachable') throw new TypeError('Failed to fetch')
  if (answer === 'silent') return new Promise(() => undefined)
  return typeof answer === 'function' ? answer(request) : json(200, answer)
}

const pathOf = ({ url }: Request) => {
  const { pathname, search } = new URL(url)
  return pathname.replace('/api/v1', '') + search
}

async function answer(server: FakeServer, request: Request): Promise<Response> {
  const path = pathOf(request)
  if (server.isDown) throw new TypeError('Failed to fetch')
  if (!server.user) return json(401, { code: 'UNAUTHENTICATED', message: 'Please log in.' })
  const { user, teams, modifiedAt } = server
  const answers: Record<string, FakeAnswer> = {
    'GET /user': user,
    'GET /stats/teams': teams,
    'GET /stats/last-updated': modifiedAt === 'fails' ? 'fails' : { modifiedAt },
  }
  const own = request.method === 'GET' ? server.answers[path] : undefined
  const given = server.answers[`${request.method} ${path}`] ?? own ?? answers[`${request.method} ${path}`]
  return given === undefined ? json(404, { code: 'NOT_FOUND', message: path }) : give(given, request)
}

/**
 * Each answer takes up to this long, half of it on the way there: an answer that comes at once hides what a test leaves to
 * chance until the machine is busy. `npm run test:rounds` sets it.
 */
const SLOW_ANSWERS_MS = Number(process.env.SLOW_ANSWERS_MS ?? 0)
const onTheWay = () => new Promise((arrive) => setTimeout(arrive, (Math.random() * SLOW_ANSWERS_MS) / 2))

export const fakeServer = (changed: Partial<FakeServer>): FakeServer => {
  const now = new Date().toISOString()
  const server: FakeServer = {
    user: member,
    teams,
    modifiedAt: now,
    answers: {},
    isDown: false,
    asked: [],
    changes: [],
    sent: [],
    keys: [],
    ...changed,
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    // As a browser, which does not send what was given up before.
    init?.signal?.throwIfAborted()
    const address = new URL(input instanceof Request ? input.url : input, 'https://pool.example')
    const request = new Request(address, { method: init?.method, body: init?.body, headers: init?.headers })
    if (request.method === 'GET') server.asked.push(pathOf(request))
    else {
      const change = `${request.method} ${pathOf(request)}`
      server.changes.push(change)
      server.keys.push(request.headers.get('idempotency-key'))
      server.sent.push([change, typeof init?.body === 'string' ? parseBody(init.body) : null])
    }
    if (!SLOW_ANSWERS_MS) return answer(server, request)
    await onTheWay()
    return answer(server, request).finally(onTheWay)
  })
  return server
}

/** The whole app at an address, against a fake server. */
export async function renderApp(path: string, changed: Partial<FakeServer> = {}) {
  const server = fakeServer(changed)
  const client = createQueryClient()
  // What waits for its turn to be sent would be sent to the server of the next test, whose own cart changes the outbox of
  // this page would take for those of another tab.
  onTestFinished(async () => {
    client.clear()
    const owner = currentOwner()
    if (owner !== null && getOutboxRows().length > 0) await outboxOf(client).clear(owner)
  })
  const history = createMemoryHistory({ initialEntries: [path] })
  const commits: number[] = []
  const router = createAppRouter({ client, onFirstCommit: () => commits.push(1) }, history)
  await router.load()
  const view = await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
  const user = userEvent.setup()
  return {
    ...view,
    server,
    client,
    router,
    history,
    commits,
    user,
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
    /** Answers the question on screen, which says this, with one of its buttons. */
    answer: async (button: string, question?: string, says = '') => {
      const dialog = await screen.findByRole('alertdialog', { name: question })
      expect(dialog.textContent).toContain(says)
      await user.click(within(dialog).getByRole('button', { name: button }))
    },
    /** Writes into a field in the place of what is there. */
    write: async (label: string | RegExp, text: string) => {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      await user.type(field, text)
    },
  }
}

type App = Awaited<ReturnType<typeof renderApp>>

/** All that the screen has asked for is there. */
export const allArrived = ({ client }: App) => waitFor(() => expect(client.isFetching()).toBe(0))

/** The signal is gone; not before what is on its way is there, since its arrival would say the opposite. */
export const goOffline = async (app: App) => {
  await allArrived(app)
  app.server.isDown = true
  act(() => reportNoAnswer())
}

export const goOnline = ({ server }: App) => {
  server.isDown = false
  act(() => reportAnswer())
}
