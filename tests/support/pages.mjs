// The pages of the documentation: which there are, how large they are, how long their sentences, and where links lead.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const MOST_WORDS = 25
export const MOST_WORDS_ON_AVERAGE = 15

/** The most bytes of a page; the changelog grows with every release. */
const MOST_BYTES = {
  'README.md': 9_000,
  'SECURITY.md': 2_000,
  'CODE_OF_CONDUCT.md': 2_000,
  'CHANGELOG.md': Number.POSITIVE_INFINITY,
}
const MOST_BYTES_OF_A_PAGE = 6_000

const markdownIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(folder, name).replaceAll('\\', '/'))
    : []

/** Every page, by its path from the root of the repository. */
export const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...markdownIn('docs'),
  ...markdownIn('deploy'),
  ...markdownIn('.github'),
].sort()

export const readPage = (page) => readFileSync(join(root, page), 'utf8')

export const mostBytes = (page) => MOST_BYTES[page] ?? MOST_BYTES_OF_A_PAGE

const FENCE = /^( *)(```+)(\w*)[^\n]*\n([\s\S]*?)^\1\2 *$/gm

/** The fenced blocks of a language. */
export const blocksOf = (text, language) =>
  [...text.matchAll(FENCE)].flatMap(([, , , of, block]) => (of === language ? [block] : []))

const withoutBlocks = (text) => text.replaceAll(FENCE, '').replaceAll(/<!--[\s\S]*?-->/g, '')

/** Paragraphs and list items; headings, tables and pictures have no sentences. */
function* paragraphsOf(text) {
  let lines = []
  for (const line of [...withoutBlocks(text).split('\n'), '']) {
    const isOther = /^\s*(#|\||<|!\[|---)/.test(line)
    const isItem = /^\s*([-*]|\d+\.) /.test(line)
    if ((line.trim() === '' || isOther || isItem) && lines.length > 0) {
      yield lines.join(' ')
      lines = []
    }
    if (line.trim() !== '' && !isOther) lines.push(line.replace(/^\s*([-*>]|\d+\.) /, '').trim())
  }
}

/** Code, and labels or titles in italics, are read as one word; the addresses of links are not read. */
const plain = (paragraph) =>
  paragraph
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/(?<![*\w])\*(?![*\s])[^*]*\*(?!\*)/g, 'label')
    .replaceAll(/!?\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[*_]{1,2}/g, '')

const wordsIn = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** The sentences of a page with their words; what has no end is a name or a heading of a list. */
export const sentencesOf = (text) =>
  [...paragraphsOf(text)].flatMap((paragraph) =>
    plain(paragraph)
      .split(/(?<=[.!?][)"”’']?)\s+/)
      .filter((sentence) => wordsIn(sentence) > 0)
      .map((sentence) => ({ sentence, words: wordsIn(sentence), isWhole: /[.!?:][)"”’']?$/.test(sentence) })),
  )

/** Of whole sentences: two names in a list do not make a long one shorter. */
export const averageWords = (sentences) => {
  const whole = sentences.filter(({ isWhole }) => isWhole)
  return whole.length === 0 ? 0 : whole.reduce((sum, { words }) => sum + words, 0) / whole.length
}

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text) => {
  const seen = new Map()
  return [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    const anchor = heading
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

const LINK = /\]\(([^()\s]+)\)|\b(?:src|href)="([^"]+)"/g

/** The links of a page within the repository, as they are written. */
const linksOf = (page) =>
  [
    ...withoutBlocks(readPage(page))
      .replaceAll(/`[^`]*`/g, '')
      .matchAll(LINK),
  ]
    .map(([, link, address]) => link ?? address)
    .filter((link) => !/^[a-z]+:/.test(link))

/** From the root of the repository. */
const targetOf = (page, link) => {
  const [path] = link.split('#')
  return (path === '' ? page : join(dirname(page), path)).replaceAll('\\', '/')
}

/** The links of a page that lead nowhere; those to other hosts are not followed. */
export const deadLinks = (page) =>
  linksOf(page).filter((link) => {
    const target = targetOf(page, link)
    if (!existsSync(join(root, target))) return true
    const [, anchor] = link.split('#')
    return anchor !== undefined && !anchorsOf(readPage(target)).includes(anchor)
  })

/** The pages that somebody finds who begins with this one. */
export const pagesFrom = (page) => {
  const found = new Set([page])
  for (const each of found) {
    for (const link of linksOf(each)) if (pages.includes(targetOf(each, link))) found.add(targetOf(each, link))
  }
  return [...found]
}
