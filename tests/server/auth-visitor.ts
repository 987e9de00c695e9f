import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** One step of a browser: what came back, after redirects. */
export interface Visit {
  url: URL
  status: number
  headers: IncomingMessage['headers']
  text: string
  /** Every address on the way, the last one included. */
  trail: string[]
}

interface Step {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  form?: Record<string, string>
  /** As a page's script sends it. */
  json?: object
  headers?: Record<string, string>
  /** Where to stop instead of following. */
  until?: (url: URL) => boolean
}

const ADDRESS_BAR = {
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
export const OWN_LINK = { ...ADDRESS_BAR, 'sec-fetch-site': 'same-origin' }

interface Kept {
  name: string
  value: string
  path: string
  host: string
}

// Not fetch, which sends its own sec-fetch-mode.
async function send(
  url: URL,
  method: string,
  body: { type: string; text: string } | null,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  const type = body ? { 'content-type': body.type } : {}
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // A separate connection: a restarted server does not know the earlier ones.
    request(url, { method, headers: { ...headers, ...type }, agent: false }, resolve)
      .on('error', reject)
      .end(body?.text)
  })
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}

function bodyOf({ form, json }: Step): { type: string; text: string } | null {
  if (json) return { type: 'application/json', text: JSON.stringify(json) }
  return form ? { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() } : null
}

/** A browser as far as a login needs one: cookies by host and path, redirects, the headers of navigations. */
export class Visitor {
  #cookies: Kept[] = []
  readonly setCookies: string[] = []

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value
  }

  put(host: string, name: string, value: string): void {
    this.#keep({ name, value, path: '/', host }, false)
  }

  /** Another browser with the same cookies. */
  copy(): Visitor {
    const other = new Visitor()
    other.#cookies = [...this.#cookies]
    return other
  }

  async go(address: string | URL, step: Step = {}): Promise<Visit> {
    let url = new URL(address)
    let { method = 'GET' } = step
    let sent = bodyOf(step)
    const trail: string[] = []
    for (let hop = 0; hop < 20; hop += 1) {
      trail.push(url.href)
      const { headers, status, body } = await send(url, method, sent, {
        ...(method === 'POST' ? OWN_LINK : ADDRESS_BAR),
        ...step.headers,
        cookie: this.#header(url),
      })
      for (const line of headers['set-cookie'] ?? []) this.#receive(line, url)
      const next = headers.location === undefined ? null : new URL(headers.location, url)
      if (!next || step.until?.(next)) return { url: next ?? url, status, headers, text: body, trail }
      url = next
      method = 'GET'
      sent = null
    }
    throw new Error(`Redirected without end: ${trail.join(' ')}`)
  }

  #header(url: URL): string {
    return this.#cookies
      .filter(({ host, path }) => host === url.host && `${url.pathname}/`.startsWith(path === '/' ? '/' : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  #receive(line: string, url: URL): void {
    this.setCookies.push(line)
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const attribute = (wanted: string) =>
      attributes.map((part) => part.split('=')).find(([name]) => name?.toLowerCase() === wanted)?.[1]
    const expires = attribute('expires')
    const gone = attribute('max-age') === '0' || (expires !== undefined && new Date(expires).getTime() < Date.now())
    this.#keep(
      { name: pair.slice(0, at), value: pair.slice(at + 1), path: attribute('path') ?? '/', host: url.host },
      gone,
    )
  }

  #keep(cookie: Kept, gone: boolean): void {
    const same = (kept: Kept) => kept.name === cookie.name && kept.path === cookie.path && kept.host === cookie.host
    this.#cookies = this.#cookies.filter((kept) => !same(kept))
    if (!gone) this.#cookies.push(cookie)
  }
}
