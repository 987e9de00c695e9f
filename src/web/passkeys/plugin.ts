import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { buildScript } from '../build/build-script.ts'

/** As the server's pages name it (server/login/accounts/login.ts). */
export const PASSKEY_SCRIPT = 'passkeys.js'

/**
 * Builds the script of the server's pages for passkeys beside the app, which neither loads it nor keeps it for
 * offline use.
 */
export function passkeyScript(): Plugin {
  const input = fileURLToPath(new URL('./script.ts', import.meta.url))
  let conditions: string[] = []
  let isBuild = false
  return {
    name: 'pool-passkeys',
    configResolved(config) {
      conditions = config.resolve.conditions
      isBuild = config.command === 'build'
    },
    async buildStart() {
      if (!isBuild) return
      this.emitFile({ type: 'asset', fileName: PASSKEY_SCRIPT, source: await buildScript(input, { conditions }) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${PASSKEY_SCRIPT}`, (_request, response, next) => {
        buildScript(input, { conditions }).then(
          (code) => response.setHeader('content-type', 'text/javascript').end(code),
          next,
        )
      })
    },
  }
}
