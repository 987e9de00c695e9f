import {
  readStandingsSort,
  standingsArt,
  standingsColumns,
  standingsRowState,
  standingsTitle,
} from '../features/standings/columns.ts'
import type { Glance } from '../offline/glance-format.ts'
import { asOfText, lastUpdatedText } from '../ui/time/relative-time.ts'
import { drawTable } from './draw-table.ts'
import { element } from './element.ts'

function drawBanner(line: string, asOf: string): HTMLElement {
  const tools = element('div', { class: 'banner-tools' })
  if (asOf) tools.append(element('span', { class: 'as-of' }, asOf))
  tools.append(element('button', { class: 'refresh', type: 'button', 'aria-label': 'Refresh', 'aria-busy': 'false' }))
  return element(
    'div',
    { class: 'banner' },
    element('img', { class: 'banner-art', src: standingsArt, alt: '', loading: 'lazy' }),
    element(
      'div',
      { class: 'banner-inner' },
      element('h1', { tabindex: '-1' }, standingsTitle),
      tools,
      element('p', { class: 'banner-line' }, line),
    ),
  )
}

/** The standings screen with the saved figures. */
export function drawStandings(glance: Glance, search: string, now: Date, online: boolean): HTMLElement {
  const own = glance.user.teamId
  const table = drawTable({
    label: standingsTitle,
    columns: standingsColumns(own),
    rows: glance.teams,
    sort: readStandingsSort(Object.fromEntries(new URLSearchParams(search))),
    rowState: (team) => standingsRowState(team, own),
  })
  return element(
    'main',
    { id: 'main', tabindex: '-1' },
    drawBanner(lastUpdatedText(glance.modifiedAt, now), asOfText(glance.fetchedAt, now, online)),
    element('div', { class: 'banner-body' }, table),
  )
}
