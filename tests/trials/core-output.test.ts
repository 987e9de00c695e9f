import { describe, expect, it } from 'vitest'
import { builtModule } from '../support/built-module.ts'
import { outputOf, startNode } from '../support/process-output.ts'

const logging = await builtModule('src/server/settings/logging.ts')
const terminal = await builtModule('src/server/cli/terminal.ts')

const script = (text: string): string[] => ['--input-type=module', '-e', text]

describe('output that no one reads', { timeout: 60_000 }, () => {
  const lines = `for (let i = 0; i < 2_000; i++) terminal.say('a line of a list that is longer than a pipe holds'.repeat(5))`
  const pause = 'await new Promise((resolve) => setTimeout(resolve, 50))'

  it.each([
    ['help', ['dist/server/cli/league.js', 'help']],
    [
      'a long list',
      script(`
        await import('${logging}').then(({ outliveOutput }) => outliveOutput())
        const { Terminal } = await import('${terminal}')
        const terminal = new Terminal()
        ${lines}
        ${pause}
        ${lines}`),
    ],
    [
      'the log of a server',
      script(`
        const { createLog } = await import('${logging}')
        const log = createLog({ logLevel: 'info' })
        for (let i = 0; i < 5; i++) {
          log.info('a line')
          ${pause}
        }`),
    ],
  ])('ends no process, and is not its fault: %s', async (_, words) => {
    const child = startNode(words)
    // A reader that goes before anything is said, as `| head -0` does.
    child.stdout?.destroy()
    expect(await outputOf(child).ended).toEqual({ code: 0, out: '', err: '' })
  })
})

it('the log has what was said before a process ends at once', async () => {
  const child = startNode(
    script(`
      const { createLog } = await import('${logging}')
      const log = createLog({ logLevel: 'info' })
      for (const line of ['first', 'last']) log.info(line)
      process.exit(3)`),
  )
  const { code, out } = await outputOf(child).ended
  expect(code).toBe(3)
  const lines = out.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'last'])
})
