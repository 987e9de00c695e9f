import type { OfficeSeason } from '#contract/office-statistics'
import { dayWords } from '#rules/date-words'

type DateName = 'firstDay' | 'lastDay' | 'rosterHoldStartDate' | 'keeperLastBuyDate' | 'tradingStart' | 'tradingEnd'
export type ConstantName = keyof OfficeSeason['constants']

interface Field<Name> {
  readonly name: Name
  readonly label: string
  readonly hint: string
}

export const dateFields: readonly (Field<DateName> & { readonly type: 'date' | 'datetime-local' })[] = [
  { name: 'firstDay', type: 'date', label: 'First day', hint: 'Of the regular season' },
  { name: 'lastDay', type: 'date', label: 'Last day', hint: 'Of the regular season' },
  {
    name: 'rosterHoldStartDate',
    type: 'date',
    label: 'Rosters count from',
    hint: 'Drafted players are held from then',
  },
  { name: 'tradingStart', type: 'datetime-local', label: 'Trading starts', hint: "In the league's time zone" },
  { name: 'tradingEnd', type: 'datetime-local', label: 'Trading ends', hint: "In the league's time zone" },
  { name: 'keeperLastBuyDate', type: 'date', label: 'Keepers until', hint: 'Players bought later cannot be kept' },
]

/** Shares are shown as they are written in a league file. */
export const constantFields: readonly (Field<ConstantName> & { readonly step: number; readonly unit?: string })[] = [
  { name: 'rosterSize', step: 1, label: 'Roster size', hint: 'Players a team may have' },
  { name: 'maxDressed', step: 1, label: 'Dressed at most', hint: 'Players whose points count' },
  { name: 'minDefenders', step: 1, label: 'Defenders at least', hint: 'Dressed' },
  { name: 'minGoalies', step: 1, label: 'Goalies at least', hint: 'Dressed' },
  {
    name: 'scratchDays',
    unit: 'day',
    step: 1,
    label: 'Scratched for',
    hint: 'Days before a player may be dressed again',
  },
  { name: 'holdDays', unit: 'day', step: 1, label: 'Held for', hint: 'Days before a player can be sold' },
  { name: 'closedWeeksAtStart', unit: 'week', step: 1, label: 'Closed at the start', hint: 'Weeks without trading' },
  { name: 'closedWeeksAtEnd', unit: 'week', step: 1, label: 'Closed at the end', hint: 'Weeks without trading' },
  { name: 'commissionOfPoints', step: 0.01, label: 'Commission of points', hint: 'A share, such as 0.1 for 10 %' },
  {
    name: 'commissionOfProjected',
    step: 0.01,
    label: 'Commission of projected points',
    hint: 'A share, such as 0.05 for 5 %',
  },
  { name: 'seasonGames', step: 1, label: 'Games in a season', hint: 'For each club' },
  {
    name: 'normalizedGamesFloor',
    step: 1,
    label: 'Normalized games',
    hint: "Last season's points are divided by at least this many",
  },
  { name: 'boxSpare', step: 1, label: 'Spare players in a box', hint: 'On top of one for each team' },
]

/** '2027-02-04T12:00' as 'Feb 4, 2027, 12:00'; as it stands while it is typed. */
function dateText(written: string): string {
  const [day = '', time] = written.split('T')
  if (Number.isNaN(Date.parse(day))) return written
  return time === undefined ? dayWords(day) : `${dayWords(day)}, ${time}`
}

/** What a change of the settings changes, a line each. */
export function settingChanges(before: OfficeSeason, after: OfficeSeason): string[] {
  const words = (value: string | number) => (typeof value === 'number' ? String(value) : dateText(value))
  const line = (label: string, one: string | number, other: string | number) =>
    one === other ? [] : [`${label}: ${words(one)} → ${words(other)}`]
  return [
    ...dateFields.flatMap(({ name, label }) => line(label, before[name], after[name])),
    ...constantFields.flatMap(({ name, label }) => line(label, before.constants[name], after.constants[name])),
  ]
}
