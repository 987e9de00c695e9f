import type { LeagueSettings } from '#contract/league'
import type { Team } from '#contract/stats'
import type { Feature, User } from '#contract/user'
import { hasRole } from '#rules/roles'

// Dependency-free: the first-frame script draws the bar from the same lists.

export interface NavLink {
  readonly label: string
  readonly href: string
}

interface NavGroup {
  readonly label: string
  /** Of players in the shopping cart, on the group that leads to it. */
  readonly count?: number
  readonly items: readonly NavLink[]
}

export const MENU = 'Menu'

const DRAFT_ROOM: Feature = 'draft-room'
const HISTORY: Feature = 'history'
const TONIGHT: Feature = 'tonight'
const OFFICE: Feature = 'office'

const ifSo = <T>(condition: boolean | undefined, item: T): T[] => (condition ? [item] : [])

const link = (label: string, href: string): NavLink => ({ label, href })

/** The links at the left of the bar (spec, section 2), and beside the first of them tonight's games. */
export const navLinks = (user: User): NavLink[] => [
  link('Standings', '/standings'),
  ...ifSo(user.features?.includes(TONIGHT), link('Tonight', '/tonight')),
  link('Skaters', '/skaters'),
  link('Goalies', '/goalies'),
  ...ifSo(user.teamId != null, link('My Team', `/teams/${user.teamId}`)),
]

const cartLabel = (count: number) => (count > 0 ? `Shopping Cart (${count})` : 'Shopping Cart')

export const navGroups = (user: User, teams: readonly Pick<Team, 'id' | 'name'>[], cartCount = 0): NavGroup[] => [
  { label: 'All Teams', items: teams.map(({ id, name }) => link(name, `/teams/${id}`)) },
  {
    label: 'Preseason',
    items: [
      link('Keepers Selection', '/keepers'),
      link('Live Draft', '/draft'),
      ...ifSo(user.teamId != null && user.features?.includes(DRAFT_ROOM), link('My Pick List', '/pick-list')),
      link('Draft Picks', '/draft-report'),
    ],
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
  ...ifSo(hasRole(user, 'admin'), {
    label: 'Admin',
    items: [
      link('Draft Admin', '/draft-admin'),
      ...ifSo(user.features?.includes(OFFICE), link('League Office', '/league')),
    ],
  }),
  {
    label: 'Extras',
    items: [
      link('NHL Standings', '/nhl-standings'),
      link('Hockey Pool Rules', '/rules'),
      ...ifSo(user.features?.includes(HISTORY), link('History', '/history')),
      ...ifSo(hasRole(user, 'premium'), link('Players Preview', '/players-preview')),
    ],
  },
]

/**
 * Whether the draft is what members come for: until the season begins, and until all picks are made; at the latest
 * until trading opens, since a pick that is never made stays open.
 */
export const isDraftTime = (
  picks: readonly { readonly pickStatus: string }[] = [],
  { rosterHoldStartDate, tradingStartTime }: LeagueSettings = {},
  now = Date.now(),
): boolean => {
  if (tradingStartTime != null && now >= Date.parse(tradingStartTime)) return false
  if (rosterHoldStartDate != null && now < Date.parse(`${rosterHoldStartDate}T00:00`)) return true
  return picks.some(({ pickStatus }) => pickStatus !== 'DONE')
}

/** The pictures of art/icons.svg, from the top; the ninth is the refresh button's. */
const pictures = [
  'standings',
  'team',
  'players',
  'cart',
  'draft',
  'trades',
  'nhl',
  'more',
  'refresh',
  'tonight',
] as const
type Picture = (typeof pictures)[number]

/** Which of them a tab has, for tabs.css. */
export const pictureStyle = (icon: Picture) => ({ '--icon': String(pictures.indexOf(icon)) })

export interface Tab extends NavLink {
  readonly icon: Picture
  /** `true` on another page of the same place. */
  readonly current: 'page' | 'true' | undefined
}

export const TABS = 'Shortcuts'
export const MORE = 'More'

/** What the device knows of the draft. */
interface KnownDraft {
  readonly picks: Parameters<typeof isDraftTime>[0]
  readonly settings: LeagueSettings | undefined
}

/**
 * The places under the thumb, beside the menu. While the league's dates are not known, the draft is one on its page.
 * What is running takes the last place: the draft, and in the season the games. The cart is reached from the screens
 * that fill it.
 */
export const tabsOf = (user: User, path: string, { picks, settings }: KnownDraft, now = Date.now()): Tab[] => {
  const isDraft = isDraftTime(picks, settings, now) || (!settings && path === '/draft')
  const tab = (icon: Picture, label: string, href: string, others: readonly string[] = []): Tab => ({
    icon,
    label,
    href,
    current: path === href ? 'page' : others.includes(path) ? 'true' : undefined,
  })
  const standings = tab('standings', 'Standings', '/standings')
  const draft = tab('draft', 'Draft', '/draft')
  const players = tab('players', 'Players', '/skaters', ['/goalies', '/players-preview'])
  const night = user.features?.includes(TONIGHT) ? tab('tonight', 'Tonight', '/tonight') : null
  const on = isDraft ? draft : night
  return user.teamId == null
    ? [standings, players, tab('trades', 'Trades', '/trades'), on ?? tab('nhl', 'NHL', '/nhl-standings')]
    : [standings, tab('team', 'My Team', `/teams/${user.teamId}`), players, on ?? tab('cart', 'Cart', '/shopping-cart')]
}

/** Login comes back to the page on which it started. */
export const loginHref = (path: string) => `/auth/login?return=${encodeURIComponent(path)}`
export const LOGOUT_HREF = '/auth/logout'
/** Leads to the identity provider's account page. */
export const ACCOUNT_HREF = '/auth/account'
