import type { FinalStanding, PastSeason, RecordHolder } from '#contract/history'
import { seasonName } from '#rules/calendar'
import { figure } from '../../ui/figure.ts'
import { listed } from '../../ui/listed.ts'
import { dayText } from '../../ui/time/day-text.ts'

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
