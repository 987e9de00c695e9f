import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.mjs'
import { ask } from '../support/nginx.ts'

/** Runs a script that listens at PORT as a separate process until the test ends: a floor to measure against. */
export const startBare = async (script: string, env: Record<string, string> = {}): Promise<string> => {
  const port = await freePort()
  const bare = spawn(process.execPath, ['-e', script], { env: { ...env, PORT: String(port) } })
  onTestFinished(async () => {
    bare.kill()
    await once(bare, 'exit')
  })
  const origin = `http://127.0.0.1:${port}`
  while ((await ask(origin).catch(() => null)) === null) await new Promise((resolve) => setTimeout(resolve, 50))
  return origin
}
