import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '#server/cli/commands'
import { readArguments } from '#server/settings/arguments'
import { projectRoot } from '../support/league-server.ts'
import {
  averageWords,
  blocksOf,
  deadLinks,
  MOST_WORDS,
  MOST_WORDS_ON_AVERAGE,
  mostBytes,
  pages,
  pagesFrom,
  readPage,
  sentencesOf,
} from '../support/pages.mjs'

const read = (path: string): string => readFileSync(`${projectRoot}/${path}`, 'utf8')

describe.each(pages)('the page %s', (page) => {
  const text = readPage(page)

  test('is no longer than it may be', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes(page))
  })

  test('has short sentences', () => {
    const sentences = sentencesOf(text)
    expect(sentences.filter(({ words }) => words > MOST_WORDS)).toEqual([])
    expect(averageWords(sentences)).toBeLessThanOrEqual(MOST_WORDS_ON_AVERAGE)
  })

  test('leads somewhere by each of its links', () => {
    expect(deadLinks(page)).toEqual([])
  })

  test('calls only what there is to call', () => {
    expect(blocksOf(text, 'sh').flatMap(linesOf).flatMap(faultsOf)).toEqual([])
  })
})

test('every page is found from the README', () => {
  const found = pagesFrom('README.md')
  expect(pages.filter((page) => !page.startsWith('.github/') && !found.includes(page))).toEqual([])
})

test('the reader of pages sees long sentences, dead links and their like', () => {
  const long = `${'word '.repeat(MOST_WORDS)}word.`
  expect(sentencesOf(`# A Title\n\n${long}\nShort.\n\n- an item\n\n| a | table |\n`).map(({ words }) => words)).toEqual(
    [MOST_WORDS + 1, 1, 2],
  )
  expect(averageWords(sentencesOf('One two three. Four `with code`!\n\n- no sentence'))).toBe(2.5)
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/try.md']))
  expect(faultsOf('npm run league -- publish --today')).not.toEqual([])
  expect(faultsOf('npm run league -- nothing')).not.toEqual([])
  expect(faultsOf('npm run league -- restore')).not.toEqual([])
  expect(faultsOf('npm run nothing')).not.toEqual([])
  expect(faultsOf('npm start -- --scenario trade-night')).not.toEqual([])
  expect(faultsOf('sudo -iu hockey-pool npm run league -- invite bruno chris dana')).toEqual([])
})

/** Commands as they are typed; a line that ends with a backslash goes on. */
function linesOf(block: string): string[] {
  return block.replaceAll('\\\n', ' ').split('\n')
}

/** The words of a command, without quotes, and up to where its output goes. */
const wordsOf = (line: string): string[] =>
  [...line.replaceAll(/\$\([^)]*\)/g, '$X').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )

const LEAGUE = /(?:npm run league --|npx hockey-pool league) ?([^|&;>#]*)/
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

/** What of a line no script or command would take. */
function faultsOf(line: string): string[] {
  const fault = (reason: string) => [`${line}: ${reason}`]
  const script = /npm run ([\w:]+)/.exec(line)?.[1]
  if (script !== undefined && !(script in scripts)) return fault('no such script')
  const start = /npm start -- ([^|&;>#]*)/.exec(line)?.[1]
  if (start !== undefined) return refusalOf(() => void readArguments(wordsOf(start))).flatMap(fault)
  const typed = LEAGUE.exec(line)?.[1]
  if (typed === undefined) return []
  const [name, ...rest] = wordsOf(typed)
  if (name === undefined || name.startsWith('-') || name === 'COMMAND') return []
  const command = commands.find((each) => each.name === name)
  if (!command) return fault('no such command')
  return refusalOf(() => {
    const { options, words } = command
    const { positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean' } },
    })
    const [least, most] = words
    if (rest.includes('--help')) return
    if (positionals.length < least || positionals.length > most) throw new Error('too few words, or too many')
  }).flatMap(fault)
}

function refusalOf(call: () => void): string[] {
  try {
    call()
    return []
  } catch (error) {
    return [String(error)]
  }
}

describe('what the places of the repository expect', () => {
  const strict = { additionalProperties: false }
  const words = Type.String({ minLength: 1 })
  const expects = (schema: TSchema, value: unknown) => expect([...Value.Errors(schema, value)]).toEqual([])

  const Step = Type.Union([
    Type.Object({ name: Type.Optional(words), uses: Type.String({ pattern: '^[\\w-]+/[\\w-]+@v\\d+$' }) }, strict),
    Type.Object({ name: Type.Optional(words), run: words }, strict),
  ])

  test('the workflow calls the script that any machine calls', () => {
    const workflow = parse(read('.github/workflows/ci.yml'))
    expects(
      Type.Object(
        {
          name: words,
          on: Type.Object({
            push: Type.Object({ branches: Type.Array(words) }, strict),
            pull_request: Type.Null(),
            workflow_dispatch: Type.Null(),
          }),
          permissions: Type.Object({ contents: Type.Literal('read') }, strict),
          concurrency: Type.Object({ group: words, 'cancel-in-progress': Type.Boolean() }, strict),
          jobs: Type.Record(
            Type.String({ pattern: '^[a-z][a-z-]*$' }),
            Type.Object(
              {
                'runs-on': words,
                container: words,
                'timeout-minutes': Type.Integer({ minimum: 60 }),
                steps: Type.Array(Step, { minItems: 2 }),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
      workflow,
    )
    expect(workflow.jobs.all.steps.at(-1)).toEqual({ run: '.ci/run' })
    expect(read('.ci/run')).toContain('npm run test:all')
  })

  test('dependabot asks for packages and actions', () => {
    const Update = Type.Object(
      {
        'package-ecosystem': Type.Enum(['npm', 'github-actions']),
        directory: Type.Literal('/'),
        schedule: Type.Object({ interval: Type.Enum(['daily', 'weekly', 'monthly']) }, strict),
        'open-pull-requests-limit': Type.Optional(Type.Integer({ minimum: 0 })),
        'versioning-strategy': Type.Optional(Type.Enum(['auto', 'increase', 'widen', 'lockfile-only'])),
        groups: Type.Optional(
          Type.Record(
            words,
            Type.Object(
              { patterns: Type.Array(words), 'update-types': Type.Array(Type.Enum(['major', 'minor', 'patch'])) },
              strict,
            ),
          ),
        ),
      },
      strict,
    )
    expects(
      Type.Object({ version: Type.Literal(2), updates: Type.Array(Update, { minItems: 2 }) }, strict),
      parse(read('.github/dependabot.yml')),
    )
  })

  test.each(['bug', 'idea'])('the template %s asks in a form', (name) => {
    const attributes = Type.Object(
      { label: words, description: Type.Optional(words), render: Type.Optional(words) },
      strict,
    )
    const validations = Type.Optional(Type.Object({ required: Type.Boolean() }, strict))
    const Field = Type.Union([
      Type.Object({ type: Type.Literal('markdown'), attributes: Type.Object({ value: words }, strict) }, strict),
      Type.Object(
        { type: Type.Enum(['input', 'textarea']), id: Type.String({ pattern: '^[a-z]+$' }), attributes, validations },
        strict,
      ),
    ])
    const template = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`))
    expects(
      Type.Object({ name: words, description: words, labels: Type.Array(words), body: Type.Array(Field) }, strict),
      template,
    )
    const ids = template.body.flatMap(({ id }: { id?: string }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the editor and the container format with Biome', () => {
    const json = (path: string) => JSON.parse(read(path))
    const settings = json('.vscode/settings.json')
    for (const language of ['javascript', 'typescript', 'typescriptreact', 'json', 'css']) {
      expect(settings[`[${language}]`]).toEqual({ 'editor.defaultFormatter': 'biomejs.biome' })
    }
    const { recommendations } = json('.vscode/extensions.json')
    expect(recommendations).toContain('biomejs.biome')
    const container = json('.devcontainer/devcontainer.json')
    const vscode = Type.Object({ extensions: Type.Array(Type.String({ pattern: '^[\\w-]+\\.[\\w-]+$' })) }, strict)
    expects(
      Type.Object(
        {
          name: words,
          image: Type.String({ pattern: '^[a-z]+:[\\w-]+$' }),
          postCreateCommand: words,
          forwardPorts: Type.Array(Type.Integer()),
          portsAttributes: Type.Record(words, Type.Object({ label: words, onAutoForward: words }, strict)),
          customizations: Type.Object({ vscode }, strict),
        },
        strict,
      ),
      container,
    )
    expect(container.customizations.vscode.extensions).toEqual(recommendations)
    // The Node of the container, of the workflow and of version managers are one.
    const version = read('.nvmrc').trim()
    expect(container.image).toContain(`:${version}-`)
    expect(parse(read('.github/workflows/ci.yml')).jobs.all.container).toBe(container.image)
  })
})

test('the changelog begins with the version of the package', () => {
  const { version } = JSON.parse(read('package.json'))
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  expect(headings.find((heading) => heading !== 'Unreleased')).toBe(version)
  for (const release of read('CHANGELOG.md')
    .split(/^## (?!Unreleased)/m)
    .slice(1)) {
    expect([...release.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'Members',
      'Admins',
      'Operators',
      'Before you upgrade',
    ])
  }
})
