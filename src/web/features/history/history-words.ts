import type { FinalStanding, PastSeason, RecordHolder } from '#contract/history'
import { seasonName } from '#rules/calendar'
import { listed } from '#rules/words'
import { figure } from '../../ui/figure.ts'
import type { Column } from '../../ui/table/columns.ts'
import { dayText } from '../../ui/time/day-text.ts'

/** "2025-26", where there is little room. */
const shortSeason = (id: number): string => `${String(id).slice(0, 4)}-${String(id).slice(6)}`

/** The season of a row, which leads to how it ended. */
export const seasonColumn = <Row>(idOf: (row: Row) => number): Column<Row> => ({
  key: 'season',
  label: 'Season',
  kind: 'text',
  // In one piece, with the room that the cells of a wider window have beside it.
  width: 'clamp(5rem, 18vw, 6.5rem)',
  place: 'season',
  heads: true,
  value: idOf,
  text: (row) => shortSeason(idOf(row)),
  href: (row) => `/history/${idOf(row)}`,
})

type Named = Pick<FinalStanding, 'team' | 'member'>

const teamAndMember = ({ team, member }: Named): string => (member ? `${team} (${member})` : team)

export const winnersOf = ({ standings }: Pick<PastSeason, 'standings'>): FinalStanding[] =>
  standings.filter(({ rank }) => rank === 1)

/** Who won a season, in words. */
export const wonText = (season: PastSeason): string => {
  const winners = winnersOf(season)
  return winners.length === 0 ? '' : `${listed(winners.map(teamAndMember))} won ${seasonName(season.id)}`
}

/** Of whom a record is, without the season. */
export const holderText = (holder: RecordHolder): string => {
  const { player, price, rival, member, team, seasons } = holder
  if (seasons) return member ?? team
  const what = player ? `${player.name}${price == null ? '' : `, bought for ${figure(price, 2)}`}, ` : ''
  return `${what}${teamAndMember(holder)}${rival ? ` over ${rival}` : ''}`
}

/** Of when it is. */
export const whenHeld = ({ seasonId, seasons, monday }: RecordHolder): string[] => [
  ...(seasons ?? [seasonId]).map(seasonName),
  ...(monday ? [`week of ${dayText(monday)}`] : []),
]
