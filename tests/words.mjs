// npm run docs:words: how long each page and its sentences are; and what a page has too much of.
import { averageWords, MOST_WORDS, mostBytes, pages, readPage, sentencesOf } from './support/pages.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

const chosen = process.argv.slice(2)
say('bytes  average  longest  page')
for (const page of pages.filter((each) => chosen.length === 0 || chosen.some((part) => each.includes(part)))) {
  const text = readPage(page)
  const bytes = Buffer.byteLength(text)
  const sentences = sentencesOf(text)
  const longest = Math.max(0, ...sentences.map(({ words }) => words))
  const columns = [
    String(bytes).padStart(5),
    averageWords(sentences).toFixed(1).padStart(8),
    String(longest).padStart(8),
  ].join(' ')
  say(`${columns}  ${page}${bytes > mostBytes(page) ? `  (at most ${mostBytes(page)} bytes)` : ''}`)
  for (const { sentence, words } of sentences) if (words > MOST_WORDS) say(`         ${words} words: ${sentence}`)
}
