import { mappedErrors } from '#contract/errors'

const textOf = (body: unknown, ...fields: readonly string[]): string | null => {
  if (typeof body !== 'object' || body === null) return null
  const given = new Map<string, unknown>(Object.entries(body))
  for (const field of fields) {
    const text = given.get(field)
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  return null
}

const isMapped = (code: string): code is keyof typeof mappedErrors => Object.hasOwn(mappedErrors, code)

/** Code and sentence of a refusal: mapped text wins, then the server's, then the call's own (spec, section 8). */
export const readRefusal = (body: unknown, failure: string): { code: string | null; message: string } => {
  const code = textOf(body, 'code', 'messageCode')
  if (code !== null && isMapped(code)) return { code, message: mappedErrors[code] }
  if (typeof body === 'string' && body !== '' && !body.trimStart().startsWith('<')) return { code, message: body }
  return { code, message: textOf(body, 'message', 'messageText') ?? failure }
}
