import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

/** An empty database, made by the build: unpacking it is several times faster than creating one. The same from src. */
export const templatePath = fileURLToPath(new URL('../../../dist/server/store/template.tar.gz', import.meta.url))

const BLOCK = 512

/** Creates an empty database in memory and packs it. */
export async function makeTemplate(path: string = templatePath): Promise<void> {
  const pglite = await PGlite.create('memory://')
  try {
    const tar = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
    const packed = await promisify(gzip)(tar, { level: constants.Z_BEST_COMPRESSION })
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, packed)
    await rename(`${path}.new`, path)
  } finally {
    await pglite.close()
  }
}

interface Entry {
  name: string
  folder: boolean
  content: Buffer
}

const text = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).replace(/\0.*$/s, '')

function* entries(tar: Buffer): Generator<Entry> {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK)
    const prefix = text(header, 345, 155)
    const name = text(header, 0, 100)
    if (!name) return
    const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8)
    const content = tar.subarray(at + BLOCK, at + BLOCK + size)
    yield { name: prefix ? `${prefix}/${name}` : name, folder: text(header, 156, 1) === '5', content }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** Unpacks the template as `folder`, whole or not at all: aside first, then renamed. */
export async function unpackTemplate(folder: string, path: string = templatePath): Promise<void> {
  const aside = `${folder}.new`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true, mode: 0o700 })
  const tar = await promisify(gunzip)(await readFile(path))
  for (const { name, folder: isFolder, content } of entries(tar)) {
    const target = join(aside, name)
    if (isFolder) {
      await mkdir(target, { recursive: true })
      continue
    }
    await mkdir(dirname(target), { recursive: true })
    const file = await open(target, 'w', 0o600)
    await file.writeFile(content)
    await file.datasync()
    await file.close()
  }
  await rename(aside, folder)
  if (process.platform === 'win32') return
  const parent = openSync(dirname(folder), 'r')
  fsyncSync(parent)
  closeSync(parent)
}
