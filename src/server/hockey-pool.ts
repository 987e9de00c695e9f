#!/usr/bin/env node
// The package's command: `hockey-pool` starts the server, `hockey-pool league ...` is `npm run league -- ...`.
import { createRequire } from 'node:module'

createRequire(import.meta.url)('../../src/server/build/check-node.cjs')
process.setSourceMapsEnabled(true)

if (process.argv[2] === 'league') {
  process.argv.splice(2, 1)
  await import('./admin/cli/league.ts')
} else await import('./main.ts')
