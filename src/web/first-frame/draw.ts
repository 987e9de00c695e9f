import type { Team } from '#contract/stats'
import type { Feature, User } from '#contract/user'
import { isUnranked } from '#rules/standings'
import { homeArt, LEAGUE_COLUMNS, leagueTitle, myLine, TAGLINE, UNRANKED } from '../features/home/my-line.ts'
import {
  MENU,
  MORE,
  type NavLink,
  navGroups,
  navLinks,
  pictureStyle,
  TABS,
  tabsOf,
} from '../features/shell/navigation.ts'
import {
  readStandingsSort,
  standingsArt,
  standingsColumns,
  standingsRowState,
  standingsTitle,
} from '../features/standings/columns.ts'
import { type FirstFrameData, readFirstFrameData } from '../offline/startup-cache-format.ts'
import { BRAND } from '../ui/brand.ts'
import { asOfText, lastUpdatedText } from '../ui/time/relative-time.ts'
import { FIRST_FRAME_ID, notePresses } from './hand-over.ts'
import { drawBanner, drawSign, drawTable, element } from './parts.ts'

/** The tabs of features/shell/bar.tsx; how many are in the cart is not known yet. */
function drawTabs({ user, ...known }: FirstFrameData, path: string, now: Date): HTMLElement {
  const links = tabsOf(user, path, known, now.getTime()).map(({ icon, label, href, current }) =>
    element('a', { class: 'tab', ...pictureStyle(icon), 'aria-current': current, href }, label),
  )
  const closed = {
    class: 'tab tab-more',
    ...pictureStyle('more'),
    type: 'button',
    'aria-expanded': 'false',
    'aria-controls': 'bar-menu',
  }
  return element('nav', { class: 'tabs', 'aria-label': TABS }, ...links, element('button', closed, MORE))
}

const anchor = (className: string, { label, href }: NavLink, path: string) =>
  element('a', { class: className, href, 'aria-current': href === path ? 'page' : undefined }, label)

const button = (className: string, ...children: (Node | string)[]) =>
  element('button', { class: className, type: 'button', 'aria-expanded': 'false' }, ...children)

/**
 * The bar of features/shell/bar.tsx with its menus closed; without a user only the brand, since the user is not known
 * yet.
 */
function drawBar(user: User | null, teams: readonly Team[], path: string): HTMLElement {
  const inner = element('nav', { class: 'bar-inner', 'aria-label': 'Main' })
  inner.append(anchor('bar-brand', { label: BRAND, href: '/' }, path))
  if (user) {
    const menu = element('ul', { class: 'bar-menu', id: 'bar-menu', 'data-open': 'false' })
    for (const link of navLinks(user)) menu.append(element('li', {}, anchor('bar-item', link, path)))
    for (const group of navGroups(user, teams)) {
      menu.append(element('li', { class: 'bar-group' }, button('bar-item opens', group.label)))
    }
    const name = element('span', { class: 'bar-name' }, user.name)
    menu.append(element('li', { class: 'bar-group bar-user' }, button('bar-item opens', name)))
    const toggle = button('bar-toggle', MENU)
    toggle.setAttribute('aria-controls', 'bar-menu')
    inner.append(element('div', { class: 'bar-menus' }, toggle, menu))
  }
  return element('header', { class: 'bar' }, inner)
}

const age = ({ modifiedAt, fetchedAt }: FirstFrameData, now: Date, online: boolean) => ({
  line: lastUpdatedText(modifiedAt, now),
  asOf: asOfText(fetchedAt, now, online),
})

/** Checked without `hasFeature`: that is in a file with schemas, which this script would carry along. */
const RECENT_POINTS: Feature = 'recent-points'
const TONIGHT: Feature = 'tonight'

/** The room of the line about tonight's games, which comes later. */
const drawTonightRoom = ({ user }: FirstFrameData): HTMLElement[] =>
  user.features?.includes(TONIGHT) ? [element('div', { class: 'tonight-room' })] : []

/** The standings screen with the saved figures. */
function drawStandings(saved: FirstFrameData, search: string, now: Date, online: boolean): HTMLElement {
  const own = saved.user.teamId
  const table = drawTable({
    label: standingsTitle,
    columns: standingsColumns(own, saved.teams),
    rows: saved.teams,
    sort: readStandingsSort(Object.fromEntries(new URLSearchParams(search))),
    rowState: (team) => standingsRowState(team, own),
  })
  return element(
    'main',
    { id: 'main', tabindex: '-1' },
    drawBanner({ title: standingsTitle, art: standingsArt, ...age(saved, now, online) }),
    element('div', { class: 'banner-body' }, ...drawTonightRoom(saved), element('div', { class: 'standings' }, table)),
  )
}

/** The member's own line of features/home; null for a team that is not among the saved ones. */
function drawMyLine({ user, teams }: FirstFrameData): HTMLElement | null {
  const team = teams.find(({ id }) => id === user.teamId)
  if (!team) return null
  const figures = myLine(teams, team.id).map(({ text, tone, sign }, index) =>
    element(
      'span',
      { class: 'dotted-part' },
      ...(index > 0 ? [element('span', { class: 'dot' }, ' · ')] : []),
      element('span', { class: tone ?? undefined }, text),
      ...(sign ? [drawSign(sign)] : []),
    ),
  )
  const section = element(
    'section',
    { class: 'my-line', 'aria-labelledby': 'my-line' },
    element('h2', { id: 'my-line' }, element('a', { class: 'reach', href: `/teams/${team.id}` }, team.name)),
    element('p', { class: 'dotted my-line-figures' }, ...figures),
  )
  if (isUnranked(teams)) section.append(element('p', { class: 'muted' }, UNRANKED))
  else if (user.features?.includes(RECENT_POINTS)) section.append(element('div', { class: 'week' }))
  return section
}

/** The start page of a member with a team up to what has to be fetched, and the league in short. */
function drawHome(saved: FirstFrameData, line: HTMLElement, now: Date, online: boolean): HTMLElement {
  const own = saved.user.teamId
  const league = drawTable({
    label: leagueTitle,
    columns: standingsColumns(own, saved.teams).slice(0, LEAGUE_COLUMNS),
    rows: saved.teams,
    rowState: (team) => standingsRowState(team, own),
  })
  return element(
    'main',
    { id: 'main', tabindex: '-1' },
    drawBanner({ title: TAGLINE, art: homeArt, ...age(saved, now, online) }),
    element(
      'div',
      { class: 'banner-body' },
      element(
        'div',
        { class: 'home' },
        element('div', { class: 'home-main' }, ...drawTonightRoom(saved), line),
        element(
          'section',
          { class: 'home-league', 'aria-labelledby': 'home-league' },
          element('h2', { id: 'home-league' }, leagueTitle),
          league,
          element('a', { class: 'button plain', href: '/standings' }, 'All standings'),
        ),
      ),
    ),
  )
}

interface Deps {
  /** The startup cache as it is stored; null when there is none or storage is blocked. */
  readonly stored: string | null
  readonly path: string
  readonly search: string
  readonly now: Date
  readonly online: boolean
}

/** The bar on every route, and the saved figures on the start page and the standings. */
export function drawFirstFrame({ stored, path, search, now, online }: Deps): HTMLElement {
  const saved = readFirstFrameData(stored)
  const frame = element('div', { id: FIRST_FRAME_ID }, drawBar(saved?.user ?? null, saved?.teams ?? [], path))
  notePresses(frame)
  if (saved) frame.append(drawTabs(saved, path, now))
  if (!saved?.teams.length) return frame
  if (path === '/standings') frame.append(drawStandings(saved, search, now, online))
  const line = path === '/' ? drawMyLine(saved) : null
  if (line) frame.append(drawHome(saved, line, now, online))
  return frame
}
