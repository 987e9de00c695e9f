import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that systems hand out by themselves, to connections, too: a server that is stopped and started again must
// find its port free, and a browser that keeps asking for it meanwhile opens many connections.
const FIRST = 20_000
const COUNT = 12_000

let tried = Math.floor(Math.random() * COUNT)

const isFree = async (port) => {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** A port on which nothing listens, and which this process has not been given before. */
export const freePort = async () => {
  for (let left = COUNT; left > 0; left -= 1) {
    tried += 1
    const port = FIRST + (tried % COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`All ports from ${FIRST} to ${FIRST + COUNT - 1} are in use.`)
}
