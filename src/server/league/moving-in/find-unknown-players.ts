import type { ImportRun } from '../../nhl/import/import-run.ts'
import type { FoundPlayer, NhlSource } from '../../nhl/source.ts'
import { isOfOnePage, SourceRefusal, SourceUnavailable } from '../../nhl/source-error.ts'
import type { Problem } from '../file/league-file.ts'
import { problemLine } from './file-of-league.ts'
import type { UnknownPlayer } from './player-names.ts'
import { refusedBecause } from './step.ts'

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
  if (problems.length > 0) throw refusedBecause(problems.map(problemLine).join('\n'))
  return found
}
