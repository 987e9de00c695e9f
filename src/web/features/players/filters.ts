import type { Player } from '#contract/stats'
import { fromWire } from '#rules/money'
import { folded } from '#rules/names'
import { POSITIONS, type PositionGroup, parsePosition, positionGroup } from '#rules/positions'
import { isPayable } from '#rules/trading'
import type { CartMoney } from '../../data/cart.ts'
import type { Option } from '../../ui/choose.tsx'

/** Which players of a list are visible; an empty value means all. */
export interface Filters {
  readonly name: string
  readonly position: string
  /** `free`, `affordable`, or a team's id. */
  readonly team: string
}

export const noFilters: Filters = { name: '', position: '', team: '' }
export const FREE = 'free'
export const AFFORDABLE = 'affordable'

const groups: readonly (readonly [PositionGroup, string])[] = [
  ['forward', 'Forwards'],
  ['defender', 'Defenders'],
]

/** Groups of positions, and each alone. */
export const positionOptions: readonly Option[] = [
  ...groups,
  ...POSITIONS.map((position) => [position, position] as const),
]

const names = ['name', 'position', 'team'] as const satisfies (keyof Filters)[]

/** The name of a filter in the URL, beside the table's `_sort` and `_dir`. */
export const filterName = (table: string, filter: keyof Filters) => `${table}_${filter}`

type Search = Readonly<Record<string, unknown>>

const word = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text)

/** What the address asks for; a position that cannot be chosen asks for all. */
export function readFilters(search: Search, table: string, positions: readonly Option[]): Filters {
  const read = (filter: keyof Filters) => word(search[filterName(table, filter)])
  const position = read('position')
  const team = read('team')
  return {
    name: read('name'),
    position: positions.some(([value]) => value === position) ? position : '',
    team: team === FREE || team === AFFORDABLE || isId(team) ? team : '',
  }
}

/** The address with these filters; those that ask for all are left out of it. */
export function writeFilters(search: Search, table: string, filters: Filters): Record<string, unknown> {
  const written: Record<string, unknown> = { ...search }
  for (const filter of names) {
    const name = filterName(table, filter)
    if (filters[filter] === '') delete written[name]
    // The router would put quotes around digits that are a text.
    else written[name] = isId(filters[filter]) ? Number(filters[filter]) : filters[filter]
  }
  return written
}

const inPosition = (player: Player, wanted: string): boolean => {
  if (wanted === '' || player.position === wanted) return true
  const position = parsePosition(player.position)
  return position !== null && positionGroup(position) === wanted
}

/** Free, and paid for by what the cart leaves; who is in it already is counted there. */
const isAffordable = ({ id, team, buyPrice }: Player, money: CartMoney | null): boolean =>
  team == null && (!money || money.inCart.has(id) || isPayable(fromWire(buyPrice ?? 0), money.balance))

const ofTeam = (player: Player, wanted: string, money: CartMoney | null): boolean => {
  if (wanted === '') return true
  if (wanted === AFFORDABLE) return isAffordable(player, money)
  return wanted === FREE ? player.team == null : String(player.team?.id) === wanted
}

const foldedNames = new WeakMap<Player, string>()

/** Prepared at the first search, not before: the first rows of 950 do not wait for it. */
const searchedName = (player: Player): string => {
  const name = foldedNames.get(player) ?? folded(player.name)
  foldedNames.set(player, name)
  return name
}

/** Every word of the search is somewhere in the name; `money` is what there is to spend, null while it is not known. */
export function filterPlayers(
  players: readonly Player[],
  { name, position, team }: Filters,
  money: CartMoney | null = null,
): readonly Player[] {
  const words = folded(name).split(' ').filter(Boolean)
  if (words.length === 0 && position === '' && team === '') return players
  return players.filter(
    (player) =>
      inPosition(player, position) &&
      ofTeam(player, team, money) &&
      words.every((part) => searchedName(player).includes(part)),
  )
}
