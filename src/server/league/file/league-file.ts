import { type Document, isMap, isNode, isScalar, type LineCounter, type Node } from 'yaml'
import type { LeagueConstants } from '#contract/limits'
import type { Instant, LeagueDay, SeasonDates } from '#rules/calendar'
import type { Cents, Interval } from '#rules/money'
import { characterCount, sameName, tidy, truncate, unshowable } from '#rules/names'
import type { Position } from '#rules/positions'
import type { Role } from '#rules/roles'

/** A checked league file. Lines are kept for problems that only show later, against the database. */
export interface LeagueFile {
  readonly name: string
  readonly timeZone: string
  /** Whether people may read along who log in without being members. */
  readonly guestsRead: boolean
  readonly tonightPremium: boolean
  readonly season: FileSeason
  /** What differs from the defaults. */
  readonly constants: Partial<Record<Exclude<keyof LeagueConstants, 'timeZone'>, number>>
  readonly teams: readonly FileTeam[]
  readonly members: readonly FileMember[]
  readonly lastSeason: LastSeason | null
  readonly soFar: SoFar | null
}

export interface FileSeason {
  /** As the NHL writes it: 20262027. */
  readonly id: number
  readonly firstDay: LeagueDay
  readonly lastDay: LeagueDay
  readonly dates: SeasonDates
}

export interface FileTeam {
  /** The league's own number of the team, whatever it is called; null where the file goes by its names. */
  readonly id: number | null
  readonly name: string
  readonly shortName: string
  readonly cashCents: number
  readonly line: number
}

export interface FileMember {
  readonly userName: string
  readonly displayName: string
  readonly email: string | null
  readonly subject: string | null
  /** The short name as the team has it. */
  readonly team: string | null
  readonly roles: readonly Role[]
  readonly line: number
}

export interface LastSeason extends FileSeason {
  readonly rosters: readonly { readonly team: string; readonly players: readonly FilePlayer[] }[]
}

/** By the NHL's id; name and position are for a player who is in no roster and no statistics. */
export interface PlayerById {
  readonly id: number
  readonly name: string | null
  readonly position: Position | null
}

export interface FilePlayer {
  readonly player: PlayerById | { readonly name: string; readonly club: string | null }
  /** Null: drafted. */
  readonly boughtAt: Instant | null
  readonly line: number
}

/** Of a player in the season that is under way. */
export interface HeldPlayer extends FilePlayer {
  readonly price: Cents
  readonly scratched: readonly Interval[]
  readonly sold: { readonly at: Instant; readonly price: Cents } | null
}

/** A season that was begun elsewhere: cash is what the teams of the file have. */
export interface SoFar {
  readonly rosters: readonly { readonly team: string; readonly players: readonly HeldPlayer[] }[]
  /** In the order of their days; the totals by the short names of the teams. */
  readonly standings: readonly {
    readonly day: LeagueDay
    readonly totals: ReadonlyMap<string, Cents>
    readonly line: number
  }[]
}

/** What is wrong with a file, in a sentence that says what to do. */
export interface Problem {
  readonly line: number
  readonly sentence: string
}

/** Why a text is not a name, in a sentence; null if it is one. */
export function nameFault(text: string): string | null {
  if (tidy(text) === '') return 'The name is empty; write one, or leave its line out.'
  const has = unshowable(text)
  return has === null ? null : `"${text.replaceAll(/\p{C}/gu, '')}" has ${has}; type it again.`
}

const LONGEST_QUOTE = 60

export const tooLong = (text: string, max: number): string => {
  const shown = truncate(text, LONGEST_QUOTE)
  return `"${shown === text ? text : `${shown}...`}" has ${characterCount(tidy(text))} letters, ${max} at most`
}

/** The team with this short name, as `sameName` has it. */
export const teamNamed = (teams: readonly FileTeam[], short: string): FileTeam | undefined =>
  teams.find(({ shortName }) => sameName(shortName, short))

export const listTeams = (teams: readonly FileTeam[]): string => teams.map(({ shortName }) => shortName).join(', ')

export type Path = readonly (string | number)[]

/** Notes what is wrong at a place. */
export type Tell = (path: Path, sentence: string) => void

/** What each part of a file is checked with. */
export interface Check {
  readonly teams: readonly FileTeam[]
  readonly constants: LeagueConstants
  readonly tell: Tell
  readonly line: (path: Path) => number
}

/** Where things stand in the text. */
export class Places {
  readonly #document: Document
  readonly #lines: LineCounter

  constructor(document: Document, lines: LineCounter) {
    this.#document = document
    this.#lines = lines
  }

  /** The line of the value at the path, or of the nearest thing around it. */
  line(path: Path): number {
    for (let length = path.length; length > 0; length--) {
      const at = this.#offset(path.slice(0, length))
      if (at !== null) return this.#lines.linePos(at).line
    }
    return 1
  }

  #offset(path: Path): number | null {
    // A key has its own line; its list may begin on the next.
    const parent: unknown = path.length > 1 ? this.#document.getIn(path.slice(0, -1), true) : this.#document.contents
    if (isMap(parent)) {
      const key = String(path.at(-1))
      const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      if (pair && isScalar(pair.key)) return startOf(pair.key)
    }
    const node = this.#document.getIn(path, true)
    return isNode(node) ? startOf(node) : null
  }
}

const startOf = (node: Node): number | null => node.range?.[0] ?? null
