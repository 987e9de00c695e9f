import type { LeagueSettings } from '#contract/league'
import { type LeagueConstants, SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import { buyPrice, commission, shareOfPoints, shareOfProjected, toWire } from '#rules/money'
import { projectedPoints, projection } from '#rules/projections'
import { GOALIE_WEIGHTS, goaliePoints, SKATER_WEIGHTS, skaterPoints } from '#rules/scoring'
import { figure } from '../../ui/figure.ts'

// The rules are English prose, so their dates are in English; in the league's time zone, wherever the reader is.
const LANGUAGE = 'en-CA'

const dayFormat = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const
const timeFormat = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const

/** The season's dates as words of the league's time zone; null where a date has not been set. */
export interface SeasonWords {
  readonly rosterHoldStart: string | null
  readonly tradingStart: string | null
  readonly tradingEnd: string | null
  readonly keeperLastBuy: string | null
}

const formatted = (at: number, options: Intl.DateTimeFormatOptions): string | null =>
  Number.isNaN(at) ? null : new Intl.DateTimeFormat(LANGUAGE, options).format(at)

/** A day has no time, so it is the same day in every zone. */
const dayWords = (day: string | null | undefined): string | null =>
  formatted(Date.parse(`${day}T00:00:00Z`), { ...dayFormat, timeZone: 'UTC' })

/** Day and time are joined here: engines differ in what they put between. */
const instantWords = (instant: string | null | undefined, timeZone: string): string | null => {
  const at = Date.parse(instant ?? '')
  const day = formatted(at, { ...dayFormat, timeZone })
  const time = formatted(at, { ...timeFormat, timeZone })
  return day && time && `${day} at ${time}`
}

export const seasonWords = (settings: LeagueSettings, timeZone: string): SeasonWords => ({
  rosterHoldStart: dayWords(settings.rosterHoldStartDate),
  tradingStart: instantWords(settings.tradingStartTime, timeZone),
  tradingEnd: instantWords(settings.tradingEndTime, timeZone),
  keeperLastBuy: dayWords(settings.keeperLastBuyDate),
})

/** What every section of the rules is written from. */
export interface RulesOfLeague {
  readonly constants: LeagueConstants
  /** Null until the league's settings are known. */
  readonly season: SeasonWords | null
}

/** A rate of the settings, 0.05, as '5%'; a binary fraction times a hundred is not a whole number. */
const percent = (rate: number): string => `${Number((rate * 100).toFixed(2))}%`

interface FiguresTableProps {
  readonly caption: string
  readonly heads: readonly string[]
  /** What the row is about, then its figures. */
  readonly rows: readonly (readonly [string, ...(string | number)[]])[]
}

/** A few figures to look up; nothing to sort. */
const FiguresTable = ({ caption, heads, rows }: FiguresTableProps) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...figures]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {figures.map((figure, index) => (
            <td key={heads[index + 1]}>{figure}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

export const Pool = ({ constants: { rosterSize, timeZone } }: RulesOfLeague) => (
  <>
    <p>
      Hockey Pool is a private fantasy league, played since 1995. Every member's team is made of real NHL players: what
      they do on the ice earns points. The team with the highest total score at the end of the NHL's regular season
      wins.
    </p>
    <ul>
      <li>Before the season each team may keep one player, then drafts until it has {rosterSize} players.</li>
      <li>During the season it scratches and dresses its players, and sells and buys while trading is open.</li>
      <li>Its total score is the points of its players and its cash together.</li>
      <li>Teams with equal totals share a rank: 1,&nbsp;2,&nbsp;2,&nbsp;4.</li>
      <li>
        A team's name has at most {TEAM_NAME_MAX} characters, its short name at most {SHORT_NAME_MAX}. No two teams have
        the same.
      </li>
      <li>Days and weeks are those of the league's time zone, {timeZone}. A week begins on Monday.</li>
    </ul>
  </>
)

const POINTS_HEADS = ['For each', 'Points']

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
      heads={POINTS_HEADS}
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
      heads={POINTS_HEADS}
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
        Points, scores and prices change with each official update, for all teams at once. Standings show when the last
        one was.
      </li>
      <li>
        <strong>Projected points</strong> are what a player would reach at their pace: their points × {seasonGames}
        &nbsp;÷ the games that their NHL team has played. Before its first game they are their normalized points of last
        season.
      </li>
      <li>When the NHL corrects a game, every number that came from it is corrected, too.</li>
    </ul>
  </>
)

export const Score = () => (
  <>
    <ul>
      <li>
        A player counts with the points of the whole season, including those from before they joined the team: that is
        what their price pays for.
      </li>
      <li>Points from games that began while a player was scratched do not count, then or later.</li>
      <li>A drafted player and a keeper cost nothing.</li>
      <li>
        When a team sells a player, the points that the player counted for turn into cash, and what the player does
        afterwards no longer matters to the team.
      </li>
      <li>
        Cash is score: what a trade leaves over stays as cash and counts toward the team's total, one for one, with two
        decimals.
      </li>
    </ul>
  </>
)

/** What a player costs at one moment of the season, step by step. */
interface PriceStory {
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
const priceStories = (constants: LeagueConstants): readonly [PriceStory, PriceStory] => [
  priceStory(30, Math.round(constants.seasonGames / 3), constants),
  priceStory(70, Math.round((constants.seasonGames * 5) / 6), constants),
]

const money = (amount: number): string => figure(amount, 2)

export const Prices = ({ constants }: RulesOfLeague) => {
  const [early, late] = priceStories(constants)
  const ofPoints = percent(constants.commissionOfPoints)
  const ofProjected = percent(constants.commissionOfProjected)
  return (
    <>
      <p>
        A free agent costs their points and a commission: the smaller of {ofPoints} of their points and {ofProjected} of
        their projected points. A player without points is free, and the price is shown as a dash.
      </p>
      <FiguresTable
        caption="What the same player costs"
        heads={['After games of the NHL team', String(early.teamGamesPlayed), String(late.teamGamesPlayed)]}
        rows={[
          ['Points', figure(early.points), figure(late.points)],
          ['Projected points', money(early.projected), money(late.projected)],
          [`${ofPoints} of the points`, money(early.ofPoints), money(late.ofPoints)],
          [`${ofProjected} of the projected points`, money(early.ofProjected), money(late.ofProjected)],
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
