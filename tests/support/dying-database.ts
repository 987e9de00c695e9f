import type { Database, Queries } from '#server/db/engine/database'

/**
 * The database of a process that is killed before or after the commit of the transaction of which `isLast` says so, when its
 * work is done: from then on nothing of that process happens.
 */
export function dyingDatabase(
  database: Database,
  when: 'before' | 'after',
  isLast: (nth: number, queries: Queries) => boolean | Promise<boolean>,
): Database {
  let isDead = false
  let count = 0
  const live = () => {
    if (isDead) throw new Error('killed')
  }
  return {
    ...database,
    transaction: async (work) => {
      live()
      const answer = await database.transaction(async (queries) => {
        const done = await work(queries)
        count += 1
        isDead ||= await isLast(count, queries)
        if (when === 'before') live()
        return done
      })
      live()
      return answer
    },
  }
}
