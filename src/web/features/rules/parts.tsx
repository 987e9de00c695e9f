import type { LeagueSettings } from '#contract/league'
import type { LeagueConstants } from '#contract/limits'

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
