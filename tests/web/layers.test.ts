// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// What each layer may import, besides itself. `main.tsx` wires everything and may import anything of the web area.
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  rules: ['contract'],
  server: ['contract', 'rules'],
  'web/sw': ['contract', 'rules', 'web/offline'],
  'web/after-paint': [],
  'web/ui': ['contract', 'web/after-paint'],
  'web/offline': ['contract'],
  'web/live': ['contract'],
  'web/first-frame': ['contract', 'rules', 'web/offline', 'web/ui', 'web/features'],
  'web/data': ['contract', 'rules', 'web/offline', 'web/live', 'web/after-paint'],
  'web/features': ['contract', 'rules', 'web/data', 'web/ui', 'web/offline', 'web/live', 'web/after-paint'],
}
const DOWNWARD = ['contract', 'rules', 'web/ui', 'web/offline', 'web/live', 'web/data', 'web/features']
MAY_IMPORT['web/routes'] = DOWNWARD
MAY_IMPORT['web/main'] = [...DOWNWARD, 'web/routes', 'web/first-frame']

/** `web/features/x.ts` belongs to `web/features`, `web/main.tsx` to `web/main`, `rules/x.ts` to `rules`. */
const layerOf = (path: string): string => {
  const [area = '', part = ''] = path.split('/')
  return area === 'web' ? `web/${part.replace(/\.tsx?$/, '')}` : area
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g

/** The layers that a file reaches for, with the words it uses. Packages are not our layers. */
const importsOf = (file: string) =>
  [...readFileSync(join('src', file), 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) => {
    if (name.startsWith('#')) return [{ name, layer: layerOf(name.slice(1)) }]
    return name.startsWith('.') ? [{ name, layer: layerOf(join(file, '..', name)) }] : []
  })

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

describe('imports point one way: contract <- rules <- server, and through the layers of the web area', () => {
  test.each(Object.keys(MAY_IMPORT))('%s', (layer) => {
    const wrong = files
      .filter((file) => layerOf(file) === layer)
      .flatMap((file) => importsOf(file).map((found) => ({ file, ...found })))
      .filter(({ layer: to }) => to !== layer && !MAY_IMPORT[layer]?.includes(to))
      .map(({ file, name }) => `src/${file} imports ${name}`)
    expect(wrong).toEqual([])
  })

  test('every file belongs to a layer', () => {
    expect(files.filter((file) => !(layerOf(file) in MAY_IMPORT))).toEqual([])
    expect(files.length).toBeGreaterThan(20)
  })
})
