import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { root } from './places.ts'

const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Of `package.json`. */
export const { version } = Value.Parse(Type.Object({ version: Type.String() }), manifest)
