import type { TSchema } from 'typebox'
import { fitsAnswer } from '../net/answer-check.ts'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotStore } from '../offline/snapshot-store.ts'
import type { StoreAccess } from '../offline/store-access.ts'
import { answerSchemaAt } from './addresses.ts'

/** The lookup must not delay the request for longer. */
const LOOKUP_MS = 300

interface Deps {
  readonly access: StoreAccess<SnapshotStore>
  readonly fetch: (request: Request) => Promise<Response>
  readonly now: () => number
}

interface Known {
  readonly owner: string | null
  readonly row: Snapshot | null
}

/** The response for the page, and its storing, which may take longer. */
interface CachedResponse {
  readonly response: Response
  /** False for a complete answer that does not fit its call: it did not come from the league and is not stored. */
  readonly stored: Promise<boolean>
}

const nothing = Promise.resolve(true)
const after = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

/** A public network's login page, or anything else that does not fit the call, must not replace a row. */
const isAnswer = (schema: TSchema | null, text: string): boolean => {
  try {
    return schema !== null && fitsAnswer(schema, JSON.parse(text))
  } catch {
    return false
  }
}

/** The stored row as a response, after a 304 without a body. */
const unchanged = ({ body, etag }: Snapshot): Response =>
  new Response(body, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...(etag === null ? {} : { ETag: etag }) },
  })

/** Passes a call to the network as a conditional request and stores the answer. Never answers without the network. */
export const createResponseCache = ({ access, fetch, now }: Deps) => {
  const keep = async (snapshot: Snapshot): Promise<true> => {
    await access.use((store) => store.putIfNewer(snapshot))
    return true
  }

  return async (request: Request): Promise<CachedResponse> => {
    const url = new URL(request.url)
    const address = url.pathname + url.search
    const schema = answerSchemaAt(url)
    const sentAt = now()
    const lookup = access.use<Known>(async (store) => ({ owner: await store.owner(), row: await store.read(address) }))
    const row = (await Promise.race([lookup, after(LOOKUP_MS)]))?.row
    // A damaged row must not serve as an answer; without its ETag the server sends a complete one.
    const known = row && isAnswer(schema, row.body) ? row : null

    const headers = new Headers(request.headers)
    if (known?.etag) headers.set('If-None-Match', known.etag)
    const response = await fetch(new Request(request, { headers }))

    if (response.status === 304 && known) {
      return { response: unchanged(known), stored: keep({ ...known, fetchedAt: sentAt }) }
    }
    if (response.status !== 200) return { response, stored: nothing }

    const copy = response.clone()
    const store = async (): Promise<boolean> => {
      const body = await copy.text()
      if (!isAnswer(schema, body)) return false
      // The owner at the time of the request; the store refuses the row if that has changed since.
      const owner = (await lookup)?.owner
      if (!owner) return true
      return await keep({
        owner,
        address,
        version: SNAPSHOT_VERSION,
        body,
        etag: copy.headers.get('ETag'),
        fetchedAt: sentAt,
      })
    }
    return { response, stored: store() }
  }
}
