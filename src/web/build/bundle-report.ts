import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const REPORT = `${root}dist/bundle.json`

interface Chunk {
  /** Chunks that the browser must have before this one runs. */
  imports: string[]
  /** Chunks that it asks for when they are needed. */
  lazyImports: string[]
  /** The screens in it: source files that a route loads. */
  screens: string[]
  /** Rendered characters by library; our own code by area. */
  parts: Record<string, number>
}
export type Report = Record<string, Chunk>

/** `react-dom` of `.../node_modules/react-dom/...`, `our web/ui` of `src/web/ui/...`. */
const partOf = (module: string): string => {
  const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? []
  if (library) return library
  const [, area] = /\/src\/(web\/[^/.]+|\w+)/.exec(module) ?? []
  return area ? `our ${area}` : "the bundler's own"
}

/** Writes down, beside the build, what each of its files is made of. */
export const bundleReport = (): Plugin => ({
  name: 'pool-bundle-report',
  apply: 'build',
  writeBundle(_options, bundle) {
    const report: Report = {}
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue
      const parts: Record<string, number> = {}
      for (const [id, { renderedLength }] of Object.entries(output.modules)) {
        parts[partOf(id)] = (parts[partOf(id)] ?? 0) + renderedLength
      }
      report[output.fileName] = {
        imports: output.imports,
        lazyImports: output.dynamicImports,
        screens: output.moduleIds.map((id) => relative(root, id)).filter((id) => id.endsWith('-view.tsx')),
        parts,
      }
    }
    mkdirSync(dirname(REPORT), { recursive: true })
    writeFileSync(REPORT, JSON.stringify(report))
  },
})
