import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { buildScript } from '../build/build-script.ts'
import { cssVariables } from '../ui/theme/tokens.ts'

const VARIABLES = 'virtual:pool-variables'
/** In the order in which the page runs them. */
const FILES = { frame: 'first-frame.js', late: 'start-without-frame.js' } as const
const APP_TAG = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const ENTRIES = { frame: source('./script.ts'), late: source('./start-without-frame.ts') } as const

/** The design tokens as a module: the script carries the finished text and not the way to make it. */
export const poolVariables = (): Plugin => ({
  name: 'pool-variables',
  resolveId: (id) => (id === VARIABLES ? `\0${VARIABLES}` : undefined),
  load: (id) => (id === `\0${VARIABLES}` ? `export default ${JSON.stringify(cssVariables())}` : undefined),
})

/**
 * Builds the first-frame script as a separate hashed file and puts it in front of the app's modules: a classic script,
 * which draws while they are still loading. In development it is the same source as a module.
 */
export function firstFrame(): Plugin {
  let conditions: string[] = []
  return {
    name: 'pool-first-frame',
    apply: 'build',
    configResolved(config) {
      conditions = config.resolve.conditions
    },
    async buildStart() {
      const options = { conditions, plugins: [poolVariables()] }
      this.emitFile({ type: 'asset', name: FILES.frame, source: await buildScript(ENTRIES.frame, options) })
      this.emitFile({ type: 'asset', name: FILES.late, source: await buildScript(ENTRIES.late, options) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const built = (name: string): string => {
          const file = Object.values(bundle ?? {}).find((part) => part.type === 'asset' && part.names.includes(name))
          if (!file) throw new Error(`${name} is missing from the build.`)
          return `/${file.fileName}`
        }
        const [tag, app] = APP_TAG.exec(html) ?? []
        if (!tag || !app) throw new Error('The page does not load the app.')
        return {
          // The first-frame script fetches the code, and runs it when the frame has been painted.
          html: html.replace(tag, ''),
          tags: [
            {
              tag: 'link',
              attrs: { rel: 'preload', as: 'script', href: built(FILES.frame), fetchpriority: 'high' },
              injectTo: 'head-prepend',
            },
            { tag: 'script', attrs: { src: built(FILES.frame), 'data-app': app }, injectTo: 'body' },
            { tag: 'script', attrs: { src: built(FILES.late), defer: true }, injectTo: 'body' },
          ],
        }
      },
    },
  }
}

/** In development the script is a module that the page loads first. */
export const firstFrameInDevelopment = (): Plugin => ({
  name: 'pool-first-frame-development',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'module', src: '/src/web/first-frame/script.ts' }, injectTo: 'head-prepend' },
  ],
})
