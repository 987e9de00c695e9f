import { StartRefusal } from './start-refusal.ts'

/** Names near ours that other tools read. */
const OF_OTHERS = new Set(['LOGLEVEL', 'SCHEDULER'])

/** Two wrong letters in a long name are hardly chance; in a short one they are (HOST and HOME). */
function allowedMistakes(name: string): number {
  if (name.length < 8) return 0
  return name.length < 10 ? 1 : 2
}

/**
 * A misspelt name would silently leave its setting at the default: another database, or no identity provider. If such
 * a name is needed for something else, set the right one beside it.
 */
export function refuseMisspelt(source: Record<string, string | undefined>, known: readonly string[]): void {
  const unset = known.filter((name) => !source[name])
  for (const name of Object.keys(source)) {
    if (!source[name] || known.includes(name) || OF_OTHERS.has(name)) continue
    const meant = unset.find((each) => isNear(name.toUpperCase(), each))
    if (meant) {
      throw new StartRefusal(`${name} is not a setting; did you mean ${meant}? Rename it or unset it.`)
    }
  }
}

function isNear(name: string, known: string): boolean {
  const allowed = allowedMistakes(known)
  return allowed > 0 && Math.abs(name.length - known.length) <= allowed && distance(name, known) <= allowed
}

/** How many letters are wrong, missing, added, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + differs,
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
