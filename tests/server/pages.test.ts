import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
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
  /** Every key there is, each once. */
  const keysOf = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const own = Array.isArray(value) ? [] : Object.keys(value)
    return [...new Set([...own, ...Object.values(value).flatMap(keysOf)])]
  }

  const UPDATES =
    'version updates package-ecosystem directory schedule interval open-pull-requests-limit ' +
    'versioning-strategy groups all patterns update-types'
  const FORM = 'name description labels body type id attributes label value render validations required'
  test.each([
    ['dependabot.yml', UPDATES],
    ['ISSUE_TEMPLATE/bug.yml', FORM],
    ['ISSUE_TEMPLATE/idea.yml', FORM],
  ])('%s has no key that GitHub does not know', (file, known) => {
    expect(keysOf(parse(read(`.github/${file}`))).filter((key) => !known.split(' ').includes(key))).toEqual([])
  })

  test('the workflow may read alone, and calls the script that any machine calls', () => {
    const workflow = parse(read('.github/workflows/ci.yml'))
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'permissions', 'concurrency', 'jobs'])
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const { container, steps, ...job } = workflow.jobs.all
    expect(job).toEqual({ 'runs-on': expect.any(String), 'timeout-minutes': 120 })
    expect(steps.at(-1)).toEqual({ run: '.ci/run' })
    expect(read('.ci/run')).toContain('npm run test:all')
    // The Node of the container, of the workflow and of version managers are one.
    expect(container).toContain(`:${read('.nvmrc').trim()}-`)
    expect(JSON.parse(read('.devcontainer/devcontainer.json')).image).toBe(container)
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
