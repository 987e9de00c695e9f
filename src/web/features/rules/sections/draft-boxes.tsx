import { DRAFT_BOXES } from '#rules/draft-boxes'
import { POSITIONS, type PositionGroup, positionGroup } from '#rules/positions'
import type { RulesOfLeague } from '../rules-of-league.ts'

const groupNames: Record<PositionGroup | 'any', string> = {
  forward: 'Forwards',
  defender: 'Defenders',
  goalie: 'Goalies',
  any: 'Any position',
}

/** Whom a box takes, and the boxes of that kind, as '1.LW to 4.LW'. */
const kinds = [...POSITIONS, 'OUT'].map((kind) => {
  const position = POSITIONS.find((each) => each === kind)
  const names = DRAFT_BOXES.filter((name) => name.endsWith(`.${kind}`))
  const span = `${names[0]} ${names.length > 2 ? 'to' : 'and'} ${names.at(-1)}`
  return { takes: groupNames[position ? positionGroup(position) : 'any'], span }
})

const spansOf = (takes: string): string =>
  kinds
    .filter((kind) => kind.takes === takes)
    .map(({ span }) => span)
    .join(', ')

export const DraftBoxes = ({ constants: { boxSpare, seasonGames, normalizedGamesFloor } }: RulesOfLeague) => (
  <>
    <p>The draft is played on a grid of {DRAFT_BOXES.length} boxes. Each team drafts one player from each box.</p>
    <ul>
      {Object.values(groupNames).map((takes) => (
        <li key={takes}>
          <strong>{takes}:</strong> {spansOf(takes)}
        </li>
      ))}
    </ul>
    <p>Who is in which box:</p>
    <ul>
      <li>
        The players of each position are ranked by their <strong>normalized points</strong>: last season's points ×{' '}
        {seasonGames}&nbsp;÷ the games that they played, counted as at least {normalizedGamesFloor}. Equals are ranked
        by their points.
      </li>
      <li>
        The best fill box 1, the next box 2, and so on. A box holds as many players as the league has teams, and{' '}
        {boxSpare} more. Each player appears once in the grid.
      </li>
      <li>
        Who is in no box is an outside player. He is drafted into any open box of his position group: a forward into LW,
        C or RW, a defender into LD or RD, a goalie into G.
      </li>
      <li>1.OUT and 2.OUT take outside players of any position, and only those who are in no other box.</li>
    </ul>
  </>
)
