import type { Queries } from '../../store/engine/database.ts'
import type { JobContext } from './job-context.ts'

/** One transaction. What is said in it is heard once it has been committed: until then nothing is done. */
export async function sayWhenDone<Done>(
  { database, say }: Pick<JobContext, 'database' | 'say'>,
  work: (queries: Queries, say: JobContext['say']) => Promise<Done>,
): Promise<Done> {
  const said: string[] = []
  const done = await database.transaction((queries) => work(queries, (line) => void said.push(line)))
  for (const line of said) say(line)
  return done
}
