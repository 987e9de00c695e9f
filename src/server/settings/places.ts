import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This folder's parent: src/server, or dist/server in a build, where every part lies as deep as this file. */
const server = fileURLToPath(new URL('..', import.meta.url))

/** The checkout, or the installed package. */
export const root = join(server, '../..')

/** The numbered files, `0001_league.sql` first. */
export const migrationsFolder = join(server, 'db/migrations')

/** An empty database, made by the build: unpacking it is several times faster than creating one. */
export const templatePath = join(root, 'dist/server/db/template.gz')

/** The built app. */
export const webFolder = join(root, 'dist/web')
