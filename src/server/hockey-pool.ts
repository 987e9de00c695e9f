#!/usr/bin/env node
// The package's command: `hockey-pool` starts the server, `hockey-pool league ...` is `npm run league -- ...`.
process.setSourceMapsEnabled(true)

if (process.argv[2] === 'league') {
  const { runLeague } = await import('./admin/cli/run-league.ts')
  process.exitCode = await runLeague(process.argv.slice(3))
} else await import('./main.ts')
