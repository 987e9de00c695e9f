import { errorSentences } from '#contract/errors'
import { LEAGUE_DEFAULTS, SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import { sameIdentity } from '#rules/members'
import { checkTeamNames, fits, sameName, tidy } from '#rules/names'
import { isRefusal } from '#rules/refusal'
import { listedRoles, ROLES } from '#rules/roles'
import { checkRosters } from './check-rosters.ts'
import { checkSeason, isTimeZone } from './check-season.ts'
import { checkSoFar } from './check-season-to-date.ts'
import {
  type Check,
  type FileMember,
  type FileTeam,
  type LeagueFile,
  listTeams,
  nameFault,
  type Path,
  type Places,
  type Problem,
  type Tell,
  teamNamed,
  tooLong,
} from './league-file.ts'
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
    tell(['timeZone'], `"${timeZone}" is not a time zone; write an IANA name such as America/Toronto.`)
  }
  const fault = nameFault(text.name)
  if (fault) tell(['name'], fault)
  checkConstants(text, tell)
  const zone = isTimeZone(timeZone) ? timeZone : LEAGUE_DEFAULTS.timeZone
  const constants = { ...LEAGUE_DEFAULTS, ...text.constants, timeZone: zone }
  const teams = checkTeams(text, tell, line)
  const season = checkSeason(['season'], text.season, constants, tell)
  const check: Check = { teams, constants, tell, line }
  return {
    file: {
      name: tidy(text.name),
      timeZone: zone,
      guestsRead: text.guests === 'read',
      tonightPremium: text.tonight === 'premium',
      constants: text.constants ?? {},
      season,
      teams,
      members: checkMembers(text, check, into(warnings)),
      lastSeason: checkRosters(text, check),
      soFar: checkSoFar(text, { ...check, season }),
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
    if (isRefusal(names)) {
      const faults = textFaults([
        ['name', name, TEAM_NAME_MAX],
        ['short', short, SHORT_NAME_MAX],
      ])
      for (const [key, sentence] of faults) tell(['teams', index, key], sentence)
      if (faults.length === 0) tell(['teams', index], `Team "${name}" (${short}): ${errorSentences[names.refused]}`)
    }
    const kept = isRefusal(names) ? { name, shortName: short } : names
    checked.push({ id, ...kept, cashCents: Math.round(cash * 100), line: line(['teams', index]) })
  }
  return checked
}

/** What is wrong with each text by itself. */
const textFaults = (texts: readonly (readonly [key: string, text: string, max: number])[]): [string, string][] =>
  texts.flatMap(([key, text, max]) => {
    const fault = nameFault(text) ?? (fits(tidy(text), max) ? null : tooLong(text, max))
    return fault === null ? [] : [[key, fault]]
  })

function checkMembers({ members }: LeagueFileText, { teams, tell, line }: Check, warn: Tell): FileMember[] {
  const checked = members.map(({ user, name, email, subject, team, roles }, index): FileMember => {
    const found = team === undefined ? undefined : teamNamed(teams, team)
    if (team !== undefined && !found) {
      tell(['members', index, 'team'], `There is no team "${team}"; the teams are ${listTeams(teams)}.`)
    }
    for (const [key, given] of Object.entries({ user, name, subject })) {
      const fault = given === undefined ? null : nameFault(given)
      if (fault) tell(['members', index, key], fault)
    }
    return {
      userName: user.normalize('NFC').trim(),
      displayName: tidy(name ?? user),
      email: email ?? null,
      subject: subject ?? null,
      team: found?.shortName ?? null,
      roles: ROLES.filter((role) => listedRoles(roles).includes(role)),
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
    const namesake = before.find(({ displayName }) => sameName(displayName, member.displayName))
    if (namesake) {
      warn(
        ['members', index],
        `"${member.displayName}" is also the name on line ${namesake.line}: they look the same in the app.`,
      )
    }
    // With passkeys no member needs either.
    if (!member.email && !member.subject && checked.some(({ email, subject }) => email || subject)) {
      warn(
        ['members', index],
        `${member.userName} has no email and no subject: an identity provider will not know them. Passkeys need neither.`,
      )
    }
  }
  if (!checked.some(({ roles }) => roles.includes('admin'))) {
    warn(['members'], 'No member has the role admin, so no one can run the draft.')
  }
  // One of two who share a team is often meant for it.
  for (const [index, { shortName }] of teams.entries()) {
    if (!checked.some(({ team }) => team === shortName)) warn(['teams', index], `${shortName} has no member.`)
  }
  return checked
}
