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
