import type { ServerResponse } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'
import type { DevelopmentApp } from './development.ts'

const OF_THE_SERVER = /^\/(api|auth|idp|ws)(\/|$)|^\/(healthz|readyz)(\?|$)/
const SERVER_SOURCE = /\/src\/(server|contract|rules)\//
/** An editor saves several files at once. */
const SETTLE_MS = 100

/** Runs the server inside the development server: one process and one origin, reloaded when its code changes. */
export function developmentServer(): Plugin {
  return {
    name: 'hockey-pool-server',
    apply: (_config, { command, mode }) => command === 'serve' && mode !== 'test',
    config: () => ({ server: { port: Number(process.env.PORT ?? 3000), strictPort: true } }),
    configureServer: mount,
  }
}

function mount(vite: ViteDevServer): () => void {
  const load = async (): Promise<DevelopmentApp | Error> => {
    try {
      const { startDevelopmentApp } = await vite.ssrLoadModule('/src/server/app/development.ts')
      return await startDevelopmentApp()
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      vite.config.logger.error(failure.stack ?? failure.message, { timestamp: true })
      return failure
    }
  }
  const end = async (app: DevelopmentApp | Error) => {
    if (!(app instanceof Error)) await app.close()
  }
  let current = load()
  let timer: NodeJS.Timeout | undefined

  vite.watcher.on('all', (_event, file) => {
    if (!SERVER_SOURCE.test(file.replaceAll('\\', '/'))) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      vite.config.logger.info('server reloaded', { timestamp: true })
      current = current.then(end).then(load)
    }, SETTLE_MS)
  })
  vite.middlewares.use((request, response, next) => {
    if (!OF_THE_SERVER.test(request.url ?? '')) return next()
    current.then((app) => (app instanceof Error ? showFailure(response, app) : app.handle(request, response)), next)
  })
  const closeServer = vite.close.bind(vite)
  vite.close = async () => {
    await current.then(end)
    await closeServer()
  }
  return () => {}
}

function showFailure(response: ServerResponse, failure: Error): void {
  response
    .writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
    .end(`The server did not start.\n\n${failure.stack}`)
}
