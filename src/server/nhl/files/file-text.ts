/** What cannot be read of a file: the first line that is not UTF-8. */
export interface NotUtf8 {
  readonly line: number
}

export const NOT_UTF8 = 'Not UTF-8. Save it as UTF-8.'

const LF = 0x0a
const CR = 0x0d

/** Null for bytes that are not of the encoding, and for NUL, which UTF-16 without a mark is full of. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** The text of a file: UTF-8, or UTF-16 with its mark, as spreadsheets and old editors write it; without the mark. */
export function fileText(bytes: Uint8Array): string | NotUtf8 {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le') ?? { line: 1 }
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be') ?? { line: 1 }
  const text = decoded(bytes, 'utf-8')
  if (text !== null) return text
  // No character of UTF-8 has the byte of a line end in it.
  let line = 1
  let begin = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte !== LF && !(byte === CR && bytes[at + 1] !== LF)) continue
    if (decoded(bytes.subarray(begin, at), 'utf-8') === null) return { line }
    begin = at + 1
    line += 1
  }
  return { line }
}
