import { errorSentences } from '#contract/errors'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { sameIdentity } from '#rules/members'
import { checkTeamNames, isWritable } from '#rules/names'
import { isRefusal } from '#rules/refusal'
import { checkRosters } from './check-rosters.ts'
import { checkSeason, isTimeZone } from './check-season.ts'
import { checkSoFar } from './check-so-far.ts'
import { type FileMember, type FileTeam, type LeagueFile, listTeams, type Problem, teamNamed } from './league-file.ts'
import type { Path, Places, Tell } from './places.ts'
import type { LeagueFileText } from './schema.ts'

export interface CheckedLeague {
  /** Valid only if there are no problems. */
  readonly file: LeagueFile
  readonly problems: Problem[]
  readonly warnings: Problem[]
}

/** Applies the league's own rules to a file that has the right shape. */
export function checkLeague(text: LeagueFileText, places: Places): CheckedLeague {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const into =
    (list: Problem[]): Tell =>
    (path, sentence) =>
      void list.push({ line: places.line(path), sentence })
  const tell = into(problems)
  const line = (path: Path) => places.line(path)

  const timeZone = text.timeZone ?? LEAGUE_DEFAULTS.timeZone
  if (!isTimeZone(timeZone)) {
    tell(['timeZone'], `"${timeZone}" is no time zone; write an IANA name such as America/Toronto.`)
  }
  if (!isWritable(text.name)) tell(['name'], 'The name has characters that cannot be shown; write it again.')
  checkConstants(text, tell)
  const zone = isTimeZone(timeZone) ? timeZone : LEAGUE_DEFAULTS.timeZone
  const constants = { ...LEAGUE_DEFAULTS, ...text.constants, timeZone: zone }
  const teams = checkTeams(text, tell, line)
  const season = checkSeason(['season'], text.season, constants, tell)
  return {
    file: {
      name: text.name.trim(),
      timeZone: zone,
      guestsRead: text.guests === 'read',
      tonightPremium: text.tonight === 'premium',
      constants: text.constants ?? {},
      season,
      teams,
      members: checkMembers(text, teams, tell, into(warnings), line),
      lastSeason: checkRosters(text, teams, constants, tell, line),
      soFar: checkSoFar(text, season, teams, constants, tell, line),
    },
    problems,
    warnings,
  }
}

export function checkConstants({ constants }: Pick<LeagueFileText, 'constants'>, tell: Tell): void {
  const { rosterSize, maxDressed, minDefenders, minGoalies } = { ...LEAGUE_DEFAULTS, ...constants }
  if (maxDressed > rosterSize) {
    tell(['constants', 'maxDressed'], `${maxDressed} players cannot be dressed of a roster of ${rosterSize}.`)
  }
  if (minDefenders + minGoalies > maxDressed) {
    tell(
      ['constants', 'minDefenders'],
      `${minDefenders} defenders and ${minGoalies} goalies are more than the ${maxDressed} who may be dressed.`,
    )
  }
}

function checkTeams({ teams }: LeagueFileText, tell: Tell, line: (path: Path) => number): FileTeam[] {
  const checked: FileTeam[] = []
  for (const [index, { id = null, name, short, cash = 0 }] of teams.entries()) {
    const first = id === null ? undefined : checked.find((each) => each.id === id)
    if (first) tell(['teams', index], `The id ${id} is already that of line ${first.line}; each team has its own.`)
    const names = checkTeamNames({ name, shortName: short }, checked)
    if (isRefusal(names)) tell(['teams', index], `Team "${name}" (${short}): ${errorSentences[names.refused]}`)
    const kept = isRefusal(names) ? { name, shortName: short } : names
    checked.push({ id, ...kept, cashCents: Math.round(cash * 100), line: line(['teams', index]) })
  }
  return checked
}

function checkMembers(
  { members }: LeagueFileText,
  teams: readonly FileTeam[],
  tell: Tell,
  warn: Tell,
  line: (path: Path) => number,
): FileMember[] {
  const checked = members.map(({ user, name, email, subject, team, roles }, index): FileMember => {
    const found = team === undefined ? undefined : teamNamed(teams, team)
    if (team !== undefined && !found) {
      tell(['members', index, 'team'], `There is no team "${team}"; the teams are ${listTeams(teams)}.`)
    }
    if (!isWritable(user) || (name !== undefined && !isWritable(name))) {
      tell(['members', index], 'The name has characters that cannot be shown; write it again.')
    }
    return {
      userName: user.normalize('NFC').trim(),
      displayName: (name ?? user).trim(),
      email: email ?? null,
      subject: subject ?? null,
      team: found?.shortName ?? null,
      roles: [...new Set(roles ?? [])].sort(),
      line: line(['members', index]),
    }
  })
  for (const [index, member] of checked.entries()) {
    const before = checked.slice(0, index)
    const twice = (key: 'userName' | 'email' | 'subject', word: string, isSame = sameIdentity) => {
      const own = member[key]
      const first = own === null ? undefined : before.find((each) => isSame(each[key], own))
      if (first) tell(['members', index], `The ${word} "${own}" is already that of line ${first.line}; each has one.`)
    }
    twice('userName', 'user name')
    twice('email', 'e-mail address')
    // The provider's own, which knows upper and lower case apart.
    twice('subject', 'subject', (one, other) => one === other)
    if (!member.email && !member.subject) {
      warn(
        ['members', index],
        `${member.userName} has no email and no subject: an identity provider will not know them. Passkeys need neither.`,
      )
    }
  }
  if (!checked.some(({ roles }) => roles.includes('admin'))) {
    warn(['members'], 'No member has the role admin, so nobody can run the draft.')
  }
  for (const { shortName, line: at } of teams) {
    if (!checked.some(({ team }) => team === shortName))
      warn(['teams', teams.findIndex((each) => each.line === at)], `${shortName} has no member.`)
  }
  return checked
}
