import fs from 'node:fs'
import type { PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitArguments = Parameters<NodeFS['init']>
type Sync = (descriptor: number) => void

/** The parts of PGlite's virtual file system that are replaced here; internals, so its version is pinned. */
interface Stream {
  nfd?: number
  node: unknown
}
interface HostFiles {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
}

const isHostFiles = (value: unknown): value is HostFiles =>
  typeof value === 'object' && value !== null && 'stream_ops' in value && 'realPath' in value

/** As delivered PGlite answers every fsync at once and does nothing; a power cut could then lose or break a league. */
export class SyncedNodeFS extends NodeFS {
  readonly #sync: Sync

  constructor(folder: string, sync: Sync = fs.fsyncSync) {
    super(folder)
    this.#sync = sync
  }

  override async init(...[pglite, options]: InitArguments): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (engine) => {
        const host: unknown = engine.NODEFS
        if (!isHostFiles(host)) throw new Error('This version of PGlite has another file system.')
        host.stream_ops.fsync = (stream) => {
          try {
            if (stream.nfd === undefined) this.#syncFolder(host.realPath(stream.node))
            else this.#sync(stream.nfd)
            return 0
          } catch {
            // WASI's EIO: PostgreSQL stops rather than acknowledge what may not be on the disk.
            throw new engine.FS.ErrnoError(29)
          }
        }
      },
    ]
    return { emscriptenOpts }
  }

  #syncFolder(path: string): void {
    // Windows cannot open a folder; its file system keeps names by itself.
    if (process.platform === 'win32') return
    const descriptor = fs.openSync(path, 'r')
    try {
      this.#sync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
  }
}

/** PGlite's own list without `-F`, which turns syncing off; little memory for a little database. */
export const durableStartParams = (defaults: readonly string[]): NonNullable<PGliteOptions['startParams']> => [
  ...defaults.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=16MB'].flatMap((setting) => ['-c', setting]),
]
