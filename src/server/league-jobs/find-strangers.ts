import type { Problem } from '../league-file/league-file.ts'
import type { FoundPlayer } from '../nhl/source.ts'
import { SourceRefusal, SourceUnavailable } from '../nhl/source-error.ts'
import { problemLine } from './file-of-job.ts'
import { openSource } from './import-statistics.ts'
import type { JobOf } from './job.ts'
import type { UnknownPlayer } from './player-names.ts'
import { JobRefusal, type Workplace } from './workplace.ts'

/** Asks the NHL, or the table files, for players whom no import has brought: retired, or in other leagues. */
export async function findStrangers(
  unknown: readonly UnknownPlayer[],
  job: Pick<JobOf<'season'>, 'from'>,
  workplace: Workplace,
): Promise<Map<number, FoundPlayer>> {
  const remedy = (id: number) => `mend the id, or say who it is: { id: ${id}, name: ..., position: C }`
  const found = new Map<number, FoundPlayer>()
  const problems: Problem[] = []
  try {
    const source = await openSource(job, workplace)
    for (const { id, line } of unknown) {
      workplace.progress(found.size / unknown.length, `player ${id}`)
      try {
        found.set(id, await source.player(id))
      } catch (error) {
        if (!(error instanceof SourceRefusal)) throw error
        problems.push({
          line,
          sentence: `Nobody here has the NHL id ${id}, and ${source.name} cannot help (${error.message}); ${remedy(id)}`,
        })
      }
    }
  } catch (error) {
    if (error instanceof SourceRefusal) throw new JobRefusal(error.message)
    if (!(error instanceof SourceUnavailable)) throw error
    const lines = unknown.map(({ id, line }) =>
      problemLine({ line, sentence: `Nobody here has the NHL id ${id}; ${remedy(id)}` }),
    )
    throw new JobRefusal([...lines, `They could not be asked for: ${error.message}`].join('\n'))
  }
  if (problems.length > 0) throw new JobRefusal(problems.map(problemLine).join('\n'))
  return found
}
