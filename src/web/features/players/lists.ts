import { getPlayers, getPlayersPreview } from '#contract/stats'
import { players, playersPreview } from '../../data/league.ts'
import type { Option } from '../../ui/choose.tsx'
import type { Sort } from '../../ui/table/sort.ts'
import { positionOptions } from './filters.ts'

/** A list of players with its own screen. */
export interface PlayerList {
  /** The table's name in the URL. */
  readonly table: string
  readonly path: string
  readonly title: string
  /** In the switch between the lists. */
  readonly short: string
  /** What one of those listed is called. */
  readonly noun: string
  readonly art?: string
  readonly query: typeof skaterQuery
  /** Sentence of a failed fetch (spec, section 8). */
  readonly failure: string
  readonly empty: string
  /** What will be listed, and when, for as long as there is nothing. */
  readonly hint: string
  readonly sort: Sort
  /** Key of the column beside the name, where a phone would not show it otherwise. */
  readonly first?: string
  /** What can be chosen; where all are of one position there is nothing to choose. */
  readonly positions: readonly Option[]
}

const skaterQuery = () => players('skater')
const byPoints: Sort = { key: 'points', direction: 'desc' }
const NONE = 'No players found.'
const COMING = "The NHL's players are listed here once the league has loaded their statistics."

export const skaters: PlayerList = {
  table: 'skaters',
  path: '/skaters',
  title: 'Skaters',
  short: 'Skaters',
  noun: 'skater',
  art: '/art/banner-skaters.svg',
  query: skaterQuery,
  failure: getPlayers.failure,
  empty: NONE,
  hint: COMING,
  sort: byPoints,
  positions: positionOptions.filter(([value]) => value !== 'G'),
}

export const goalies: PlayerList = {
  table: 'goalies',
  path: '/goalies',
  title: 'Goalies',
  short: 'Goalies',
  noun: 'goalie',
  art: '/art/banner-goalies.svg',
  query: () => players('goalie'),
  // One call for both kinds of player, whose failures read differently.
  failure: 'Failed to fetch goalies',
  empty: NONE,
  hint: COMING,
  sort: byPoints,
  positions: [],
}

export const preview: PlayerList = {
  table: 'playersPreview',
  path: '/players-preview',
  title: 'Players Preview',
  short: 'Preview',
  noun: 'player',
  query: playersPreview,
  failure: getPlayersPreview.failure,
  empty: 'No new statistics available since the last official update. Check back later.',
  hint: 'Players are listed here as their games are played, and leave with the next official update.',
  sort: { key: 'pointsDiffPrevious', direction: 'desc' },
  first: 'pointsDiffPrevious',
  positions: positionOptions,
}
