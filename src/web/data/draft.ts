import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import {
  type DraftBox,
  type DraftBoxPlayer,
  type DraftedPlayer,
  getDraftBoxes,
  getDraftedPlayers,
  getDraftTeams,
  getKeeper,
  getKeeperBoxes,
  getKeepersStatus,
  getLastDrafted,
  getPickSequence,
  type Keeper,
} from '#contract/draft'
import type { User } from '#contract/user'
import { hasRole } from '#rules/roles'
import { callQuery, readMaybe, readQuery, readThrough } from './call-query.ts'

// During a draft everything is stale as soon as it has arrived.
const FRESH_MS = 0
/** The teams change with the league, not with a pick. */
const TEAMS_FRESH_MS = 5 * 60_000

/** The board; with a team, which only premium members ask for, its tags too. */
export const draftBoxes = (teamId?: number) =>
  readQuery(
    ['draft-boxes', teamId ?? null],
    async (context) => {
      const known = madePicks(context.client)
      const boxes = await readThrough(context, getDraftBoxes, { query: { teamId } })
      // The answer may be older than the picks that were announced while it was under way.
      return withPicks(
        boxes,
        madePicks(context.client).filter((pick) => !known.includes(pick)),
      )
    },
    FRESH_MS,
  )
/** Tags belong to a team: premium members ask for the board with theirs. */
export const boardOf = (user: User) =>
  draftBoxes(hasRole(user, 'premium') && user.teamId != null ? user.teamId : undefined)

/**
 * The answer, unless the channel pushed the subject while it was under way: the answer may be older than the message,
 * which stays until the next fetch (`applyLiveMessage`).
 */
const unlessPushed = async <T>({ client, queryKey }: QueryFunctionContext, ask: () => Promise<T>): Promise<T> => {
  const startedAt = Date.now()
  const known = client.getQueryState(queryKey)?.dataUpdateCount
  const answer = await ask()
  const shown = client.getQueryState<T>(queryKey)
  // A stored answer shown in the meantime does not count: it is older.
  const isPushed = shown !== undefined && shown.dataUpdateCount !== known && shown.dataUpdatedAt >= startedAt
  return isPushed && shown.data !== undefined ? shown.data : answer
}

export const pickSequence = () =>
  readQuery(
    ['pick-sequence'],
    (context) => unlessPushed(context, () => readThrough(context, getPickSequence, {})),
    FRESH_MS,
  )
/** Null before the first pick. */
export const lastDrafted = () =>
  readQuery(
    ['last-drafted'],
    (context) => unlessPushed(context, () => readMaybe(context, getLastDrafted, {})),
    FRESH_MS,
  )
export const draftedPlayers = () =>
  callQuery(['drafted-players'], getDraftedPlayers, { query: { drafted: true } }, FRESH_MS)
export const draftTeams = () => callQuery(['draft-teams'], getDraftTeams, {}, TEAMS_FRESH_MS)

export const keeperBoxes = () => callQuery(['keeper-boxes'], getKeeperBoxes, {}, FRESH_MS)
export const keepersStatus = () => callQuery(['keepers-status'], getKeepersStatus, {}, FRESH_MS)
/** The team's keepers; null while none is chosen. */
export const keepers = (teamId: number) =>
  readQuery(['keepers', teamId], (context) => readMaybe(context, getKeeper, { params: { teamId } }), FRESH_MS)

/** A league has one keeper per team, the one with the first index (spec, section 4). */
export const keeperOf = (answer: Keeper | readonly Keeper[] | null | undefined): Keeper | null => {
  const all = answer && 'player' in answer ? [answer] : (answer ?? [])
  return all.find(({ keeperIndex }) => keeperIndex === 1) ?? null
}

/** A draft's subjects by the first part of their keys: what a pick or an action of an admin may have changed. */
export const DRAFT_SUBJECTS = [
  'draft-boxes',
  'pick-sequence',
  'last-drafted',
  'drafted-players',
  'draft-room',
  'draft-log',
  'pick-list',
] as const

/** Whether `next` is a later pick than the one on screen; a message may come after the answer that knew more. */
export const isLaterPick = (next: DraftedPlayer, shown: DraftedPlayer | null | undefined): boolean =>
  !shown || Date.parse(next.draftedAt) >= Date.parse(shown.draftedAt)

/** A pick that the server has announced, by a message or in an answer. */
export type MadePick = Pick<DraftedPlayer, 'playerId' | 'teamId' | 'teamShortName'>

const MADE_PICKS_KEY = ['made-picks']

/** In the order in which they became known, since the app was started. */
const madePicks = (client: QueryClient): readonly MadePick[] =>
  client.getQueryData<readonly MadePick[]>(MADE_PICKS_KEY) ?? []

export const keepMadePick = (client: QueryClient, pick: MadePick): void => {
  client.setQueryData<readonly MadePick[]>(MADE_PICKS_KEY, [...madePicks(client), pick])
}

/** The board with what changes of its players, null for nothing. Boxes in which nothing does stay the same. */
export const changePlayers = (
  boxes: readonly DraftBox[],
  changeOf: (player: DraftBoxPlayer) => Partial<DraftBoxPlayer> | null,
): DraftBox[] =>
  boxes.map((box) => {
    const changes = box.players.map(changeOf)
    if (changes.every((change) => change === null)) return box
    return { ...box, players: box.players.map((player, at) => (changes[at] ? { ...player, ...changes[at] } : player)) }
  })

/** Forgets a pick that was taken back, and shows the player free. */
export const dropMadePick = (client: QueryClient, playerId: number): void => {
  const kept = madePicks(client).filter((pick) => pick.playerId !== playerId)
  client.setQueryData<readonly MadePick[]>(MADE_PICKS_KEY, kept)
  const isFree = { teamId: null, teamShortName: null, isDrafted: false }
  client.setQueriesData<DraftBox[]>(
    { queryKey: ['draft-boxes'] },
    (boxes) => boxes && changePlayers(boxes, (player) => (player.playerId === playerId ? isFree : null)),
  )
}

export const withPicks = (boxes: readonly DraftBox[], picks: readonly MadePick[]): DraftBox[] => {
  const made = new Map(picks.map((pick) => [pick.playerId, pick]))
  return changePlayers(boxes, ({ playerId }) => {
    const pick = made.get(playerId)
    return pick ? { teamId: pick.teamId, teamShortName: pick.teamShortName, isDrafted: true } : null
  })
}
