// The first import of whatever Node is started with. The rest is imported after it has run: linking alone ends an older
// Node with a stack trace.
import { createRequire } from 'node:module'

createRequire(import.meta.url)('../../../src/server/build/check-node.cjs')
