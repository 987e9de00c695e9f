import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { evictOldest } from '../memory/evict-oldest.ts'
import type { Encoding } from './accept-encoding.ts'
import type { Soon } from './soon.ts'

/** Below this the header costs more than compression gains. */
const WORTH_COMPRESSING_BYTES = 1_000
/** More keys than a league has; the oldest goes first. */
const MOST_KEPT = 200

/** An answer as bytes, each encoding made at most once. */
export class PreparedBytes {
  readonly raw: Buffer
  /** Weak, since the encodings share it. */
  readonly etag: string
  readonly #encoded = new Map<Encoding, Soon<Buffer>>()

  constructor(value: unknown) {
    this.raw = Buffer.from(JSON.stringify(value))
    this.etag = `W/"${createHash('sha256').update(this.raw).digest('base64url').slice(0, 27)}"`
  }

  get worthCompressing(): boolean {
    return this.raw.length >= WORTH_COMPRESSING_BYTES
  }

  encoded(encoding: Encoding): Soon<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const made =
      encoding === 'br'
        ? promisify(brotliCompress)(this.raw, {
            params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_SIZE_HINT]: this.raw.length },
          })
        : promisify(gzip)(this.raw, { level: 6 })
    const kept = made.then((bytes) => {
      this.#encoded.set(encoding, bytes)
      return bytes
    })
    this.#encoded.set(encoding, kept)
    return kept
  }
}

interface Kept {
  day: string
  bytes: Soon<PreparedBytes>
}

/** Answers that are the same for everybody, kept until the league's data or its day changes. */
export class PreparedAnswers {
  readonly #today: () => string
  readonly #kept = new Map<string, Kept>()

  constructor(today: () => string) {
    this.#today = today
  }

  /** What is made already, or being made. */
  find(key: string): Soon<PreparedBytes> | undefined {
    const known = this.#kept.get(key)
    return known?.day === this.#today() ? known.bytes : undefined
  }

  /** All who ask at once wait for one making. */
  get(key: string, make: () => Promise<unknown>): Soon<PreparedBytes> {
    const known = this.find(key)
    if (known) return known
    const day = this.#today()
    const bytes = make().then((value) => new PreparedBytes(value))
    const kept: Kept = { day, bytes }
    this.#kept.set(key, kept)
    bytes.then(
      (made) => {
        kept.bytes = made
      },
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key)
      },
    )
    evictOldest(this.#kept, MOST_KEPT)
    return bytes
  }

  forget(): void {
    this.#kept.clear()
  }
}
