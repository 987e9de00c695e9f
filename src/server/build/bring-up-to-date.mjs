// Before `npm start` and `npm run league`, in plain JavaScript, since nothing may be built yet. Builds what is missing or
// older than its sources where the development packages are installed; without them what was built before is used.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const rest = join(root, 'dist/server/build/build-missing.js')

const run = (script, ...words) => {
  const { status } = spawnSync(process.execPath, [script, ...words], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (existsSync(compiler)) run(compiler, '-b', 'src/server')
else if (!existsSync(rest)) {
  process.stderr.write(
    'Nothing is built here, and the packages that build it are not installed: run npm ci (without NODE_ENV=production) and npm run build first.\n',
  )
  process.exit(1)
}
run(rest, ...process.argv.slice(2))
