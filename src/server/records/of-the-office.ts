import * as seasons from '#contract/next-season'
import * as office from '#contract/office'
import * as statistics from '#contract/office-statistics'
import { seasonName } from '#rules/calendar'
import { renamed } from './of-the-league.ts'
import { listed, type Sentences, textsOf, told, toldWithBody } from './told.ts'

const PARTS: Readonly<Record<string, string>> = {
  displayName: 'the name',
  email: 'the e-mail address',
  subject: 'the subject',
  roles: 'the roles',
}

export const ofTheOffice: Sentences = [
  toldWithBody(
    office.addMember,
    (_, { displayName, userName, teamId }, names) =>
      `added the member ${displayName.trim() ? `${displayName} (${userName})` : userName}${teamId ? ` with the team ${names.team(teamId)}` : ''}`,
  ),
  told(office.changeMember, ({ memberId, changed }, names) => {
    const parts = textsOf(changed).flatMap((part) => PARTS[part] ?? [])
    return `changed ${listed(parts) || 'nothing'} of ${names.member(memberId)}`
  }),
  told(office.removeMember, ({ userName }) => `removed the member ${userName}`),
  toldWithBody(office.inviteMember, ({ memberId }, { lost }, names) =>
    lost
      ? `ended the passkeys and logins of ${names.member(memberId)}, and invited them again`
      : `invited ${names.member(memberId)}`,
  ),
  told(office.endLogins, ({ memberId }, names) => `ended the logins of ${names.member(memberId)}`),

  toldWithBody(
    office.addTeam,
    (_, { name, shortName, cash }) => `added the team ${name} (${shortName}) with ${cash.toFixed(2)} in cash`,
  ),
  toldWithBody(office.renameAnyTeam, (said, body) => renamed(said, body)),
  toldWithBody(office.handOverTeam, ({ teamId }, { memberId, from }, names) => {
    const before = from.length === 0 ? '' : ` from ${listed(from.map(names.member))}`
    return memberId === null
      ? `took the team ${names.team(teamId)}${before || ' from everybody'}`
      : `handed the team ${names.team(teamId)} over${before} to ${names.member(memberId)}`
  }),
  toldWithBody(office.retireTeam, ({ teamId }, { isRetiring }, names) =>
    isRetiring
      ? `marked the team ${names.team(teamId)} to retire after the season`
      : `took back that the team ${names.team(teamId)} retires after the season`,
  ),

  toldWithBody(statistics.importNow, (_, { readsAll }) =>
    readsAll ? 'started an import of every day of the season' : 'started an import of what is new',
  ),
  told(statistics.publishNow, () => 'made an official update'),
  told(statistics.changeOfficeSeason, ({ changes }) => {
    const words = textsOf(changes)
    return words.length === 0 ? 'changed the settings of the season' : `changed ${words.join('; ')}`
  }),

  toldWithBody(
    seasons.startSeason,
    (_, { seasonId, retire }, names) =>
      `started the season ${seasonName(seasonId)}${retire.length === 0 ? '' : ` without ${listed(retire.map(names.team))}`}`,
  ),
  told(seasons.undoSeason, ({ seasonId }) => `undid the start of the season ${seasonName(seasonId)}`),
]
