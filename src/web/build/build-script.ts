import { build, type Plugin } from 'vite'

interface Options {
  readonly conditions: string[]
  readonly plugins?: Plugin[]
}

/** Builds a classic script with all that it imports, beside the app's own build. */
export async function buildScript(input: string, { conditions, plugins = [] }: Options): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins,
    resolve: { conditions },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const chunk = outputs.flatMap(({ output }) => output).find((part) => part.type === 'chunk')
  if (!chunk) throw new Error(`${input} was not built.`)
  return chunk.code
}
