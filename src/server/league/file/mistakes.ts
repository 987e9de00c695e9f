import type { Problem } from './league-file.ts'

// What people write by mistake, and YAML reads as something else or explains in its own terms.

/** Keys whose values are texts. */
const TEXT_KEY = 'name|short|user|team|player|member|subject|email'
/** A key of a map in braces, up to its value. */
const KEY_IN_BRACES = new RegExp(`(?:^|[{,]\\s*)(${TEXT_KEY}):\\s+`, 'g')
const KEY_OF_LINE = new RegExp(`^(?:- +)*(${TEXT_KEY}):\\s+(?=\\S)`)
/** Where a value in braces ends: before the next key, or at a brace with nothing but the end behind it. */
const VALUE_IN_BRACES = /^.*?(?=\s*,\s*\w+:(?:\s|$)|\s*\}\s*(?:[,\]}]|#.*$|$)|$)/
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/
const QUOTED_WITH_COMMENT = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s+#.*$/
/** YAML takes what begins like this for something else than a text. */
const NO_TEXT = /^['"{}[\],&*!|>@%`#]|^[-?:](?:\s|$)/
const BREAKS_TEXT = /:\s|:$|\s#/
const BREAKS_TEXT_IN_BRACES = /[,{}[\]]/
const DECIMAL_COMMA = /\b\w+:\s+["']?(-?\d+),(\d{1,3})["']?(?=\s*(?:[,}\]#]|$))/
const NEXT_KEY = /,\s*\w+:\s/

const COMMENT = /(?:^|\s)#.*$/
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' }
const OPENERS: Readonly<Record<string, string>> = { '}': '{', ']': '[' }

const CURLY = /^[“”„‟«](.*)[“”‟»]$/
const NO_SPACE = /^(?:- +)*([A-Za-z]\w*):(?=[^\s:/])/
/** In valid YAML: curly quotes, a quote at the end alone, and a comment without a space behind its #. */
const UNMEANT = new RegExp(
  `(?:^|[{,-]\\s*)(${TEXT_KEY}):\\s+(?:([“”„‟«].*?[“”‟»])|([^\\s"',{}][^",{}]*)(?:"\\s*(?:[,}]|$)|\\s(#\\S.*)))`,
  'g',
)

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/)

const quoted = (text: string): string => {
  const bare = text.replace(CURLY, '$1')
  return bare.includes('"') ? `'${bare.replaceAll("'", "''")}'` : `"${bare}"`
}

/** Without the comment behind it; text close to its # is meant as a part of the name. */
const uncommented = (value: string): string =>
  QUOTED_WITH_COMMENT.exec(value)?.[1] ?? value.replace(/\s+#(?:\s.*)?$/, '')

/** Why a text needs other quotes than it has; null if it is right. */
function textMistake(before: string, value: string, isInBraces: boolean): string | null {
  if (QUOTED.test(value)) return null
  if (/^"[^"]*$/.test(value)) return '" is missing'
  const isBroken = NO_TEXT.test(value) || BREAKS_TEXT.test(value) || (isInBraces && BREAKS_TEXT_IN_BRACES.test(value))
  return isBroken ? `A name with : , # ' { needs quotes: ${before}${quoted(value)}` : null
}

function mistakeOfLine(line: string, isInBraces: boolean): string | null {
  const [unspaced, before] = NO_SPACE.exec(line) ?? []
  if (unspaced !== undefined) return `Write a space after the colon: ${before}: ${line.slice(unspaced.length)}`
  const [, whole, part] = DECIMAL_COMMA.exec(line) ?? []
  if (part?.length === 3) return `write ${whole}${part}, without a comma`
  if (part !== undefined) return `write ${whole}.${part}, with a point`
  const [, item] = /^(?:- +)+(['"].*)$/.exec(line) ?? []
  if (item !== undefined && !isInBraces && !/:(?:\s|$)/.test(item)) return textMistake('- ', item, false)
  const ofLine = KEY_OF_LINE.exec(line)
  if (ofLine && !isInBraces) {
    const value = line.slice(ofLine[0].length).trim()
    if (NEXT_KEY.test(value) && !/^['"]/.test(value)) return '{ is missing'
    return textMistake(`${ofLine[1]}: `, uncommented(value), false)
  }
  if (!isInBraces && !/^(?:- +)*(?:[\w"']+:\s+)?[{[]/.test(line)) return null
  for (const { 0: all, 1: key = '', index } of line.matchAll(KEY_IN_BRACES)) {
    const [value = ''] = VALUE_IN_BRACES.exec(line.slice(index + all.length)) ?? []
    const mistake = textMistake(`${key}: `, value.includes('{') && !value.includes('}') ? `${value}}` : value, true)
    if (mistake !== null) return mistake
  }
  const [, key, roles] = /\b(roles):\s+(\w+(?:,\s*\w+)+)(?=\s*(?:,\s*\w+:|\}))/.exec(line) ?? []
  return key === undefined ? null : `Several roles need brackets: ${key}: [${roles}]`
}

interface Open {
  readonly closer: string
  readonly indent: number
}

/** What one line does to the brackets that are open, and the bracket that it lacks. */
function bracketsOf(line: string, indent: number, open: Open[]): string | null {
  const bare = line.replaceAll(/"(?:[^"\\]|\\.)*"|(?<=[\s{[,:])'(?:[^']|'')*'/g, '').replace(COMMENT, '')
  for (const [bracket] of bare.matchAll(/[{}[\]]/g)) {
    const closer = CLOSERS[bracket]
    if (closer !== undefined) open.push({ closer, indent })
    else if (open.at(-1)?.closer === bracket) open.pop()
    else {
      const [expected] = open.splice(-1)
      open.length = 0
      return `${expected?.closer ?? OPENERS[bracket]} is missing`
    }
  }
  return null
}

/** The usual mistakes in a text that is not right as it is, by line, one a line. */
export function usualMistakes(text: string): Problem[] {
  const found = new Map<number, string>()
  const open: Open[] = []
  let last = 0
  for (const [index, whole] of linesOf(text).entries()) {
    const line = whole.trim()
    if (line === '' || line.startsWith('#')) continue
    const indent = whole.length - whole.trimStart().length
    const [outer] = open
    if (outer && indent <= outer.indent && /^(?:- |[\w"']+:(?:\s|$))/.test(line)) {
      found.set(last, `${open.at(-1)?.closer} is missing`)
      open.length = 0
    }
    last = index + 1
    const mistake = whole.slice(0, indent).includes('\t')
      ? `Use spaces, not tabs (line ${last})`
      : (mistakeOfLine(line, open.length > 0) ?? bracketsOf(line, indent, open))
    if (mistake !== null) found.set(last, mistake)
  }
  const [unclosed] = open.splice(-1)
  if (unclosed && !found.has(last)) found.set(last, `${unclosed.closer} is missing`)
  return [...found].map(([line, sentence]) => ({ line, sentence }))
}

/** The problems, those of a line with a usual mistake by what the mistake is. */
export function withMistakes(text: string, problems: readonly Problem[]): readonly Problem[] {
  const mistakes = usualMistakes(text).filter(({ line }) => problems.some((problem) => problem.line === line))
  return [...mistakes, ...problems.filter(({ line }) => !mistakes.some((mistake) => mistake.line === line))]
}

/** What YAML reads, and hardly anybody means, by line. */
export const likelyMistakes = (text: string): Problem[] =>
  linesOf(text).flatMap((line, index) =>
    [...line.trim().matchAll(UNMEANT)].map(([, key, curly, plain = '', comment]) => ({
      line: index + 1,
      sentence:
        curly === undefined && comment === undefined
          ? '" is missing'
          : `A name with : , # ' { needs quotes: ${key}: ${quoted(curly ?? `${plain} ${comment}`)}`,
    })),
  )
