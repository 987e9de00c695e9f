import { join } from 'node:path'
import * as contract from '#contract/command'
import { undoSeason } from '#contract/next-season'
import { seasonOfYear } from '../league/file/history-file.ts'
import { DRY_RUN, printedLine } from '../league/moving-in/step.ts'
import {
  type Called,
  type Command,
  dryRunHelp,
  dryRunOption,
  firstPath,
  isDry,
  optionPath,
  printLines,
  WrongUse,
} from './command.ts'
import { readChecked, readText, writeWhole } from './files.ts'

export const season: Command = {
  name: 'season',
  takes: 'FILE [--from DIR] [--dry-run] | --undo [--dry-run]',
  summary: 'update this season from FILE, start the next one, or undo that',
  help: `Brings name, time zone, constants and days up to date, adds teams, and writes last season's rosters where the
league did not play that season here. A season after the present one is started: teams enter it with the cash of the
file and without players, and the season before is closed with its final standings. All of it stays in the database.
Teams are known by their ids; a file that leaves out a team with a member is refused. A season that was begun elsewhere
(soFar) is taken over once, before any team has a player here; the first import does it with the file of init.

  --undo      goes back to the season before, until something was done in the new one
  --from DIR  looks up unknown players of the rosters in the table files of a season, not at the NHL's API
${dryRunHelp}`,
  options: { ...dryRunOption, from: { type: 'string' }, undo: { type: 'boolean' } },
  words: [0, 1],
  async run(called) {
    const { flags, words, terminal } = called
    if (flags.undo === true) {
      if (words.length > 0 || flags.from !== undefined) throw new WrongUse('--undo goes alone, or with --dry-run.')
      return undoStart(called)
    }
    if (words.length === 0) throw new WrongUse('season needs FILE, or --undo.')
    const { text } = await readChecked(firstPath(called), terminal)
    const from = optionPath(called, 'from')
    const league = await called.connect()
    printLines(await league.call(contract.season, { body: { file: text, from } }, { dryRun: isDry(called) }), called)
  },
}

async function undoStart(called: Called): Promise<void> {
  const { connect, terminal } = called
  const league = await connect()
  const { seasonId } = await league.call(contract.getLeague, {})
  const { lines } = await league.call(undoSeason, { params: { seasonId } }, { dryRun: isDry(called) })
  for (const line of lines) terminal.say(printedLine(line))
  terminal.say(isDry(called) ? DRY_RUN : 'Done.')
}

export const history: Command = {
  name: 'history',
  takes: 'FILE [--dry-run]',
  summary: 'take the final standings of earlier years from FILE',
  help: `FILE is a table (CSV) with the columns year, rank, team, member and points, or a list (YAML) of such rows:

  year,rank,team,member,points
  1995-1996,1,Rink Rats,Anna,612.50

  - { year: 1995-1996, rank: 1, team: Rink Rats, member: Anna, points: 612.50 }

A season is two years, or the first of them. Who is called like a member is that member. Every line is checked; a year
that is here from a file already is replaced, and each difference shown. Years that the league played here are refused.

${dryRunHelp}`,
  options: dryRunOption,
  words: [1, 1],
  async run(called) {
    const body = { file: await readText(firstPath(called)) }
    printLines(await (await called.connect()).call(contract.history, { body }, { dryRun: isDry(called) }), called)
  },
}

export const exportCommand: Command = {
  name: 'export',
  takes: 'DIR [--season YEARS]',
  summary: 'write standings, rosters, trades, changes and draft as CSV',
  help: `The present season, a file for each, as of one instant. Files of these names are overwritten.

  --season YEARS  a season that is over, such as 2025-2026`,
  options: { season: { type: 'string' } },
  words: [1, 1],
  async run(called) {
    const years = called.flags.season
    const seasonId = typeof years === 'string' ? seasonOfYear(years) : null
    if (years !== undefined && seasonId === null) throw new WrongUse('--season is two years such as 2025-2026.')
    const league = await called.connect()
    const { files } = await league.call(contract.exportTables, { query: seasonId === null ? {} : { seasonId } })
    for (const { name, text } of files) await writeWhole(join(firstPath(called), name), text, { overwrite: true })
    called.terminal.say(`Wrote ${files.map(({ name }) => name).join(', ')} into ${firstPath(called)}.`)
  },
}
