import { groupBy } from '#rules/group-by'
import { folded } from '#rules/names'
import type { Queries } from '../../db/engine/database.ts'
import type { ImportRun } from '../../nhl/import/import-run.ts'
import { type FoundPlayer, isOfOnePage, type NhlSource, SourceRefusal, SourceUnavailable } from '../../nhl/source.ts'
import { namedPlayer } from '../file/check-rosters.ts'
import type { FilePlayer, Problem } from '../file/league-file.ts'
import { problemLine, refuseProblems } from './file-of-league.ts'
import { allPlayers, type KnownPlayer } from './setup-league.ts'
import { refusedBecause } from './step.ts'

const lastWord = (name: string): string => folded(name).split(' ').at(-1) ?? ''

const describe = ({ id, name, position, club }: KnownPlayer): string =>
  `${id} ${name} (${position}, ${club ?? 'no club'})`

/** An id that no player here has, and where the file has it. */
export interface UnknownPlayer {
  readonly id: number
  readonly line: number
}

/** Finds the players whom a league file means. */
export class PlayerNames {
  readonly #players: readonly KnownPlayer[]
  readonly #byId: ReadonlyMap<number, KnownPlayer>
  readonly #byName: ReadonlyMap<string, readonly KnownPlayer[]>

  constructor(players: readonly KnownPlayer[]) {
    this.#players = players
    this.#byId = new Map(players.map((player) => [player.id, player]))
    this.#byName = groupBy(players, ({ name }) => folded(name))
  }

  /** The player, or a sentence that says what to write; null for an id that no player has. */
  find(wanted: FilePlayer['player']): KnownPlayer | string | null {
    if ('id' in wanted) {
      const known = this.#byId.get(wanted.id) ?? null
      // First names have short forms.
      const isOther = known && wanted.name !== null && lastWord(wanted.name) !== lastWord(known.name)
      return isOther ? `The id and the name are of two players: ${describe(known)} is not ${wanted.name}.` : known
    }
    const { name, club } = wanted
    const named = this.#byName.get(folded(name)) ?? []
    const fitting = club === null ? named : named.filter((player) => player.club === club)
    const [only] = fitting
    if (only && fitting.length === 1) return only
    if (fitting.length > 1) {
      return `${fitting.length} players are called ${name}: ${fitting.map(describe).join(', ')}; write the id of the one you mean.`
    }
    const near = named.length > 0 ? named : this.#players.filter((player) => lastWord(player.name) === lastWord(name))
    const whom = club === null ? name : `${name}, ${club}`
    if (near.length === 0) return `No player is called ${whom}; write the name as the NHL does, or the player's NHL id.`
    return `No player is ${whom}; did you mean ${near.slice(0, 5).map(describe).join(' or ')}?`
  }
}

/** Whom a command means, by NHL id, name, or name and club as in a league file. */
export async function playerNamed(queries: Queries, text: string): Promise<number> {
  const names = new PlayerNames(await allPlayers(queries))
  const found = names.find(
    /^\d+$/.test(text.trim()) ? { id: Number(text), name: null, position: null } : namedPlayer(text),
  )
  if (found === null || typeof found === 'string') throw refusedBecause(found ?? `No player has the NHL id ${text}.`)
  return found.id
}

/** Looks up players that no import has brought, at the NHL or in the table files: retired, or in other leagues. */
export async function findUnknownPlayers(
  unknown: readonly UnknownPlayer[],
  openSource: () => Promise<NhlSource>,
  report: ImportRun['report'],
): Promise<Map<number, FoundPlayer>> {
  const unknownAt = ({ id, line }: UnknownPlayer): Problem => ({
    line,
    sentence: `No player here has the NHL id ${id}; mend it, or say who it is: { id: ${id}, name: ..., position: C }`,
  })
  const found = new Map<number, FoundPlayer>()
  const problems: Problem[] = []
  try {
    const source = await openSource()
    for (const one of unknown) {
      report?.(found.size / unknown.length, `player ${one.id}`)
      try {
        // What of their seasons cannot be read, the next import asks for again.
        found.set(one.id, await source.player(one.id, () => {}))
      } catch (error) {
        if (!isOfOnePage(error)) throw error
        const { line, sentence } = unknownAt(one)
        problems.push({ line, sentence: `${sentence}. ${error.message}` })
      }
    }
  } catch (error) {
    if (error instanceof SourceRefusal) throw refusedBecause(error.message)
    if (!(error instanceof SourceUnavailable)) throw error
    throw refusedBecause([...unknown.map((one) => problemLine(unknownAt(one))), error.message].join('\n'))
  }
  refuseProblems(problems)
  return found
}
