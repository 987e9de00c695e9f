import type { Page } from 'playwright-core'
import { Value } from 'typebox/value'
import { addressOf } from '#contract/call'
import { getTeamPlayers } from '#contract/roster'
import { getPlayers, getTeam } from '#contract/stats'
import { getUser } from '#contract/user'
import { answerOf } from './answer-of.ts'

/**
 * Of the member who is logged in on the page: whom they may sell, and two of the free skaters whom they can pay with
 * that.
 */
export const dealOf = async (page: Page) => {
  const user = Value.Parse(getUser.answer, await answerOf(page, getUser.path))
  const teamId = user.teamId ?? 0
  const players = async (current: boolean) =>
    Value.Parse(getTeamPlayers.answer, await answerOf(page, addressOf(getTeamPlayers, { teamId }, { current })))
  const roster = await players(true)
  const former = (await players(false)).map(({ player }) => player.id)
  const team = Value.Parse(getTeam.answer, await answerOf(page, addressOf(getTeam, { teamId })))
  const skaters = Value.Parse(
    getPlayers.answer,
    await answerOf(page, addressOf(getPlayers, undefined, { type: 'skater' })),
  )
  const longAgo = Date.now() - 30 * 86_400_000
  const [sale] = roster
    .filter(({ rosterEntry: { boughtAt } }) => Date.parse(boughtAt ?? '') < longAgo)
    .filter(({ player }) => ['C', 'LW', 'RW'].includes(player.position ?? ''))
    .sort((a, b) => (b.rosterEntry.sellPrice ?? 0) - (a.rosterEntry.sellPrice ?? 0))
  const most = (sale?.rosterEntry.sellPrice ?? 0) + (team.cash ?? 0)
  const [first, second] = skaters.filter(
    ({ id, team: owner, buyPrice, points }) =>
      !owner && !former.includes(id) && (points ?? 0) > 0 && (buyPrice ?? 0) < most / 2,
  )
  if (!sale || !first || !second) throw new Error('The demo league has no such deal.')
  const cash = (team.cash ?? 0) + (sale.rosterEntry.sellPrice ?? 0) - (first.buyPrice ?? 0)
  return { teamId, sale: sale.player, first, second, cash }
}
