import { figure } from '../../../ui/figure.ts'
import { priceStories } from '../commission-example.ts'
import { percent } from '../figures.ts'
import { FiguresTable } from '../figures-table.tsx'
import type { RulesOfLeague } from '../rules-of-league.ts'

const money = (amount: number): string => figure(amount, 2)

export const Prices = ({ constants }: RulesOfLeague) => {
  const [early, late] = priceStories(constants)
  const ofPoints = percent(constants.commissionOfPoints)
  const ofProjected = percent(constants.commissionOfProjected)
  return (
    <>
      <p>
        A free agent costs his points and a commission: the smaller of {ofPoints} of his points and {ofProjected} of his
        projected points. A player without points is free, and his price is shown as a dash.
      </p>
      <FiguresTable
        caption="What the same player costs"
        heads={['After games of his NHL team', String(early.teamGamesPlayed), String(late.teamGamesPlayed)]}
        rows={[
          ['His points', figure(early.points), figure(late.points)],
          ['His projected points', money(early.projected), money(late.projected)],
          [`${ofPoints} of his points`, money(early.ofPoints), money(late.ofPoints)],
          [`${ofProjected} of his projected points`, money(early.ofProjected), money(late.ofProjected)],
          ['Commission, the smaller of the two', money(early.commission), money(late.commission)],
          ['Buy price', money(early.price), money(late.price)],
        ]}
      />
      <ul>
        <li>
          A sale brings the points that the player counts for the team, without a commission. So a swap of two players
          costs the total score one commission and no more.
        </li>
        <li>Prices are those of the last official update, and are settled when the trade is executed.</li>
      </ul>
    </>
  )
}
