import type { FileTeam } from '../league-file/league-file.ts'
import type { KeptTeam } from '../store/setup-league.ts'

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The team that the file means: by its short name, or by its name where a member has changed the short one. */
export const findTeam = <T extends Pick<KeptTeam, 'name' | 'shortName'>>(
  teams: readonly T[],
  { name, shortName }: Pick<FileTeam, 'name' | 'shortName'>,
): T | undefined => teams.find((team) => same(team.shortName, shortName)) ?? teams.find((team) => same(team.name, name))
