import { GOALIE_WEIGHTS, goaliePoints, SKATER_WEIGHTS, skaterPoints } from '#rules/scoring'
import { FiguresTable } from '../figures-table.tsx'
import type { RulesOfLeague } from '../rules-of-league.ts'

const heads = ['For each', 'Points']

const shortHandedWinner = skaterPoints({
  goals: 1,
  assists: 0,
  powerPlayGoals: 0,
  shortHandedGoals: 1,
  gameWinningGoals: 1,
})
const shutoutWin = goaliePoints({ wins: 1, overtimeLosses: 0, shutouts: 1, assists: 0, goals: 0 })

export const Points = ({ constants: { seasonGames } }: RulesOfLeague) => (
  <>
    <FiguresTable
      caption="Skaters"
      heads={heads}
      rows={[
        ['Goal', SKATER_WEIGHTS.goals],
        ['Assist', SKATER_WEIGHTS.assists],
        ['Power-play goal, on top of the goal', SKATER_WEIGHTS.powerPlayGoals],
        ['Short-handed goal, on top of the goal', SKATER_WEIGHTS.shortHandedGoals],
        ['Game-winning goal, on top of the goal', SKATER_WEIGHTS.gameWinningGoals],
      ]}
    />
    <FiguresTable
      caption="Goalies"
      heads={heads}
      rows={[
        ['Win', GOALIE_WEIGHTS.wins],
        ['Loss in overtime or in the shoot-out', GOALIE_WEIGHTS.overtimeLosses],
        ['Shutout', GOALIE_WEIGHTS.shutouts],
        ['Assist', GOALIE_WEIGHTS.assists],
        ['Goal', GOALIE_WEIGHTS.goals],
      ]}
    />
    <p>
      So a short-handed goal that wins the game is worth {shortHandedWinner} points, and a win without a goal against{' '}
      {shutoutWin}.
    </p>
    <ul>
      <li>Only games of the NHL's regular season count. A game belongs to its NHL date, however late it ends.</li>
      <li>
        Points, scores and prices change with each official update, for all teams at once. Standings tell when the last
        one was.
      </li>
      <li>
        <strong>Projected points</strong> are what a player would reach at his pace: his points × {seasonGames}&nbsp;÷
        the games that his NHL team has played. Before its first game they are his normalized points of last season.
      </li>
      <li>When the NHL corrects a game, every number that came from it is corrected, too.</li>
    </ul>
  </>
)
