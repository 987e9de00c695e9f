import { asc, eq } from 'drizzle-orm'
import type { Instant } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { team } from '../../db/tables/tables.ts'
import { listBoxes } from '../../league/draft/boxes.ts'
import { keeperStatuses } from '../../league/draft/draft.ts'
import { modesOfTeams, presenceOfTeams } from '../../league/draft/draft-teams.ts'
import { type Draft, findClock, findDraft } from '../../league/draft/sequence.ts'
import { findLeague } from '../../league/league.ts'
import type { DemoLeague } from '../scenario.ts'
import { dice } from '../simulation/dice.ts'

export type Owner = Readonly<Awaited<ReturnType<typeof listOwners>>[number]>

const listOwners = (queries: Queries) =>
  queries
    .select({
      memberId: member.id,
      userName: member.userName,
      displayName: member.displayName,
      roles: member.roles,
      teamId: team.id,
      shortName: team.shortName,
    })
    .from(member)
    .innerJoin(team, eq(team.id, member.teamId))
    .orderBy(asc(team.id))

export interface Scene {
  readonly league: DemoLeague
  readonly owners: readonly Owner[]
  /** Teams that can choose a keeper and have none. */
  readonly choosing: readonly number[]
  /** Null before the keepers are locked. */
  readonly draft: Draft | null
  /** Teams that people play. */
  readonly played: ReadonlySet<number>
  /** Teams whose lists pick for them: the demo's members leave them alone. */
  readonly byList: ReadonlySet<number>
}

/** A person who has not been seen for longer has left: the team plays by itself. */
const STAYS_MS = 10 * 60_000

/**
 * Whose teams people play themselves: members who are logged in and were seen in the last minutes. After a start, they
 * have that long to come back.
 */
export class Presence {
  readonly #seenAt = new Map<number, Instant>()

  async teams(queries: Queries, seasonId: number, now: Instant): Promise<Set<number>> {
    for (const { teamId, seenAt } of await presenceOfTeams(queries, seasonId, now)) {
      if (seenAt) this.#seenAt.set(teamId, Math.max(Date.parse(seenAt), this.#seenAt.get(teamId) ?? now))
      else this.#seenAt.delete(teamId)
    }
    return new Set([...this.#seenAt].filter(([, at]) => now - at < STAYS_MS).map(([teamId]) => teamId))
  }
}

export async function readScene(queries: Queries, presence: Presence, now: Instant): Promise<Scene | null> {
  const league = await findLeague(queries)
  if (!league || league.demoSeed === null) return null
  const { seasonId, demoSeed } = league
  const draft = await findDraft(queries, seasonId)
  return {
    league: { ...league, demoSeed },
    owners: await listOwners(queries),
    draft,
    choosing: draft ? [] : await withoutKeeper(queries, seasonId),
    played: await presence.teams(queries, seasonId, now),
    byList: await pickingByList(queries, seasonId),
  }
}

/** One that waits for its time to be up needs a clock for it. */
async function pickingByList(queries: Queries, seasonId: number): Promise<Set<number>> {
  const { secondsPerPick } = await findClock(queries, seasonId)
  const modes = [...(await modesOfTeams(queries, seasonId))]
  return new Set(
    modes.filter(([, mode]) => mode === 'now' || (mode === 'timeout' && secondsPerPick > 0)).map(([teamId]) => teamId),
  )
}

/** Keepers can be chosen as soon as there are boxes. */
async function withoutKeeper(queries: Queries, seasonId: number): Promise<number[]> {
  if ((await listBoxes(queries, seasonId)).length === 0) return []
  return (await keeperStatuses(queries, seasonId)).filter(({ hasKeeper }) => !hasKeeper).map(({ teamId }) => teamId)
}

/** A keeper or, once the keepers are locked, a player that a team is to choose. */
export interface Turn {
  readonly teamId: number
  /** The same for as long as it is the same turn. */
  readonly is: string
  /** How long the owner thinks about it, as a multiple of the pace. */
  readonly thinks: number
}

/** These get no keeper before the draft: people rehearse as one of them. */
const CHOOSE_THEMSELVES = ['admin', 'premium', 'member']
/** The last team to choose a keeper takes this many times as long as for a pick. */
const KEEPER_THINKS = 8
/** When all pick at once, there is no hurry. */
const FREE_THINKS = 3

/** What the teams without a person have to do now. */
export function turnsOf({ league, owners, choosing, draft, played, byList }: Scene): Turn[] {
  const { demoSeed, seasonId } = league
  const throwOf = (teamId: number, is: string) => dice(demoSeed, seasonId, 'rehearsal', teamId, is).next()
  const alone = owners.filter(({ teamId }) => !played.has(teamId))
  if (!draft) {
    return alone
      .filter(({ teamId, userName }) => choosing.includes(teamId) && !CHOOSE_THEMSELVES.includes(userName))
      .map(({ teamId }) => ({ teamId, is: 'keeper', thinks: KEEPER_THINKS * throwOf(teamId, 'keeper') }))
  }
  const { mode, entries } = draft.sequence
  return alone.flatMap(({ teamId }): Turn[] => {
    if (byList.has(teamId)) return []
    const entry = entries.find((each) => each.teamId === teamId && each.pickStatus === 'ACTIVE')
    if (!entry) return []
    const is = `pick ${entry.sequenceNr}`
    const thinks = (0.5 + throwOf(teamId, is)) * (mode === 'free' ? FREE_THINKS : 1)
    return [{ teamId, is, thinks }]
  })
}
