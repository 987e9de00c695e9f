import { dayWords } from '#rules/date-words'

const day = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? ` of ${dayWords(text)}` : '')

const WORDS: readonly (readonly [RegExp, (subject: string) => string])[] = [
  [/^roster\/(\w+)\//, (club) => `roster of ${club}`],
  [/^player\/(\d+)\//, (id) => `page of player ${id}`],
  [/^standings\/(.+)/, (at) => `standings${day(at)}`],
  [/^schedule\/(.+)/, (from) => `schedule${day(from)}`],
  [/^score\/(.+)/, (of) => `score page${day(of)}`],
  [/^gamecenter\/(\d+)\//, (game) => `box score of game ${game}`],
  [/^(skater|goalie)\/summary/, (kind) => `${kind} report`],
  [/^(team)$/, () => 'list of clubs'],
  [/^(season)$/, () => 'list of seasons'],
]

/** A page of the NHL in words, after "the NHL's": "roster of BOS" for roster/BOS/current. */
export function pageWords(endpoint: string): string {
  for (const [form, words] of WORDS) {
    const subject = form.exec(endpoint)?.[1]
    if (subject !== undefined) return words(subject)
  }
  return endpoint
}

/** An answer that cannot be used, in a sentence for the person who runs the import. Nothing of it has been written. */
export class SourceRefusal extends Error {}

/** A page, as the client calls it, and how it failed. */
export interface FailedPage {
  readonly endpoint: string
  /** "status 503, 6 tries" */
  readonly how: string
}

/** A page gave no answer after all tries. While others answer it is set aside, and the next run asks again. */
export class SourceUnavailable extends Error {
  /** How long it wants to be left alone, if the answer says. */
  readonly retryAfterMs: number | null
  readonly page: FailedPage | null

  constructor(message: string, retryAfterMs: number | null = null, page: FailedPage | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.page = page
  }
}

/** Several pages in a row gave no answer: stop here, the next run continues. */
export class SourceDown extends SourceUnavailable {}

/** Something the source does not have (404). */
export class SourceHasNone extends SourceRefusal {
  /** The page, as the client calls it. */
  readonly endpoint: string | null

  constructor(message: string, endpoint: string | null = null) {
    super(message)
    this.endpoint = endpoint
  }
}

/** What is missing without the page, in a sentence that is the same for everybody who wanted it. */
export function missingSentence(error: SourceRefusal | SourceUnavailable): string {
  if (error instanceof SourceUnavailable && error.page !== null) {
    const { endpoint, how } = error.page
    return `The NHL's ${pageWords(endpoint)} failed; kept the previous one (${how}).`
  }
  if (error instanceof SourceHasNone && error.endpoint !== null) {
    return `The NHL has no ${pageWords(error.endpoint)} (status 404); kept what was known.`
  }
  return error.message
}

/** Whether other pages can be fetched after one that ended with this. */
export const isOfOnePage = (error: unknown): error is SourceRefusal | SourceUnavailable =>
  error instanceof SourceRefusal || (error instanceof SourceUnavailable && !(error instanceof SourceDown))
