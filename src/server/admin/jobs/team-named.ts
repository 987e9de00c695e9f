import { sameName } from '#rules/names'
import type { Queries } from '../../store/engine/database.ts'
import { teamNames } from '../../store/subjects/teams.ts'
import { JobRefusal } from './job-context.ts'

/** Which team a command means: by id, short name or name. */
export async function teamNamed(queries: Queries, text: string): Promise<number> {
  const all = await teamNames(queries)
  const team = all.find(
    ({ id, name, shortName }) => String(id) === text || sameName(shortName, text) || sameName(name, text),
  )
  if (!team) throw new JobRefusal(`There is no team "${text}"; \`npm run league -- teams\` lists them.`)
  return team.id
}
