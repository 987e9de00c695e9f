import { getLeague, type LeagueOfCommand } from '#contract/command'
import { sameName } from '#rules/names'
import { DEMO_LEAGUE } from '../league/moving-in/file-of-league.ts'
import { type Called, type League, Refused } from './command.ts'

/** The league that is there; commands of a league's own never touch the demo's. */
export async function ownLeague(league: League): Promise<LeagueOfCommand> {
  const found = await league.call(getLeague, {})
  if (!found.isOwn) throw new Refused(DEMO_LEAGUE)
  return found
}

/** Which team a command means: by id, short name or name. */
export function teamNamed({ teams }: LeagueOfCommand, text: string): LeagueOfCommand['teams'][number] {
  const team = teams.find(
    ({ id, name, shortName }) => String(id) === text || sameName(shortName, text) || sameName(name, text),
  )
  if (!team) throw new Refused(`There is no team "${text}"; \`npm run league -- teams\` lists them.`)
  return team
}

export function printLines(
  { lines }: { readonly lines: readonly string[] },
  { terminal }: Pick<Called, 'terminal'>,
): void {
  for (const line of lines) terminal.say(line)
}
