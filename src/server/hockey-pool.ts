#!/usr/bin/env node
// The package's command: `hockey-pool` starts the server, `hockey-pool league ...` is `npm run league -- ...`.
import './build/refuse-old-node.ts'

process.setSourceMapsEnabled(true)

if (process.argv[2] === 'league') {
  process.argv.splice(2, 1)
  await import('./cli/league.ts')
} else await import('./main.ts')
