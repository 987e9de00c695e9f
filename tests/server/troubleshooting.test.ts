import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/league-server.ts'

/** Refusals have their sentences in the contract. */
const source = ['src/server', 'src/contract']
  .flatMap((area) =>
    readdirSync(join(projectRoot, area), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|cjs)$/.test(name))
      .map((name) => readFileSync(join(projectRoot, area, name), 'utf8')),
  )
  .join('\n')

/** What a table of the page says is printed; three dots stand for what differs. */
const printed = (page: string): string[] =>
  [...readFileSync(join(projectRoot, 'docs/operate', page), 'utf8').matchAll(/^\| `([^`]+)`/gm)].map(
    ([, sentence = '']) => sentence,
  )

const LEAST_LETTERS = 6

test.each(['troubleshooting.md', 'troubleshooting-commands.md'])(
  'what %s quotes is what the program prints',
  (page) => {
    const sentences = printed(page)
    expect(sentences.length).toBeGreaterThan(25)
    const strange = sentences.flatMap((sentence) =>
      sentence
        // Names that the sentences are about.
        .split(/\.\.\.|\bNAME\b|^(?:NODE_ENV|PUBLIC_URL|OIDC_ISSUER|LOGIN) |league\.yaml(?::57)?|20\.19|[:;,"] *$/)
        .map((part) => part.trim())
        .filter((part) => part.length >= LEAST_LETTERS && !source.includes(part)),
    )
    expect(strange).toEqual([])
  },
)
