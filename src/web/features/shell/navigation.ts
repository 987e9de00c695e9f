import type { Team } from '#contract/stats'
import type { User } from '#contract/user'
import { hasRole } from '#rules/roles'

// Dependency-free: the first-frame script draws the bar from the same lists.

export interface NavLink {
  readonly label: string
  readonly href: string
}

export interface NavGroup {
  readonly label: string
  /** Of players in the shopping cart, on the group that leads to it. */
  readonly count?: number
  readonly items: readonly NavLink[]
}

export const MENU = 'Menu'

const ifSo = <T>(condition: boolean, item: T): T[] => (condition ? [item] : [])

const link = (label: string, href: string): NavLink => ({ label, href })

/** The links at the left of the bar (spec, section 2). */
export const navLinks = (user: User): NavLink[] => [
  link('Standings', '/standings'),
  link('Skaters', '/skaters'),
  link('Goalies', '/goalies'),
  ...ifSo(user.teamId != null, link('My Team', `/teams/${user.teamId}`)),
]

const cartLabel = (count: number) => (count > 0 ? `Shopping Cart (${count})` : 'Shopping Cart')

export const navGroups = (user: User, teams: readonly Pick<Team, 'id' | 'name'>[], cartCount = 0): NavGroup[] => [
  { label: 'All Teams', items: teams.map(({ id, name }) => link(name, `/teams/${id}`)) },
  {
    label: 'Preseason',
    items: [link('Keepers Selection', '/keepers'), link('Live Draft', '/draft'), link('Draft Picks', '/draft-report')],
  },
  {
    label: 'Management',
    count: cartCount,
    items: [
      link('Roster Changes', '/roster-changes'),
      link('Trades', '/trades'),
      ...ifSo(user.teamId != null, link(cartLabel(cartCount), '/shopping-cart')),
    ],
  },
  ...ifSo(hasRole(user, 'admin'), { label: 'Admin', items: [link('Draft Admin', '/draft-admin')] }),
  {
    label: 'Extras',
    items: [
      link('NHL Standings', '/nhl-standings'),
      link('Hockey Pool Rules', '/rules'),
      ...ifSo(hasRole(user, 'premium'), link('Players Preview', '/players-preview')),
    ],
  },
]

/** Login comes back to the page it was asked on. */
export const loginHref = (path: string) => `/auth/login?return=${encodeURIComponent(path)}`
export const LOGOUT_HREF = '/auth/logout'
/** Leads to the identity provider's account page. */
export const ACCOUNT_HREF = '/auth/account'
