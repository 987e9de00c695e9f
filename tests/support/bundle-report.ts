import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { REPORT, type Report } from '#web/build/bundle-report'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface FirstScreenFile {
  readonly file: string
  readonly gzipBytes: number
  /** Its bytes shared out by what it is made of: by length before compression, so roughly. */
  readonly parts: ReadonlyMap<string, number>
}

const readReport = (): Report => JSON.parse(readFileSync(REPORT, 'utf8'))

const withImports = (files: readonly string[], report: Report, found = new Set<string>()): Set<string> => {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    withImports(report[file]?.imports ?? [], report, found)
  }
  return found
}

const firstFiles = (report: Report): Set<string> => {
  const html = readFileSync(`${root}dist/web/index.html`, 'utf8')
  const page = [...html.matchAll(/(?:src|href|data-app)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  return withImports(page, report)
}

const gzipBytesOf = (file: string): number => gzipSync(readFileSync(`${root}dist/web/${file}`), { level: 9 }).length

/** `player` of `src/web/features/player/player-view.tsx`. */
const nameOf = (screen: string): string => basename(screen, '-view.tsx')

export interface LazyScreen {
  readonly name: string
  /** What must arrive, beyond the first screen's files, before it is drawn. */
  readonly gzipBytes: number
  /** With what it asks for later: a chart, a dialog, a channel. */
  readonly gzipBytesInAll: number
  readonly libraries: ReadonlySet<string>
}

/** The screens that come when they are asked for, the largest first. */
export const lazyScreens = (): LazyScreen[] => {
  const report = readReport()
  const first = firstFiles(report)
  const beyond = (files: Iterable<string>) => [...files].filter((file) => !first.has(file))
  const reached = (files: readonly string[]): string[] => {
    const later = files.flatMap((file) => report[file]?.lazyImports ?? [])
    const all = beyond(withImports([...files, ...later], report))
    return all.length === files.length ? all : reached(all)
  }
  const size = (files: readonly string[]) => files.reduce((sum, file) => sum + gzipBytesOf(file), 0)
  return beyond(Object.keys(report))
    .flatMap((file) => {
      const screens = report[file]?.screens ?? []
      if (screens.length === 0) return []
      const now = beyond(withImports([file], report))
      const all = reached(now)
      const libraries = new Set(all.flatMap((each) => Object.keys(report[each]?.parts ?? {})))
      return screens.map((screen) => ({
        name: nameOf(screen),
        gzipBytes: size(now),
        gzipBytesInAll: size(all),
        libraries,
      }))
    })
    .sort((one, other) => other.gzipBytesInAll - one.gzipBytesInAll)
}

/** Every script that must have arrived before a member sees the standings: the page's own, the screen's, and what they import. */
export const firstScreen = (): FirstScreenFile[] => {
  const report = readReport()
  return [...firstFiles(report)].map((file) => {
    const gzipBytes = gzipBytesOf(file)
    const parts = Object.entries(report[file]?.parts ?? { 'our web/first-frame': 1 })
    const total = parts.reduce((sum, [, length]) => sum + length, 0) || 1
    return { file, gzipBytes, parts: new Map(parts.map(([part, length]) => [part, (gzipBytes * length) / total])) }
  })
}

export const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

/** Each script of the build with its bytes, uncompressed. */
export const buildScripts = (): Map<string, number> =>
  new Map(Object.keys(readReport()).map((file) => [file, statSync(`${root}dist/web/${file}`).size]))

/** How many files an installed app keeps, as its worker lists them. */
export const countPrecached = (): number =>
  readFileSync(`${root}dist/web/sw.js`, 'utf8').match(/"?revision"?:/g)?.length ?? 0
