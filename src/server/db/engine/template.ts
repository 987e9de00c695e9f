import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { templatePath } from '../../settings/places.ts'
import { StartRefusal } from '../../settings/start-refusal.ts'

/** Waiting for one file to reach the disk, the others go on; four times faster than one by one. */
const WRITERS = 8

/** The first line of the unpacked template; the files follow in this order. */
const Index = Type.Object({
  folders: Type.Array(Type.String()),
  files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer() })),
})

/** Creates an empty database, shuts it down cleanly, which spares each start a recovery, and packs its folder. */
export async function makeTemplate(path: string = templatePath): Promise<void> {
  const aside = await mkdtemp(join(tmpdir(), 'hockey-pool-template-'))
  try {
    const folder = join(aside, 'database')
    await (await PGlite.create(folder)).close()
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, await pack(folder))
    await rename(`${path}.new`, path)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function pack(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const nameOf = (entry: (typeof entries)[number]) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
  const names = entries.filter((entry) => entry.isFile()).map(nameOf)
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))))
  const index: Static<typeof Index> = {
    folders: entries.filter((entry) => entry.isDirectory()).map(nameOf),
    files: names.map((name, i) => ({ name, size: contents[i]?.length ?? 0 })),
  }
  return promisify(gzip)(Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...contents]))
}

/** Unpacks the template as `folder`, completely or not at all: first beside it, then renamed. */
export async function unpackTemplate(folder: string, path: string = templatePath): Promise<void> {
  const aside = `${folder}.new`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true, mode: 0o700 })
  const packed = await readFile(path)
  const unpacked = await promisify(gunzip)(packed).catch(() => {
    throw new StartRefusal(`The build is not whole: ${path} is damaged. Delete that file and run: npm run build`)
  })
  const indexEnd = unpacked.indexOf('\n')
  const { folders, files } = Value.Parse(Index, JSON.parse(unpacked.toString('utf8', 0, indexEnd)))
  for (const name of folders) await mkdir(join(aside, name), { recursive: true })
  let at = indexEnd + 1
  const pieces = files.map(({ name, size }) => {
    at += size
    return { path: join(aside, name), content: unpacked.subarray(at - size, at) }
  })
  const waiting = pieces.values()
  await Promise.all(Array.from({ length: WRITERS }, () => writeSynced(waiting)))
  await rename(aside, folder)
  if (process.platform === 'win32') return
  const parent = openSync(dirname(folder), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

async function writeSynced(pieces: Iterable<{ path: string; content: Buffer }>): Promise<void> {
  for (const { path, content } of pieces) {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(content)
    await file.datasync()
    await file.close()
  }
}
