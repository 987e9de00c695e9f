import { Fragment, useId, useState } from 'react'
import type { Team } from '#contract/stats'
import { change, changeTone, figure, ordinal } from '../../ui/figure.ts'
import { type RecordColumn, RecordTable } from '../../ui/table/record.tsx'

const count = (key: keyof Team, label: string, value: (team: Team) => number | null | undefined, decimals = 0) => ({
  key,
  label,
  kind: 'number' as const,
  text: (team: Team) => figure(value(team), decimals),
})

const columns: readonly RecordColumn<Team>[] = [
  {
    ...count('ranking', 'Rank', (team) => team.ranking),
    // Before the season everybody is first.
    tone: (team) => (team.ranking === 1 && team.totalScore ? 'gold' : null),
  },
  { key: 'name', label: 'Team', kind: 'text', wide: true, text: (team) => team.name },
  { key: 'shortName', label: 'Short Name', kind: 'text', text: (team) => team.shortName },
  count('points', 'Points', (team) => team.points),
  count('cash', 'Cash', (team) => team.cash, 2),
  count('totalScore', 'Total', (team) => team.totalScore),
  {
    ...count('scoreDiffPrevious', 'Last', (team) => team.scoreDiffPrevious),
    text: (team) => change(team.scoreDiffPrevious),
    tone: (team) => changeTone(team.scoreDiffPrevious),
  },
  count('scoreThisWeek', 'Week', (team) => team.scoreThisWeek),
  count('scoreLastWeek', 'Last Week', (team) => team.scoreLastWeek),
]

/** What a season that is over does not have. */
const MOVES: readonly string[] = ['scoreDiffPrevious', 'scoreThisWeek', 'scoreLastWeek']
const finalColumns = columns.filter(({ key }) => !MOVES.includes(key))

/** `3rd · 728 · +7 last night`; no rank before the season, when everybody is first. */
const inOneLine = ({ ranking, totalScore, scoreDiffPrevious }: Team, isFinal: boolean) => [
  ...(ranking && totalScore ? [{ text: ordinal(ranking), tone: null }] : []),
  { text: figure(totalScore), tone: null },
  ...(isFinal || scoreDiffPrevious == null
    ? []
    : [{ text: `${change(scoreDiffPrevious)}\u00a0last\u00a0night`, tone: changeTone(scoreDiffPrevious) }]),
]

/** The team's row of the standings, or of the final ones. A phone has a line of it, which opens. */
export function TeamSummary({ team, isFinal = false }: { readonly team: Team; readonly isFinal?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const record = useId()
  return (
    <>
      <button
        className="summary-line"
        type="button"
        aria-expanded={isOpen}
        aria-controls={record}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          {inOneLine(team, isFinal).map(({ text, tone }, index) => (
            <Fragment key={text}>
              {index > 0 && '\u00a0· '}
              <span className={tone ?? undefined}>{text}</span>
            </Fragment>
          ))}
        </span>
      </button>
      <div className="summary-record" id={record}>
        <RecordTable label="Team Summary" columns={isFinal ? finalColumns : columns} row={team} />
      </div>
    </>
  )
}
