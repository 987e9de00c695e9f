export const MOST_WORDS: number
export const MOST_WORDS_ON_AVERAGE: number
/** Every page, by its path from the root of the repository. */
export const pages: readonly string[]
export function readPage(page: string): string
export function mostBytes(page: string): number
/** The fenced blocks of a language. */
export function blocksOf(text: string, language: string): string[]
interface Sentence {
  readonly sentence: string
  readonly words: number
  readonly isWhole: boolean
}
export function sentencesOf(text: string): Sentence[]
export function averageWords(sentences: readonly Sentence[]): number
/** The links of a page that lead nowhere; those to other hosts are not followed. */
export function deadLinks(page: string): string[]
/** The pages that somebody finds who begins with this one. */
export function pagesFrom(page: string): string[]
