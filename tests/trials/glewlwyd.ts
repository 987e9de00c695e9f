import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { freePort } from '../support/free-port.mjs'
import { isRunning } from '../support/league-server.ts'

// Debian's OpenID Connect server, which is not ours: https://packages.debian.org/glewlwyd

const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const SETTINGS = '/etc/glewlwyd/glewlwyd.conf'

/** Where it is missing, the tests that need it are left out. */
export const hasGlewlwyd =
  spawnSync('glewlwyd', ['--version']).error === undefined &&
  spawnSync('sqlite3', ['--version']).status === 0 &&
  existsSync(TABLES)

export interface GlewlwydUser {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

export interface Glewlwyd {
  readonly issuer: string
  addUser(user: GlewlwydUser): Promise<void>
  /** What a person does on its pages: logs in and lets the app know them. Returns the cookie of that login. */
  enter(username: string): Promise<string>
  stop(): Promise<void>
}

const PASSWORD = 'a long password'
const SCOPES = ['openid', 'profile', 'email']

/** Sends JSON to its administration as one person, who stays logged in. */
const visitorOf = (origin: string) => {
  let cookie = ''
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      body: body && JSON.stringify(body),
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return text
  }
  return { ask, cookie: () => cookie }
}

const plugin = (issuer: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 1_209_600,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-id-token-enabled': true,
      'auth-type-none-enabled': false,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': false,
      'auth-type-refresh-enabled': true,
      'pkce-allowed': true,
      'pkce-required': false,
      'subject-type': 'public',
      'allowed-scope': SCOPES,
      'name-claim': 'on-demand',
      'name-claim-scope': ['profile'],
      'email-claim': 'on-demand',
      'email-claim-scope': ['email'],
      claims: [
        {
          name: 'email_verified',
          'user-property': 'email_verified',
          type: 'boolean',
          'boolean-value-true': 'yes',
          'boolean-value-false': 'no',
          mandatory: false,
          'on-demand': true,
          scope: ['email'],
        },
      ],
    },
  }
}

/** Runs it on its own database, with the pool as its client, configured through its own administration. */
export async function startGlewlwyd(client: {
  id: string
  secret: string
  redirects: readonly string[]
}): Promise<Glewlwyd> {
  const folder = await temporaryFolder()
  const database = join(folder, 'database')
  const made = spawnSync('sqlite3', [database], { input: await readFile(TABLES) })
  if (made.status !== 0) throw new Error(`The tables were not made: ${made.stderr}`)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const settings = join(folder, 'glewlwyd.conf')
  const changes: [RegExp, string][] = [
    [/^port=.*$/m, `port=${port}`],
    [/^external_url=.*$/m, `external_url="${origin}"`],
    [/^log_mode=.*$/m, 'log_mode="console"'],
    [/^@include .*$/m, `database = { type = "sqlite3"; path = "${database}"; };`],
  ]
  const given = await readFile(SETTINGS, 'utf8')
  await writeFile(
    settings,
    changes.reduce((text, [from, to]) => text.replace(from, to), given),
  )
  let printed = ''
  const server = spawn('glewlwyd', [`--config-file=${settings}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const closed = new Promise((resolve) => server.once('close', resolve))
  const stop = async () => {
    server.kill('SIGTERM')
    await closed
    await removeFolder(folder)
  }
  const admin = visitorOf(origin)
  const issuer = `${origin}/api/oidc`
  try {
    while (!(await fetch(`${origin}/config`).catch(() => null))) {
      if (!isRunning(server)) throw new Error(`It has ended.\n${printed}`)
      await wait(50)
    }
    await admin.ask('POST', '/auth/', { username: 'admin', password: 'password' })
    for (const name of ['profile', 'email']) {
      await admin.ask('POST', '/scope', { name, display_name: name, description: name, password_required: true })
    }
    const users = JSON.parse(await admin.ask('GET', '/mod/user/database'))
    users.parameters['data-format'].email_verified = { multiple: false, read: true, write: true }
    await admin.ask('PUT', '/mod/user/database', users)
    await admin.ask('PUT', '/mod/user/database/reset')
    await admin.ask('POST', '/mod/plugin/', plugin(issuer))
    await admin.ask('POST', '/client', {
      client_id: client.id,
      name: 'Hockey Pool',
      password: client.secret,
      token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
      confidential: true,
      enabled: true,
      authorization_type: ['code', 'refresh_token'],
      redirect_uri: client.redirects,
      scope: [],
    })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    issuer,
    addUser: async ({ username, name, email, isVerified }) => {
      const user = { username, name, email, email_verified: isVerified ? 'yes' : 'no', password: PASSWORD }
      await admin.ask('POST', '/user', { ...user, enabled: true, scope: SCOPES })
    },
    enter: async (username) => {
      const person = visitorOf(origin)
      await person.ask('POST', '/auth/', { username, password: PASSWORD })
      await person.ask('PUT', `/auth/grant/${client.id}`, { scope: SCOPES.join(' ') })
      return person.cookie()
    },
    stop,
  }
}
