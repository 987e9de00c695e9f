// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The lowest floor of the server: what is set, and what a process remembers. */
const GROUND = ['contract', 'rules', 'server/settings', 'server/memory']
const STORE = [...GROUND, 'server/store/engine', 'server/store/subjects']
const DEMO = ['server/demo/simulation', 'server/demo/pool', 'server/demo/nhl', 'server/demo']

// What each layer may import, besides itself, from the ground up: a row names only rows above it. On the server every
// folder is one; the demo is a tenant, whom only the app knows. `main.tsx` wires everything of the web area.
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  rules: ['contract'],

  'server/settings': ['contract'],
  'server/memory': [],
  'server/outgoing': [],
  'server/store/engine': ['server/settings'],
  'server/build': ['server/store/engine'],
  'server/store/tables': ['contract', 'rules'],
  'server/store/subjects': [...GROUND, 'server/store/engine', 'server/store/tables'],
  'server/answers': STORE,
  'server/auth/cookies': ['server/settings', 'server/answers'],
  'server/auth/demo': [...STORE, 'server/answers', 'server/auth/cookies'],
  'server/auth/accounts': [...STORE, 'server/answers', 'server/auth/cookies'],
  'server/auth': [
    ...STORE,
    'server/outgoing',
    'server/answers',
    'server/auth/cookies',
    'server/auth/demo',
    'server/auth/accounts',
  ],
  'server/nhl': [...STORE, 'server/outgoing'],
  'server/push': [...STORE, 'server/nhl'],
  'server/corrections': STORE,
  'server/records': STORE,
  'server/draft/steps': STORE,
  'server/admin/file': ['contract', 'rules'],
  'server/season': [...STORE, 'server/nhl', 'server/answers', 'server/admin/file'],
  'server/schedule': [...STORE, 'server/nhl'],
  'server/http': [...STORE, 'server/answers', 'server/auth', 'server/records'],
  'server/live': [...STORE, 'server/answers', 'server/http'],
  'server/draft': [...STORE, 'server/draft/steps', 'server/answers', 'server/auth', 'server/http'],
  'server/routes/office': [...STORE, 'server/answers', 'server/auth', 'server/http', 'server/records', 'server/season'],
  'server/routes/owner': [
    ...STORE,
    'server/nhl',
    'server/corrections',
    'server/auth',
    'server/http',
    'server/records',
    'server/admin/file',
    'server/season',
    'server/routes/office',
  ],
  'server/routes': [
    ...STORE,
    'server/records',
    'server/corrections',
    'server/answers',
    'server/auth',
    'server/http',
    'server/push',
    'server/draft/steps',
    'server/draft',
  ],
  'server/demo/simulation': ['contract', 'rules'],
  'server/demo/pool': [...STORE, 'server/demo/simulation'],
  'server/demo/nhl': [...STORE, 'server/nhl', 'server/demo/simulation'],
  'server/demo': [...STORE, 'server/nhl', 'server/demo/simulation', 'server/demo/pool', 'server/demo/nhl'],
  'server/demo/rehearsal': [...STORE, 'server/auth', 'server/http', 'server/routes', ...DEMO],
  'server/app': [
    ...STORE,
    'server/answers',
    'server/auth',
    'server/nhl',
    'server/records',
    'server/season',
    'server/schedule',
    'server/push',
    'server/http',
    'server/live',
    'server/draft',
    'server/routes/office',
    'server/routes/owner',
    'server/routes',
    ...DEMO,
    'server/demo/rehearsal',
  ],
  'server/admin/cli': [
    ...STORE,
    'server/build',
    'server/nhl',
    'server/corrections',
    'server/auth',
    'server/admin/file',
    'server/season',
    'server/app',
  ],
  'server/reference': ['server/settings', 'server/admin/cli'],
  'server/main': ['server/build', 'server/app'],
  'server/hockey-pool': ['server/build', 'server/admin/cli', 'server/main'],

  'web/build': [],
  'web/paint': [],
  'web/ui': ['contract', 'web/paint'],
  'web/offline': ['contract'],
  'web/net': ['contract', 'web/offline'],
  'web/outbox': ['contract', 'web/offline', 'web/net'],
  'web/live': ['contract'],
  'web/sw': ['contract', 'rules', 'web/offline', 'web/net', 'web/outbox'],
  'web/data': ['contract', 'rules', 'web/offline', 'web/net', 'web/outbox', 'web/live', 'web/paint'],
  'web/features': [
    'contract',
    'rules',
    'web/data',
    'web/ui',
    'web/offline',
    'web/net',
    'web/outbox',
    'web/live',
    'web/paint',
  ],
  'web/first-frame': ['contract', 'rules', 'web/build', 'web/offline', 'web/net', 'web/ui', 'web/features'],
  'web/passkeys': ['web/build', 'web/net'],
}
const DOWNWARD = [
  'contract',
  'rules',
  'web/ui',
  'web/offline',
  'web/net',
  'web/outbox',
  'web/live',
  'web/data',
  'web/features',
]
MAY_IMPORT['web/routes'] = DOWNWARD
MAY_IMPORT['web/main'] = [...DOWNWARD, 'web/routes', 'web/first-frame']

/** `web/features/x.ts` belongs to `web/features`, `web/main.tsx` to `web/main`, `server/store/engine/x.ts` to its folder. */
const layerOf = (path: string): string => {
  const [area = '', ...steps] = path.replace(/\.tsx?$/, '').split('/')
  if (area === 'web') return `web/${steps[0]}`
  if (area === 'server') return [area, ...(steps.length === 1 ? steps : steps.slice(0, -1))].join('/')
  return area
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
const known = new Set(files)

/** What a file reaches for of ours, types too: the words it uses, and where they lead. Packages are not ours. */
const importsOf = (file: string) =>
  [...readFileSync(join('src', file), 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) => {
    if (name.startsWith('#')) return [{ name, to: name.slice(1) }]
    return name.startsWith('.') ? [{ name, to: join(file, '..', name) }] : []
  })

const imports = new Map(files.map((file) => [file, importsOf(file)]))

describe('imports point one way: contract <- rules <- server, web, and through the layers of both', () => {
  test.each(Object.keys(MAY_IMPORT))('%s', (layer) => {
    const wrong = files
      .filter((file) => layerOf(file) === layer)
      .flatMap((file) => (imports.get(file) ?? []).map((found) => ({ file, ...found })))
      .filter(({ to }) => layerOf(to) !== layer && !MAY_IMPORT[layer]?.includes(layerOf(to)))
      .map(({ file, name }) => `src/${file} imports ${name}`)
    expect(wrong).toEqual([])
  })

  test('every file belongs to a layer, and every layer imports those below it', () => {
    expect(files.filter((file) => !(layerOf(file) in MAY_IMPORT))).toEqual([])
    expect(files.length).toBeGreaterThan(20)
    const floors = Object.keys(MAY_IMPORT)
    const upward = Object.entries(MAY_IMPORT).flatMap(([layer, lower]) =>
      lower.filter((other) => floors.indexOf(other) >= floors.indexOf(layer)).map((other) => `${layer} -> ${other}`),
    )
    expect(upward).toEqual([])
  })
})

test('the build needs nothing of the tests', () => {
  const names = [...readFileSync('vite.config.ts', 'utf8').matchAll(IMPORT)].map(([, name = '']) => name)
  expect(names.filter((name) => name.includes('tests/'))).toEqual([])
  const own = names.filter((name) => name.startsWith('./')).map((name) => join(name))
  expect(own.filter((name) => !known.has(name.replace('src/', '')))).toEqual([])
})

describe('nothing goes round', () => {
  /** Between files; what leads to no file of ours (a stylesheet, a module of a plugin) is left out. */
  const edges = files.flatMap((file) =>
    (imports.get(file) ?? []).flatMap(({ to }) => {
      const found = [to, `${to}.ts`, `${to}.tsx`].find((path) => known.has(path))
      return found === undefined ? [] : [{ from: file, to: found }]
    }),
  )

  test('the imports are found', () => {
    expect(edges.length).toBeGreaterThan(files.length)
  })

  test('no pair of folders imports each other', () => {
    const pairs = new Set(edges.map(({ from, to }) => `${dirname(from)} -> ${dirname(to)}`))
    const mutual = [...pairs].filter((pair) => {
      const [from = '', to = ''] = pair.split(' -> ')
      return from < to && pairs.has(`${to} -> ${from}`)
    })
    expect(mutual).toEqual([])
  })

  test('no circle of files', () => {
    // A file that imports none of the rest, or that none imports, is on no circle.
    let left = new Set(files)
    for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
      before = left.size
      const among = edges.filter(({ from, to }) => left.has(from) && left.has(to))
      const importing = new Set(among.map(({ from }) => from))
      const imported = new Set(among.map(({ to }) => to))
      left = new Set([...left].filter((file) => importing.has(file) && imported.has(file)))
    }
    expect([...left]).toEqual([])
  })
})
