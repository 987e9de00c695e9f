import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** Of `package.json`, equally far above this file in src and in dist. */
export const { version } = Value.Parse(Type.Object({ version: Type.String() }), manifest)
