import type { Correction, CorrectionInput } from '#contract/corrections'
import type { OfficeMember, OfficeTeam } from '#contract/office'
import type { RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import { CART_OK, type Trade } from '#contract/trading'
import type { DemoServer, Request } from '../support/demo-members.ts'
import { NEXT_SEASON as NEXT, planPath } from '../support/next-season.ts'

// A trade and everything that an admin does in the office, one after the other in a demo league in mid-season.

export const ADMIN = 'admin'

/** The request of an admin who looks now, and sees what that league answers. */
export type OfficeRequest = Omit<Request, 'headers'> & { path: string }
type Choose<Chosen> = (ask: DemoServer['ask']) => Promise<Chosen>

const DAY_MS = 86_400_000
/** The admin's team, which trades and is corrected. */
const TEAM = 1
const CART = `/trading/teams/${TEAM}/shopping-cart`
const MEMBERS = '/office/members'
const TEAMS = '/office/teams'

/** The beginning of that day in Greenwich, which is the same instant for each league. */
const daysAgo = (days: number): string => new Date((Math.floor(Date.now() / DAY_MS) - days) * DAY_MS).toISOString()

const first = <Found>(found: readonly Found[], what: string): Found => {
  const [one] = found
  if (one === undefined) throw new Error(`The demo league has no ${what}.`)
  return one
}

const read = async (ask: DemoServer['ask'], path: string) => (await ask(ADMIN, path)).body

const member = async (ask: DemoServer['ask'], name: string): Promise<OfficeMember> => {
  const members: OfficeMember[] = (await read(ask, MEMBERS)).members
  return first(
    members.filter(({ userName }) => userName === name),
    name,
  )
}

const team = async (ask: DemoServer['ask'], name: string): Promise<OfficeTeam> => {
  const teams: OfficeTeam[] = (await read(ask, TEAMS)).teams
  return first(
    teams.filter(({ shortName }) => shortName === name),
    name,
  )
}

/** What the team has traded, the latest first, but for what was undone. */
const trades: Choose<Trade[]> = async (ask) => {
  const all: Trade[] = await read(ask, '/trading/trades')
  return all.filter((each) => each.team.id === TEAM && !each.correction)
}

const players = async (ask: DemoServer['ask'], isScratched: boolean): Promise<number[]> => {
  const items: RosterItem[] = await read(ask, `/roster/teams/${TEAM}/players?current=true`)
  const found = items.filter(({ rosterEntry }) => (rosterEntry.scratched === true) === isScratched)
  return found.map(({ player }) => player.id)
}

const freeAgents: Choose<number[]> = async (ask) => {
  const skaters: Player[] = await read(ask, '/stats/players?type=skater')
  const free = skaters.filter((skater) => !skater.team).map(({ id }) => id)
  return free.toSorted((one, other) => one - other).slice(0, 20)
}

/** The first of them that the rules allow. */
const correct =
  (choose: Choose<readonly CorrectionInput[]>): Choose<OfficeRequest> =>
  async (ask) => {
    const refusals: string[] = []
    for (const asked of await choose(ask)) {
      const { status, body } = await ask(ADMIN, '/corrections/preview', { method: 'POST', body: asked })
      if (status === 200) {
        return { path: '/corrections', method: 'POST', body: { asked, reason: 'A slip', expects: body.expects } }
      }
      refusals.push(body.message)
    }
    throw new Error(`None of these can be corrected: ${refusals.join(' ')}`)
  }

const startSeason: Choose<OfficeRequest> = async (ask) => {
  const { seasonId, firstDay, lastDay } = (await read(ask, NEXT)).next
  const { fingerprint } = await read(ask, planPath({ firstDay, lastDay }))
  return { path: NEXT, method: 'POST', body: { seasonId, firstDay, lastDay, retire: [], fingerprint } }
}

const ACTIONS: Record<string, Choose<OfficeRequest>> = {
  'add a member': async () => ({
    path: MEMBERS,
    method: 'POST',
    body: { userName: 'pekka', displayName: 'Pekka', email: null, subject: null, roles: [], teamId: null },
  }),
  'change a member': async (ask) => {
    const { id, version } = await member(ask, 'wilma')
    return { path: `${MEMBERS}/${id}`, method: 'PATCH', body: { version, displayName: 'Willa', roles: ['premium'] } }
  },
  'invite a member': async (ask) => {
    const { id } = await member(ask, 'pekka')
    return { path: `${MEMBERS}/${id}/invitation`, method: 'POST', body: { lost: false } }
  },
  'invite a member who has lost their phone': async (ask) => {
    const { id } = await member(ask, 'pekka')
    return { path: `${MEMBERS}/${id}/invitation`, method: 'POST', body: { lost: true } }
  },
  'end logins': async (ask) => ({ path: `${MEMBERS}/${(await member(ask, 'premium')).id}/logins`, method: 'DELETE' }),
  'rename a team': async (ask) => {
    const { id, name, shortName } = await team(ask, 'ZAMBONI')
    const body = { name: 'Ice Resurfacers', shortName: 'ICE', from: { name, shortName } }
    return { path: `${TEAMS}/${id}`, method: 'PATCH', body }
  },
  'hand over a team': async (ask) => {
    const [{ id, owners }, { id: memberId }] = [await team(ask, 'ENA'), await member(ask, 'newcomer')]
    return { path: `${TEAMS}/${id}/owner`, method: 'PUT', body: { memberId, from: owners.map((owner) => owner.id) } }
  },
  'remove a member': async (ask) => {
    const { id, version } = await member(ask, 'yasmin')
    return { path: `${MEMBERS}/${id}?userName=yasmin&version=${version}`, method: 'DELETE' }
  },
  'retire a team': async (ask) => {
    const { id } = await team(ask, 'SEALS')
    return { path: `${TEAMS}/${id}/retiring`, method: 'PUT', body: { isRetiring: true } }
  },
  'change the settings': async (ask) => {
    const { season: _, timeZone: __, isFixed: ___, ...settings } = await read(ask, '/office/season')
    return { path: '/office/season', method: 'PUT', body: { ...settings, tradingEnd: `${settings.lastDay}T12:30` } }
  },
  'execute a trade': async (ask) => {
    const [bought = 0] = await freeAgents(ask)
    const put = (playerId: number, action: string) =>
      ask(ADMIN, `${CART}/players/${playerId}?action=${action}`, { method: 'POST' })
    for (const sold of await players(ask, false)) {
      await ask(ADMIN, CART, { method: 'DELETE' })
      await put(sold, 'sell')
      await put(bought, 'buy')
      if ((await read(ask, CART)).status === CART_OK) {
        return { path: `/trading/teams/${TEAM}/execute-trade`, method: 'POST' }
      }
    }
    throw new Error('The rules allow the admin no trade.')
  },
  'undo a trade': correct(async (ask) => {
    const all = await trades(ask)
    const times = new Set(all.map(({ tradedAt }) => tradedAt))
    return [...times].map((tradedAt) => {
      const halves = all.filter((half) => half.tradedAt === tradedAt)
      const undone = halves.map(({ player, tradeAction }) => ({ playerId: player.id, tradeAction }))
      return { kind: 'undo-trade', teamId: TEAM, tradedAt, trades: undone }
    })
  }),
  'correct a price': correct(async (ask) =>
    (await trades(ask)).map(({ player, tradedAt, tradeAction, price }) => {
      return { kind: 'price', teamId: TEAM, playerId: player.id, tradedAt, tradeAction, price: (price ?? 0) + 0.1 }
    }),
  ),
  'correct cash': correct(async () => [{ kind: 'cash', teamId: TEAM, amount: 100 }]),
  'put a player off a roster': correct(async (ask) =>
    (await players(ask, false)).map((playerId) => {
      return { kind: 'roster-off', teamId: TEAM, playerId, asOf: daysAgo(4), price: 12.5 }
    }),
  ),
  'put a player on a roster': correct(async (ask) =>
    (await freeAgents(ask)).map((playerId) => {
      return { kind: 'roster-on', teamId: TEAM, playerId, asOf: daysAgo(3), price: 9 }
    }),
  ),
  'scratch a player': correct(async (ask) =>
    (await players(ask, false)).map((playerId) => ({ kind: 'scratch', teamId: TEAM, playerId, asOf: daysAgo(2) })),
  ),
  'dress a player': correct(async (ask) =>
    (await players(ask, true)).map((playerId) => {
      return { kind: 'dress', teamId: TEAM, playerId, asOf: daysAgo(1), againstRules: true }
    }),
  ),
  'undo a correction': correct(async (ask) => {
    const made: Correction[] = await read(ask, '/corrections')
    return made.map(({ nr }) => ({ kind: 'undo', nr, againstRules: true }))
  }),
  'tell all members': async () => ({
    path: '/office/message',
    method: 'PUT',
    body: { words: 'Trading ends on Saturday.', after: null },
  }),
  'make an official update': async (ask) => {
    const { publishedAt: after } = await read(ask, '/office/statistics')
    return { path: '/office/statistics/publish', method: 'POST', body: { after } }
  },
  'start the next season': startSeason,
  'undo its start': async (ask) => ({ path: `${NEXT}/${(await read(ask, NEXT)).seasonId}`, method: 'DELETE' }),
  'start it again': startSeason,
  'add a team': async () => ({
    path: TEAMS,
    method: 'POST',
    body: { name: 'Rink Rats', shortName: 'RATS', cash: 12.5 },
  }),
}

export const OFFICE_ACTIONS = Object.entries(ACTIONS)
