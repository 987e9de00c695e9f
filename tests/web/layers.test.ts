// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const under = (area: string) => (names: string) => names.split(' ').map((name) => `${area}/${name}`)
const server = under('server')
const league = under('server/league')
const web = under('web')

const WORDS = ['contract', 'rules']
/** What the server is set to, its database, and how it words an answer. */
const DATABASE = [...WORDS, ...server('settings db/engine db/tables db')]
const GROUND = [...DATABASE, ...server('http/answers league')]
/** What a subject of the league needs to serve its calls: the limits on requests are no matter of its own. */
const CALLS = [...GROUND, 'server/http']
const DEMO = server('demo/simulation demo/pool demo/nhl demo')
const LEAGUE = [
  ...league('corrections players standings team tonight trading draft pick-list records messages history'),
  ...league('moving-in office season'),
]

// What each layer may import, besides itself, from the ground up: a row names only rows above it. On the server every
// folder is one; the demo is a tenant, which only the app knows. `main.tsx` wires everything of the web area.
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  rules: ['contract'],

  'server/settings': ['contract'],
  'server/db/engine': server('settings'),
  'server/db/tables': WORDS,
  'server/db': ['contract', ...server('settings db/engine')],
  'server/build': server('settings db/engine'),
  'server/http/answers': WORDS,
  'server/http/limits': server('settings http/answers'),
  'server/league': [...DATABASE, ...server('http/answers')],
  'server/db/backup': [...DATABASE, ...server('league')],
  'server/http': [...GROUND, ...server('http/limits')],
  'server/login/cookies': server('settings http/answers'),
  'server/login/store': DATABASE,
  'server/login/accounts': [...CALLS, ...server('http/limits login/cookies login/store')],
  'server/login': [...CALLS, ...server('login/cookies login/store login/accounts')],
  'server/live': [...CALLS, ...server('http/limits')],
  'server/nhl/store': [...DATABASE, ...server('league')],
  'server/nhl': [...WORDS, ...server('http/answers nhl/store')],
  'server/nhl/api': [...WORDS, ...server('http/answers nhl/store nhl')],
  'server/nhl/files': [...WORDS, ...server('nhl/store nhl')],
  'server/nhl/import': [...DATABASE, ...server('http/limits league nhl/store nhl')],

  'server/league/corrections': CALLS,
  'server/league/players': [...CALLS, ...server('nhl/store')],
  'server/league/standings': [...CALLS, ...server('nhl/store'), ...league('corrections')],
  'server/league/team': [...CALLS, ...league('corrections players standings')],
  'server/league/tonight': [...CALLS, ...server('nhl/store'), ...league('standings')],
  'server/league/trading': [...CALLS, ...league('players team')],
  'server/push': [...CALLS, ...server('login/store nhl/store nhl/api'), ...league('tonight')],
  'server/league/draft': [...CALLS, ...server('login/store live nhl/store push'), ...league('team')],
  'server/league/pick-list': [...CALLS, ...server('live'), ...league('draft')],
  'server/league/records': CALLS,
  'server/league/messages': [...CALLS, ...server('push'), ...league('records')],
  'server/league/history': [...CALLS, ...league('corrections players standings team trading draft')],
  'server/league/file': WORDS,
  'server/league/moving-in': [...GROUND, ...server('nhl/store nhl nhl/import'), ...league('standings draft file')],
  'server/league/office': [
    ...CALLS,
    ...server('db/backup login/store nhl/store push'),
    ...league('standings draft moving-in'),
  ],
  'server/league/season': [...CALLS, ...server('nhl nhl/api'), ...league('standings history file moving-in office')],
  'server/league/owner': [
    ...CALLS,
    ...server('db/backup login/store nhl/store nhl nhl/api nhl/files nhl/import'),
    ...league('corrections standings draft records history file moving-in office season'),
  ],
  'server/schedule': [...GROUND, ...server('nhl/store nhl nhl/api nhl/import push'), ...league('standings')],
  'server/demo/simulation': WORDS,
  'server/demo/pool': [...DATABASE, ...server('demo/simulation')],
  'server/demo/nhl': [...WORDS, ...server('nhl/store nhl nhl/api demo/simulation')],
  'server/demo': [
    ...DATABASE,
    ...server('league nhl/store nhl/api nhl/import demo/simulation demo/pool demo/nhl'),
    ...league('standings draft pick-list history moving-in'),
  ],
  'server/demo/rehearsal': [...CALLS, ...league('draft'), ...DEMO],
  'server/app': [
    ...CALLS,
    ...server('http/limits login/store login live nhl nhl/api nhl/import push schedule demo/rehearsal'),
    ...LEAGUE,
    ...league('owner'),
    ...DEMO,
  ],
  'server/cli': [
    ...DATABASE,
    ...server('build http/answers db/backup login nhl/files app'),
    ...league('corrections file moving-in'),
  ],
  'server/main': server('build app'),
  'server/hockey-pool': server('build cli main'),

  'web/build': [],
  'web/paint': [],
  'web/ui': ['contract', ...web('paint')],
  'web/offline': ['contract'],
  'web/net': ['contract', ...web('offline')],
  'web/outbox': ['contract', ...web('offline net')],
  'web/live': ['contract'],
  'web/sw': [...WORDS, ...web('offline net outbox')],
  'web/data': [...WORDS, ...web('offline net outbox live paint')],
  'web/features': [...WORDS, ...web('data ui offline net outbox live paint')],
  'web/first-frame': [...WORDS, ...web('build offline net ui features')],
  'web/passkeys': web('build net'),
}
const DOWNWARD = [...WORDS, ...web('ui offline net outbox live data features')]
MAY_IMPORT['web/routes'] = DOWNWARD
MAY_IMPORT['web/main'] = [...DOWNWARD, ...web('routes first-frame')]

/** `web/features/x.ts` belongs to `web/features`, `web/main.tsx` to `web/main`, `server/db/engine/x.ts` to its folder. */
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

describe('in a subject of the league, calls and queries are separate files', () => {
  const ofLeague = files.filter((file) => file.startsWith('server/league/') && !file.startsWith('server/league/owner/'))
  const isCalls = (file: string) => file.endsWith('-calls.ts')
  const reaching = (file: string, ...targets: string[]) =>
    (imports.get(file) ?? []).filter(({ to }) => targets.includes(to)).map(({ to }) => `${file} -> ${to}`)

  test('only calls are served', () => {
    const serving = ['server/http/serve.ts', 'server/http/serve-change.ts']
    // A keeper or a pick is one change, at whichever of two addresses, and in a rehearsal.
    const others = ofLeague.filter((file) => !isCalls(file) && file !== 'server/league/draft/draft-choices.ts')
    expect(ofLeague.filter(isCalls).length).toBeGreaterThan(15)
    expect(others.flatMap((file) => reaching(file, ...serving))).toEqual([])
  })

  test('no call reads a table itself', () => {
    const tables = files.filter((file) => file.startsWith('server/db/tables/'))
    expect(ofLeague.filter(isCalls).flatMap((file) => reaching(file, ...tables))).toEqual([])
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
