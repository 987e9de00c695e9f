import { errorSentences } from '#contract/errors'
import { checkTeamNames, sameName } from '#rules/names'
import { isRefusal } from '#rules/refusal'
import { amount } from '#rules/words'
import type { FileTeam, LeagueFile, Problem } from '../file/league-file.ts'
import { problemLine } from './file-of-league.ts'
import type { KeptTeam } from './setup-league.ts'
import { refusedBecause } from './step.ts'

/** A team of the file, and the league's team that it means. */
export interface TeamOfFile {
  readonly team: FileTeam
  readonly id: number
  /** Null: it is new. */
  readonly kept: KeptTeam | null
}

export const describeTeam = ({ id, name, shortName }: KeptTeam): string => `${id} ${shortName} (${name})`

/** As the file has them, ready to be put there. */
export const teamLine = ({ id, name, shortName }: KeptTeam, cashCents = 0): string => {
  const cash = cashCents === 0 ? '' : `, cash: ${amount(cashCents)}`
  return `  - { id: ${id}, name: ${JSON.stringify(name)}, short: ${JSON.stringify(shortName)}${cash} }`
}

/**
 * Which teams the file means: by id, whatever they are called; without an id by short name or name, if that can only
 * mean one team, since members rename their teams. A new team gets its id here.
 */
export function teamsOfFile({ teams }: Pick<LeagueFile, 'teams'>, kept: readonly KeptTeam[]): TeamOfFile[] {
  const claimed = new Set(teams.map(({ id }) => id))
  const free = kept.filter(({ id }) => !claimed.has(id))
  const meant = (team: FileTeam): readonly KeptTeam[] =>
    team.id === null
      ? free.filter((each) => sameName(each.shortName, team.shortName) || sameName(each.name, team.name))
      : kept.filter(({ id }) => id === team.id)
  const problems: Problem[] = []
  const found: TeamOfFile[] = []
  let newId = Math.max(0, ...[...kept, ...teams].map(({ id }) => id ?? 0))
  for (const team of teams) {
    const [one, ...others] = meant(team)
    const rivals = teams.filter((each) => each !== team && meant(each).some((other) => other === one))
    const tell = (sentence: string) =>
      problems.push({ line: team.line, sentence: `Team ${team.shortName} (${team.name}) ${sentence}` })
    if (one && others.length > 0) {
      tell(`can be ${[one, ...others].map(describeTeam).join(' or ')}; write the id of the one that is meant.`)
    } else if (one && rivals.length > 0) {
      const lines = rivals.map(({ line }) => line).join(' and ')
      tell(`can be ${describeTeam(one)}, and so can that of line ${lines}; write the ids.`)
    } else if (!one) {
      const names = checkTeamNames(team, kept)
      if (isRefusal(names)) tell(`would be a new team. ${errorSentences[names.refused]}`)
    }
    found.push({ team, id: one?.id ?? team.id ?? ++newId, kept: one ?? null })
  }
  if (problems.length > 0) {
    throw refusedBecause(
      [...problems.map(problemLine), 'The teams of the league are:', ...kept.map((each) => teamLine(each))].join('\n'),
    )
  }
  return found
}

/** What the file says about existing teams and no command applies: members rename teams, and cash is played for. */
export const ignoredOfTeams = (teams: readonly TeamOfFile[], startingCash: ReadonlyMap<number, number>): string[] =>
  teams.flatMap(({ team, kept }) => {
    if (!kept) return []
    const began = startingCash.get(kept.id)
    return [
      ...(kept.name === team.name && kept.shortName === team.shortName
        ? []
        : [
            `Team ${kept.id} stays ${kept.shortName} (${kept.name}); the file calls it ${team.shortName} (${team.name}).`,
          ]),
      ...(began === undefined || began === team.cashCents
        ? []
        : [
            `Team ${kept.id} began the season with ${amount(began)} in cash, which stays; the file says ${amount(team.cashCents)}.`,
          ]),
    ]
  })
