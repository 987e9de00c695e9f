import type { TSchema } from 'typebox'
import { fitsAnswer } from '../offline/answer-check.ts'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotStore } from '../offline/snapshot-store.ts'
import type { StoreAccess } from '../offline/store-access.ts'
import { answerSchemaAt } from './addresses.ts'

/** Looking up what we have may not hold up the request. */
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

/** The answer for the page, and the storing of it, which may take longer. */
export interface CachedResponse {
  readonly response: Response
  /** Whether it may have come from the league: false for a whole answer that is not of its call, which is not kept. */
  readonly stored: Promise<boolean>
}

const nothing = Promise.resolve(true)
const after = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

/** A page of a public network's login, or any other answer that is not the call's, takes no row's place. */
const isAnswer = (schema: TSchema | null, text: string): boolean => {
  try {
    return schema !== null && fitsAnswer(schema, JSON.parse(text))
  } catch {
    return false
  }
}

/** From the stored row: the server said that nothing has changed, and sent no body. */
const unchanged = ({ body, etag }: Snapshot): Response =>
  new Response(body, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...(etag === null ? {} : { ETag: etag }) },
  })

/** Passes a call to the network, asking only for what has changed, and keeps what comes back. Never answers without it. */
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
    // A row that was damaged may not stand in for an answer; without its ETag the server sends a whole one.
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
      // Whoever was logged in when we asked; the store refuses the row if that has changed meanwhile.
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
