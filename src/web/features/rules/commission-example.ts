import type { LeagueConstants } from '#rules/constants'
import { buyPrice, commission, shareOfPoints, shareOfProjected, toWire } from '#rules/money'
import { projectedPoints, projection } from '#rules/projections'

/** What a player costs at one moment of the season, step by step. */
export interface PriceStory {
  readonly points: number
  readonly teamGamesPlayed: number
  readonly projected: number
  readonly ofPoints: number
  readonly ofProjected: number
  readonly commission: number
  readonly price: number
}

const priceStory = (points: number, teamGamesPlayed: number, constants: LeagueConstants): PriceStory => {
  const season = { points, teamGamesPlayed }
  const projected = projection(season, constants)
  return {
    points,
    teamGamesPlayed,
    projected: projectedPoints(season, constants),
    ofPoints: toWire(shareOfPoints(points, constants)),
    ofProjected: toWire(shareOfProjected(projected, constants)),
    commission: toWire(commission(points, projected, constants)),
    price: toWire(buyPrice(points, projected, constants)),
  }
}

/** The same player early and late in the season: with the usual rates each of the two shares is once the smaller. */
export const priceStories = (constants: LeagueConstants): readonly [PriceStory, PriceStory] => [
  priceStory(30, Math.round(constants.seasonGames / 3), constants),
  priceStory(70, Math.round((constants.seasonGames * 5) / 6), constants),
]
