import { usage } from '../settings/arguments.ts'
import type { Variables } from '../settings/variables.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'

const GENERATED = 'Generated from the code: `npm run docs:reference` writes this page.'
const USE = 'npm run league --'

const page = (title: string, ...parts: string[]): string => `# ${title}\n\n${parts.join('\n\n')}\n`

const block = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

function settingsPage(): string {
  const groups = Object.entries(meanings).flatMap(([title, group]) => [
    `## ${title}`,
    table(
      ['Setting', 'Default', 'Meaning'],
      Object.entries(group).map(([name, { usual, meaning }]) => [
        `\`${name}\``,
        usual === null ? 'none' : `\`${usual}\``,
        meaning,
      ]),
    ),
  ])
  return page(
    'Settings',
    `For operators. ${GENERATED}`,
    'Settings are environment variables. The server reads them once, at the start. A wrong value stops the start with a\nsentence that names it. So does a name that is nearly one of these. An empty value counts as not set.',
    ...groups,
  )
}

/** Where the help of each command is. */
const GROUPS = [
  {
    file: 'commands-league.md',
    title: 'Commands: league and members',
    of: ['init', 'check', 'members', 'teams', 'rename', 'invite', 'sessions', 'login-check'],
  },
  {
    file: 'commands-season.md',
    title: 'Commands: season and statistics',
    of: ['import', 'publish', 'season', 'history', 'correct', 'take-back'],
  },
  {
    file: 'commands-upkeep.md',
    title: 'Commands: messages, records and backups',
    of: ['tell', 'audit', 'refresh', 'backup', 'restore', 'export'],
  },
]

const helpOf = ({ name, takes, help }: Command): string[] => [
  `## ${name}`,
  block(`${`${USE} ${name} ${takes}`.trimEnd()}\n\n${help}`),
]

function commandsPage(): string {
  const fileOf = (name: string): string => GROUPS.find(({ of }) => of.includes(name))?.file ?? ''
  return page(
    'Commands',
    `For operators. ${GENERATED}`,
    `Run a league command as \`${USE} COMMAND\`. Every command has \`--help\`.`,
    table(
      ['Command', 'What it does'],
      commands.map(({ name, summary }) => [`[\`${name}\`](${fileOf(name)}#${name})`, summary]),
    ),
    [
      '- Commands use `DATA_DIR` or `DATABASE_URL`, as the server does.',
      '- You can run them while the server runs. With the embedded database they reach it through `DATA_DIR/control.sock`.',
      '  Only the user of the server can open that socket. On Windows, stop the server first.',
      '- Commands that change something have `--dry-run`. It shows the change and makes none.',
      '- Exit codes: 0 done, 1 refused or failed, 2 called wrongly.',
      '- Installed as a package, the same commands are `npx hockey-pool league COMMAND`.',
    ].join('\n'),
    '## The server',
    block(usage),
  )
}

/** Each page that mirrors the code, by its name in docs/reference. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['settings.md', settingsPage()],
    ['commands.md', commandsPage()],
    ...GROUPS.map(({ file, title, of }): [string, string] => [
      file,
      page(
        title,
        `For operators. ${GENERATED} [All commands](commands.md).`,
        ...commands.filter(({ name }) => of.includes(name)).flatMap(helpOf),
      ),
    ]),
  ])
}

interface Meaning {
  /** In the reference; null: it is not set. */
  readonly usual: string | null
  /** Markdown. */
  readonly meaning: string
}

type Group = { readonly [Name in keyof Variables]?: Meaning }

const set = (usual: string, meaning: string): Meaning => ({ usual, meaning })
const unset = (meaning: string): Meaning => ({ usual: null, meaning })

/** What each setting is for: `npm run docs:reference` writes the reference from it. */
export const meanings: Readonly<Record<string, Group>> = {
  Server: {
    PUBLIC_URL: set(
      'http://localhost:PORT',
      'The origin that browsers see; https in production. League commands need it too, for invitation links.',
    ),
    NODE_ENV: unset('`production` insists on https, and on passkeys or an identity provider.'),
    PORT: set('3000', 'The port to listen on.'),
    HOST: set('localhost', 'The address to listen on. `0.0.0.0` lets other machines in.'),
    TRUST_PROXY: set(
      'false',
      "The proxies whose word counts for a client's address: `loopback`, addresses, or a number of hops. `true` believes everyone, and logs a warning.",
    ),
    HSTS_SUBDOMAINS: set('on', "`off` if a subdomain of `PUBLIC_URL`'s host still uses plain http."),
    LOG_LEVEL: set('info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  },
  Data: {
    DATA_DIR: set(
      './data',
      'The folder of the embedded database. A scenario has its own: `./data/draft-night` or `./data/game-night`.',
    ),
    DATABASE_URL: unset('A PostgreSQL server, version 15 or newer, instead of the embedded database.'),
    DEMO_LEAGUE: set('on', '`off` makes no demo league in an empty database. Only the trial login has one.'),
  },
  'Logging in': {
    LOGIN: unset(
      '`accounts` (passkeys), `external` (identity provider) or `trial` (buttons). By default the league decides: see [Logging in](../install/login.md).',
    ),
    SESSION_DAYS: set('180', 'A login ends after this many days, 1 to 400.'),
    SESSION_IDLE_DAYS: set('30', 'A login ends after this many days without a visit.'),
    OIDC_ISSUER: unset("The identity provider's issuer, exactly as the provider spells it."),
    OIDC_CLIENT_ID: unset('The client id at the provider.'),
    OIDC_CLIENT_SECRET: unset('The client secret at the provider.'),
    OIDC_CLIENT_AUTH: unset(
      'How to send the secret: `basic` (a header) or `post` (the body). By default discovery decides.',
    ),
    OIDC_ACCOUNT_URL: set('ISSUER/account', "Where *Change Password* leads. The default is Keycloak's address."),
    DEMO_LOGIN: set('local', '`everywhere` opens the trial login to other machines.'),
  },
  'Limits and hosts': {
    RATE_LIMIT: set(
      '1200',
      'Requests per minute and address. Logging in has a tenth of it, the live channel ten times as much. `0` turns this limit and those of a login off.',
    ),
    PICTURE_HOSTS: unset('The https origins for player pictures and logos. Answers leave other pictures out.'),
    PUSH_HOSTS: set(
      'fcm.googleapis.com updates.push.services.mozilla.com *.push.apple.com *.notify.windows.com',
      'The push services for notifications. `*.` means any subdomain.',
    ),
  },
  Statistics: {
    SCHEDULE: set('on', '`off`: the server imports and publishes nothing by itself.'),
    IMPORT_EVERY: set(
      '30',
      'Minutes between two imports while games are on. Between games it waits six times as long.',
    ),
    PUBLISH_AT: set(
      '05:00',
      "When the daily official update is due, on the league's clock. A demo league keeps 05:00.",
    ),
    NHL_API_WEB: set('https://api-web.nhle.com/v1', "The NHL's API: standings, schedule, rosters, players, scores."),
    NHL_API_STATS: set('https://api.nhle.com/stats/rest/en', "The NHL's statistics: lines by game, clubs, seasons."),
  },
}
