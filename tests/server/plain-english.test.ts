import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/league-server.ts'

/** Turns of phrase that no one would say: each has a plainer one. */
const PATTERNS: readonly RegExp[] = [
  /\bwhoever\b/i,
  /\b(no|any|some|every)body\b/i,
  /\bany ?more\b/i,
  /\bso that\b/i,
  /\b(stands|stood)\b|\bas (it|they) stand\b/i,
  /\banew\b/i,
  /\bput(s|ting)? (\w+ )?right\b/i,
  /\b(tells|told|tell (all|every)\w*)\b/i,
  /\basked for\b/i,
  // "Their history is kept" is what a member reads about records.
  /(?<!history )\b(is|are) (named|kept)\b/i,
  /\b(the own|of its own|on turn)\b/i,
  /(?<!\bthere )\b(is|are|was) no (?!longer\b|one\b)/i,
  /\b(goes|comes?|gets?) in by\b/i,
  /\bshown this once\b/i,
  /\bknown here\b/i,
]

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What a person may read: words in literals, templates and JSX. Types, imports, SQL and single words outside JSX are code. */
function textsOf(node: unknown, source: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => textsOf(each, source))
  if (!isNode(node)) return []
  const { type, value, tag } = node
  if (type === 'ImportDeclaration' || (typeof type === 'string' && /^TS(Type|Interface)/.test(type))) return []
  if (type === 'TaggedTemplateExpression' && isNode(tag)) {
    if (/^sql\b/.test(source.slice(Number(tag.start), Number(tag.end)))) return textsOf(tag, source)
  }
  const own =
    type === 'Literal' || type === 'JSXText'
      ? value
      : type === 'TemplateElement' && isNode(value)
        ? value.cooked
        : undefined
  const text = typeof own === 'string' ? own.replace(/\s+/g, ' ') : ''
  const isText = type === 'JSXText' ? text.trim() !== '' : text.trim().includes(' ')
  return [...(isText ? [text] : []), ...Object.values(node).flatMap((each) => textsOf(each, source))]
}

const files = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|mjs)$/.test(name))
  .sort()

const textsIn = (name: string): string[] => {
  const source = readFileSync(join(projectRoot, 'src', name), 'utf8')
  return textsOf(parseAst(source, { lang: name.endsWith('x') ? 'tsx' : 'ts' }).body, source)
}

test('what app, commands, help, log, records and contract say is plain English', () => {
  const texts = files.flatMap((name) => textsIn(name).map((text) => ({ name, text })))
  expect(texts.length).toBeGreaterThan(1_000)
  const odd = texts.flatMap(({ name, text }) =>
    PATTERNS.flatMap((pattern) => {
      const found = pattern.exec(text)
      return found ? [`${name}: "${found[0]}" in: ${text.trim()}`] : []
    }),
  )
  expect(odd).toEqual([])
})

test('a text is found in a literal, a template and JSX, and SQL is none', () => {
  const source = `
    const one = 'nobody is here'
    const two = \`\${one} is no day\`
    const three = <p title="told to all">The team on turn<b>Nobody</b></p>
    const four = sql\`select from nobody where is no day\`
    const five: 'asked for that' = read('nobody')`
  expect(textsOf(parseAst(source, { lang: 'tsx' }).body, source)).toEqual([
    'nobody is here',
    ' is no day',
    'told to all',
    'The team on turn',
    'Nobody',
  ])
})
