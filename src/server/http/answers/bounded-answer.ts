// Answers of other servers, read within bounds: what answers there may be broken, or be somebody else.

const MEGABYTE = 1024 * 1024
/** After unpacking. The NHL's largest report, 10,000 rows, has about 5 MB. */
const MOST_MEGABYTES = 32
/** The NHL's answers have lists and objects within each other seven deep. */
const DEEPEST = 100
const MOST_REDIRECTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/** A response of these cannot be made with a body. */
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304]

/** An answer beyond the bounds; the message ends a sentence that begins with the request. */
export class BoundsExceeded extends Error {}

/** Follows redirects within the same scheme, host and port. */
export async function fetchWithinHost(url: string, init: RequestInit): Promise<Response> {
  let at = new URL(url)
  const { origin } = at
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await fetch(at, { ...init, redirect: 'manual' })
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || location === null) return response
    await response.body?.cancel()
    if (!URL.canParse(location, at.href)) throw new BoundsExceeded("redirects to something that isn't an address")
    at = new URL(location, at)
    if (at.origin !== origin) throw new BoundsExceeded(`redirects to another server, ${at.origin}`)
  }
  throw new BoundsExceeded(`redirects more than ${MOST_REDIRECTS} times`)
}

/** The body as text; the connection is closed as soon as it has too many bytes, packed or not. */
export async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MOST_MEGABYTES * MEGABYTE) {
      await reader?.cancel()
      throw new BoundsExceeded(`has more than ${MOST_MEGABYTES} MB`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Refuses JSON that is nested so deeply that working with it could exhaust the stack. */
export function refuseTooDeep(json: string): void {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > DEEPEST) throw new BoundsExceeded(`has lists and objects more than ${DEEPEST} deep within each other`)
  }
}

/** `fetch`, with an answer that has been read whole and fits the bounds. Whether redirects are followed is up to `init`. */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const answered = await fetch(url, init)
  const { status, statusText, headers } = answered
  const text = await readText(answered)
  // A login page is not JSON.
  if (!text.trimStart().startsWith('<')) refuseTooDeep(text)
  const response = new Response(WITHOUT_BODY.includes(status) ? null : text, { status, statusText, headers })
  // It can be made without an address only.
  Object.defineProperty(response, 'url', { value: answered.url })
  return response
}
