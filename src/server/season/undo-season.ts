import type { PlanLine } from '#contract/next-season'
import { seasonName } from '#rules/calendar'
import type { Queries } from '../store/engine/database.ts'
import type { CurrentLeague } from '../store/subjects/league.ts'
import { type DoneInSeason, doneIn, findStart, removeStart } from '../store/subjects/season-start.ts'

export interface PlannedUndo {
  readonly previousId: number
  readonly startedAt: Date
  readonly byName: string | null
  /** For which it is refused. */
  readonly done: readonly string[]
  readonly lines: readonly PlanLine[]
  run(): Promise<void>
}

/** Goes back to the season before, as it was; null where the present one was not started here. */
export async function planUndo(queries: Queries, { seasonId }: CurrentLeague): Promise<PlannedUndo | null> {
  const start = await findStart(queries, seasonId)
  if (!start) return null
  const { previousId, startedAt, byName, before } = start
  const back = [
    ...(before.carts.length > 0 ? ['the carts'] : []),
    ...(before.members.length > 0 ? ['the teams that retired'] : []),
  ]
  return {
    previousId,
    startedAt,
    byName,
    done: inWords(await doneIn(queries, start)),
    lines: [
      { kind: 'gone', text: `season ${seasonName(seasonId)}, with its schedule, its teams' cash and its draft boxes` },
      { kind: 'changed', text: `season ${seasonName(previousId)} is on again, and its final standings are open` },
      ...(before.newTeams.length > 0
        ? [{ kind: 'gone' as const, text: `teams that were new: ${before.newTeams.length}` }]
        : []),
      ...(back.length > 0 ? [{ kind: 'new' as const, text: `${back.join(' and ')} are back` }] : []),
    ],
    run: () => removeStart(queries, start),
  }
}

const WORDS: { readonly [What in keyof DoneInSeason]: readonly [one: string, many: string] } = {
  picks: ['pick', 'picks'],
  keepers: ['keeper', 'keepers'],
  logged: ["entry in the draft's log", "entries in the draft's log"],
  trades: ['trade', 'trades'],
  corrections: ['correction', 'corrections'],
  lineups: ['change of a lineup', 'changes of lineups'],
  lines: ['imported line', 'imported lines'],
  tags: ['tag', 'tags'],
  pickLists: ['pick list', 'pick lists'],
  inCarts: ['player in a cart', 'players in carts'],
  newMembers: ['member of a new team', 'members of new teams'],
  newTeams: ['team that joined since', 'teams that joined since'],
}

const inWords = (done: DoneInSeason): string[] =>
  Object.entries(WORDS).flatMap(([what, [one, many]]) => {
    const count = Object.entries(done).find(([key]) => key === what)?.[1] ?? 0
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]
  })

export const undoRefusal = (done: readonly string[]): string =>
  `The season has begun, so its start can no longer be undone: ${done.join(', ')}.`
