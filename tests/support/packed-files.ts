import { MemoryFS, type PGlite } from '@electric-sql/pglite'
import { type Static, Type } from 'typebox'
import { fits } from '#server/http/answers/validator'

/** Where PGlite keeps a database's files, in memory too. */
const ROOT = '/pglite/data'

/** The first line of a pack; the files follow in this order. */
const Index = Type.Object({
  folders: Type.Array(Type.String()),
  files: Type.Array(Type.Object({ path: Type.String(), size: Type.Integer() })),
})

/** All files of a database in memory. */
export function packFiles(FS: PGlite['Module']['FS']): Buffer {
  const folders = [ROOT]
  const files: { path: string; content: Uint8Array }[] = []
  for (const folder of folders) {
    for (const name of FS.readdir(folder)) {
      if (name === '.' || name === '..') continue
      const path = `${folder}/${name}`
      if (FS.isDir(FS.stat(path).mode)) folders.push(path)
      else files.push({ path, content: FS.readFile(path) })
    }
  }
  const index = { folders, files: files.map(({ path, content }) => ({ path, size: content.length })) }
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files.map(({ content }) => content)])
}

function indexOf(line: string): Static<typeof Index> {
  const index: unknown = JSON.parse(line)
  if (!fits<Static<typeof Index>>(Index, index)) throw new Error('That is not a pack.')
  return index
}

/**
 * A memory file system that begins with a pack's files and writes into the pack's own bytes. What PGlite does with a tar
 * takes three times as long: it copies the whole several times and looks up every step of every path.
 */
export class PackedFiles extends MemoryFS {
  readonly #pack: Buffer

  constructor(pack: Buffer) {
    super()
    this.#pack = pack
  }

  override async initialSyncFs(): Promise<void> {
    const engine = this.pg?.Module
    if (!engine) throw new Error('PGlite fills a file system before it has made it.')
    const indexEnd = this.#pack.indexOf('\n')
    const { folders, files } = indexOf(this.#pack.toString('utf8', 0, indexEnd))
    for (const folder of folders) engine.FS.mkdirTree(folder)
    let at = indexEnd + 1
    for (const { path, size } of files) {
      engine.FS.writeFile(path, this.#pack.subarray(at, at + size), { canOwn: true })
      at += size
    }
  }
}
