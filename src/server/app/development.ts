import type { RequestListener } from 'node:http'
import { refuseOthersFolder } from '../db/engine/data-folder.ts'
import { readEnv } from '../settings/env.ts'
import { createApp } from './app.ts'
import { closeAll, createContext } from './create-context.ts'
import { prepareLeague } from './prepare-league.ts'

export interface DevelopmentApp {
  handle: RequestListener
  close(): Promise<void>
}

/** The server as it is, without its own socket and without the built app: the development server has both. */
export async function startDevelopmentApp(): Promise<DevelopmentApp> {
  const env = readEnv()
  refuseOthersFolder(env, { command: 'npm run dev', words: [], mayMake: true })
  const context = await createContext(env)
  const app = await createApp(context, { web: null })
  await app.ready()
  const closing = new AbortController()
  const preparing = prepareLeague(context, closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) context.log.error({ err: error }, 'The league could not be prepared')
  })
  return {
    handle: (request, response) => app.routing(request, response),
    close: async () => {
      closing.abort()
      await preparing
      await closeAll([() => app.close()], [() => context.close()])
    },
  }
}
