// `npm run docs:reference`: writes the pages of docs/reference that mirror the code.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { referencePages } from './reference-pages.ts'

for (const [name, text] of referencePages()) {
  await writeFile(fileURLToPath(new URL(`../../../docs/reference/${name}`, import.meta.url)), text)
}
