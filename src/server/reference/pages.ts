import type { Command } from '../admin/cli/command.ts'
import { commands } from '../admin/cli/commands.ts'
import { usage } from '../settings/arguments.ts'
import { meanings } from '../settings/meanings.ts'

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
