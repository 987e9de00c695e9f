// Makes dist/server of src/server and what that imports: some forty files in the place of two thousand, which a process
// loads in a third of the time.
import { readdir, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'

/** What Node is started with; cli/league and main load the rest themselves. */
const PROGRAMS = ['main', 'hockey-pool', 'cli/league', 'cli/write-reference-pages', 'build/build-assets']
/** They look for files beside their own, or for a package that need not be there. */
const LEFT_IN_PLACE = [/^@electric-sql\/pglite/, 'pg', 'pino']

/**
 * Bundles files of src, by the names that they get, into `folder`, what they share as `parts` says. All must lie as deep as
 * settings/places.ts in src/server, which finds the same places from both. Returns the paths of what was made.
 */
export async function bundle(root, input, folder, parts = '[name].js') {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: LEFT_IN_PLACE,
    // typebox does not say that its modules have no side effects.
    treeshake: { moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }] },
  })
  const { output } = await bundle.write({
    dir: folder,
    sourcemap: true,
    // Node reads the map of each file that it loads.
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: parts,
  })
  await bundle.close()
  return output.map(({ fileName }) => fileName)
}

/** `root`: the checkout. */
export async function bundleServer(root) {
  const folder = join(root, 'dist/server')
  const programs = Object.fromEntries(PROGRAMS.map((name) => [name, `src/server/${name}.ts`]))
  const made = new Set(await bundle(root, programs, folder, 'parts/[name].js'))
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of found.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).replaceAll(sep, '/')
    if (!made.has(name) && !name.startsWith('db/')) await rm(path)
  }
}
