import type { Plugin } from 'vite'

/** One text, in quotes of any kind, of a description or a summary. */
const TEXT = /\b(?:description|summary):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)\s*(?:,|(?=\}))/g

/** Leaves out of the app what only the server's documentation of the calls shows. */
export const withoutCallDocumentation = (): Plugin => ({
  name: 'without-call-documentation',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(TEXT, ''), map: null }),
  },
})
