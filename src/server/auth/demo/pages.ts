import { escaped, type Page } from '../../answers/page.ts'
import type { DemoMember } from '../../store/subjects/identity.ts'

/** The text of a button after the user name: the display name where it differs, and the team. */
const describe = ({ userName, displayName, teamName }: DemoMember): string =>
  [displayName.toLowerCase() === userName.toLowerCase() ? null : displayName, teamName ?? 'no team']
    .filter((part) => part !== null)
    .join(', ')

const button = (member: DemoMember): string =>
  `<button name="member" value="${escaped(member.userName)}"><strong>${escaped(member.userName)}</strong>` +
  ` <span>— ${escaped(describe(member))}</span></button>`

export const loginPage = (action: string, members: readonly DemoMember[]): Page => ({
  title: 'Hockey Pool demo login',
  body: [
    members.length > 0
      ? '<p>Choose who you want to be. This is a demo: there are no passwords.</p>'
      : '<p>The demo league has no members yet. Please try again in a moment.</p>',
    `<form method="post" action="${escaped(action)}">`,
    ...members.map(button),
    '</form>',
  ].join('\n'),
})

export const accountPage: Page = {
  title: 'Demo account',
  body: '<p>This is a demo account. There is no password to change.</p>\n<a href="/">Back to Hockey Pool</a>',
}
