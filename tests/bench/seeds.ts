import { inspect } from 'node:util'

/** Where the servers of a draft run. */
export const processesOn = process.env.TEST_DATABASE_URL
export const engine = processesOn ? 'two processes on PostgreSQL' : 'one process on the embedded database'

/** SEEDS=20 plays so many, SEED=7 that one alone. */
export const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, index) => index + 1)

/** One after the other; one that fails does not keep the others from being played. */
export async function playSeeds<T>(play: (seed: number) => Promise<T>): Promise<{ played: T[]; failed: string[] }> {
  const played: T[] = []
  const failed: string[] = []
  for (const seed of seeds) {
    try {
      played.push(await play(seed))
      process.stdout.write(`Seed ${seed} passed\n`)
    } catch (error) {
      failed.push(`seed ${seed} (run again with SEED=${seed}): ${inspect(error)}`)
      process.stdout.write(`${failed.at(-1)}\n`)
    }
  }
  return { played, failed }
}

/** What was counted in all of them, in words. */
export const added = (all: readonly Readonly<Record<string, number>>[]): string => {
  const sums: Record<string, number> = {}
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  return Object.entries(sums)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}
