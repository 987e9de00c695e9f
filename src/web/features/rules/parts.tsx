import type { LeagueConstants } from '#rules/constants'
import type { SeasonWords } from './season-words.ts'

/** What every section of the rules is written from. */
export interface RulesOfLeague {
  readonly constants: LeagueConstants
  /** Null until the league's settings are known. */
  readonly season: SeasonWords | null
}

/** A rate of the settings, 0.05, as '5%'; a binary fraction times a hundred is no whole number. */
export const percent = (rate: number): string => `${Number((rate * 100).toFixed(2))}%`

interface FiguresTableProps {
  readonly caption: string
  readonly heads: readonly string[]
  /** What the row is about, then its figures. */
  readonly rows: readonly (readonly [string, ...(string | number)[]])[]
}

/** A few figures to look up; nothing to sort. */
export const FiguresTable = ({ caption, heads, rows }: FiguresTableProps) => (
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
