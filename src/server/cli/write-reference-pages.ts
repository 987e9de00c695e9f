// `npm run docs:reference`: writes the pages of docs/reference that mirror the code.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../settings/places.ts'
import { referencePages } from './reference-pages.ts'

for (const [name, text] of referencePages()) {
  await writeFile(join(root, 'docs/reference', name), text)
}
