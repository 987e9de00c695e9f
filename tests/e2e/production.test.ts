import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Phone } from '../server/accounts-phone.ts'
import { CLIENT, startIssuer } from '../server/auth-issuer.ts'
import { Visitor } from '../server/auth-visitor.ts'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { freePort } from '../support/free-port.mjs'
import { isRunning, projectRoot } from '../support/league-server.ts'
import { ask } from '../support/nginx.ts'

const POOL = 'https://pool.example.org'

const pageOf = (page: string): Promise<string> => readFile(join(projectRoot, 'docs', page), 'utf8')

/** The shell blocks of a page, or of a section of it. */
async function blocksOf(page: string, heading: string): Promise<string[]> {
  const section = (await pageOf(page)).split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

/** Packages that no build needs: two fifths of the bytes that `npm ci` would install. */
const OF_TESTS =
  /^(\.(?!bin)|@axe-core|@biomejs|@testing-library|@types$|@typescript$|autocannon|axe-core|jsdom|playwright-core|selenium-webdriver)/

/** Two fifths of all other files, which neither a build nor a server reads. */
const UNREAD = ['*.map', '*.d.ts', '*.d.mts', '*.d.cts', '*.md', '*.flow']

/**
 * A fresh checkout. What `npm ci` would install is copied, nothing comes over the network; and the server's build is there,
 * which the first command would make, and `npm run build` makes again with all else.
 */
async function checkOut(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  for (const name of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await copyFile(join(projectRoot, name), join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      // Deleted here and not yet committed.
      if (error.code !== 'ENOENT') throw error
    })
  }
  const modules = join(projectRoot, 'node_modules')
  const names = (await readdir(modules)).filter((name) => !OF_TESTS.test(name))
  const unread = UNREAD.map((pattern) => `--exclude=${pattern}`)
  const packed = join(folder, 'node_modules.tar')
  execFileSync('tar', ['-cf', packed, ...unread, ...names], { cwd: modules })
  await mkdir(join(folder, 'node_modules'))
  execFileSync('tar', ['-xf', packed], { cwd: join(folder, 'node_modules') })
  await rm(packed)
  await cp(join(projectRoot, 'dist/server'), join(folder, 'dist/server'), { recursive: true })
  return folder
}

const replaced = (text: string, changes: Record<string, string>): string =>
  Object.entries(changes).reduce((changed, [from, to]) => {
    expect(changed).toContain(from)
    return changed.replaceAll(from, to)
  }, text)

/** What needs a separate machine: packages, a user, nginx, a certificate for a public name, systemd. */
const OF_THE_MACHINE = /^(sudo|sed|command -v) .*\n/gm

/** A block of docs/install/debian.md as it is run in `folder`, by a user who has the pool's profile already. */
const asPoolUser = (block: string, folder: string): string =>
  block
    .replaceAll('/srv/hockey-pool', folder)
    .replaceAll(/^sudo -iu hockey-pool (?!git )/gm, '')
    .replaceAll(/^echo "(export .*)" \| sudo tee \S*\.profile$/gm, '$1')
    .replaceAll(OF_THE_MACHINE, '')

/** What systemd runs, as deploy/hockey-pool.service says it. */
async function serviceOf(folder: string): Promise<string> {
  const unit = replaced(await readFile(join(projectRoot, 'deploy/hockey-pool.service'), 'utf8'), {
    '/srv/hockey-pool': folder,
    '/usr/bin/node': process.execPath,
  })
  const all = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  return [
    ...all('Environment').map((each) => `export ${each}`),
    `cd ${all('WorkingDirectory')[0]}`,
    ...all('ExecStart'),
  ].join('\n')
}

test('the commands of the pages lead from a checkout to a server in production, to a backup and back', async () => {
  const [begin = ''] = await blocksOf('install/debian.md', '1. Get the code and the example')
  const [, check = ''] = await blocksOf('install/debian.md', '2. Now edit league.yaml')
  const [make = ''] = await blocksOf('install/debian.md', '3. Make the league and start the server')
  const [provider = ''] = await blocksOf('install/identity-providers.md', 'Try the settings')
  const [backup = ''] = await blocksOf('operate/backup-restore.md', 'Try it beside the running league')
  const folder = await checkOut()
  const issuer = await startIssuer(POOL)
  onTestFinished(issuer.stop)
  const port = await freePort()
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PORT: String(port),
    SCHEDULE: 'off',
    npm_config_offline: 'true',
    npm_config_audit: 'false',
  }
  let printed = ''
  const run = (script: string) => {
    const child = spawn('sh', ['-e'], { cwd: folder, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    }
    child.stdin.end(script)
    return child
  }
  const ended = async (script: string) => {
    const [code] = await once(run(script), 'close')
    expect(code, printed).toBe(0)
  }
  const origin = `http://localhost:${port}`
  /** Runs a script that ends with the server, until that is ready. Returns how to stop it. */
  const served = async (script: string) => {
    const server = run(script)
    const closed = once(server, 'close')
    const stop = async () => {
      // The whole group: npm does not hand every signal on.
      if (server.pid && isRunning(server)) process.kill(-server.pid, 'SIGTERM')
      await closed
    }
    onTestFinished(stop)
    const isReady = async () => {
      expect(server.exitCode, printed).toBeNull()
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status
    }
    await expect.poll(isReady, { timeout: 240_000, interval: 250 }).toBe(200)
    return stop
  }

  const prune = 'npm run build && npm prune --omit=dev'
  expect(await pageOf('install/debian.md')).toContain(prune)
  // In block 1 nothing is installed, see `checkOut`.
  const first = asPoolUser(replaced(begin, { 'npm ci\n': 'true\n' }), folder)
  await ended(first)
  /** What a shell of the pool's user has, and one in which NAME was set. */
  const settings = first.match(/^export .*$/gm)?.join('\n') ?? ''
  expect(settings).toContain('export PUBLIC_URL=https://$NAME DATA_DIR=')
  const file = join(folder, 'league.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^name: .*$/m, 'name: Rink of Friends'))
  await ended(`${settings}\n${asPoolUser(check, folder)}`)
  await ended(`${settings}\n${asPoolUser(replaced(make, { 'npm run build\n': `${prune}\n` }), folder)}`)
  const service = await serviceOf(folder)
  const stop = await served(service)
  expect(printed).not.toMatch(/older than its sources|warning:/)
  expect(await readdir(join(folder, 'node_modules/.bin'))).not.toContain('tsc')

  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'pool.example.org' }
  // Not fetch, which says by itself that it is not a navigation.
  const page = (await ask(`http://127.0.0.1:${port}/standings`, { accept: 'text/html' })).body.toString()
  expect(page).toContain('<title>Hockey Pool</title>')
  const userOf = async (visitor: Visitor) =>
    JSON.parse((await visitor.go(`${origin}/api/v1/user`, { headers: proxied })).text)

  const links = [...printed.matchAll(/https:\/\/pool\.example\.org(\/idp\/invitation\/\S+)/g)].map(
    ([, path = '']) => path,
  )
  const names: string[] = []
  for (const link of links) {
    const phone = new Phone(origin)
    const { body } = await phone.post(`${link}/options`, {}, proxied)
    const made = await phone.post(link, phone.authenticator.make(body, { origin: POOL }), proxied)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    names.push((await userOf(phone.visitor)).name)
  }
  expect(names).toEqual(['Anna', 'Bruno', 'Chris', 'Dana'])

  await ended(`export DATA_DIR=data/pool\n${backup}`)
  await stop()
  printed = ''
  await ended('DATA_DIR=data/copy npm run --silent league -- members')
  expect(printed).toMatch(/^League: .*data\/copy/m)
  for (const name of names) expect(printed).toMatch(new RegExp(`${name.toLowerCase()} +${name}`))

  // The same league with a provider.
  const stopAgain = await served(
    [
      settings,
      replaced(provider, {
        'https://login.example.org/realms/pool': issuer.url,
        '=hockey-pool ': `=${CLIENT.clientId} `,
        'OIDC_CLIENT_SECRET=...': `OIDC_CLIENT_SECRET='${CLIENT.clientSecret}'`,
      }),
      service,
    ].join('\n'),
  )
  issuer.person = { sub: 'anna at the provider', name: 'A', email: 'anna@example.org', email_verified: true }
  const visitor = new Visitor()
  const callback = await visitor.go(`${origin}/auth/login`, {
    headers: proxied,
    until: ({ host }) => host === 'pool.example.org',
  })
  await visitor.go(`${origin}${callback.url.pathname}${callback.url.search}`, { headers: proxied, until: () => true })
  expect(await userOf(visitor)).toMatchObject({ name: 'Anna', roles: ['admin', 'premium'] })
  await stopAgain()
})
