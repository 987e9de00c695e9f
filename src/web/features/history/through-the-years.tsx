import { useState } from 'react'
import type { FinalStanding, History } from '#contract/history'
import { seasonName } from '#rules/calendar'
import { LinesFigure } from '../../ui/charts/lines-figure.tsx'
import { ordinal } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/columns.ts'
import { count, decimal, text } from '../../ui/table/columns.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import '../../ui/form/selection.css'
import { seasonColumn } from './history-words.ts'

interface Year extends FinalStanding {
  readonly seasonId: number
  /** Of how many teams. */
  readonly of: number
}

const TABLE = 'years'
const newestFirst: Sort = { key: 'season', direction: 'desc' }

const columns: Columns<Year> = [
  seasonColumn(({ seasonId }) => seasonId),
  count('rank', 'Rank', 'minmax(4.75rem, 1fr)', ({ rank }) => rank, {
    text: ({ rank, of }) => `${rank} of ${of}`,
    tone: ({ rank }) => (rank === 1 ? 'gold' : null),
  }),
  text('team', 'Team', 'minmax(8rem, 2fr)', ({ team }) => team),
  decimal('total', 'Total', 'minmax(5rem, 1fr)', ({ total }) => total),
]
const readYearsSort = (search: Readonly<Record<string, unknown>>) => readSort(search, TABLE, columns, newestFirst)
const keyOf = ({ seasonId }: Year) => seasonId

/** The years of a person, the oldest first; where they had two teams in a season, the better one. */
const yearsOf = ({ seasons }: History, person: string): Year[] =>
  seasons.toReversed().flatMap(({ id, standings }) => {
    const own = standings.find((row) => row.person === person)
    return own ? [{ ...own, seasonId: id, of: standings.length }] : []
  })

const inAll = (years: readonly Year[], name: string): string => {
  const titles = years.filter(({ rank }) => rank === 1).length
  const best = Math.min(...years.map(({ rank }) => rank))
  const won = titles === 0 ? `best finish ${ordinal(best)}` : `${titles} ${titles === 1 ? 'title' : 'titles'}`
  return `${name}: ${years.length} ${years.length === 1 ? 'season' : 'seasons'}, ${won}.`
}

interface YearsProps {
  readonly history: History
  readonly ownTeamId: number | null
}

/** One person's place in every season that they played, at first the viewer's. */
export function ThroughTheYears({ history, ownTeamId }: YearsProps) {
  const [sort, setSort] = useTableSort(TABLE, readYearsSort)
  const [selected, setSelected] = useState<string | null>(null)
  const people = history.people.filter(({ person }) => yearsOf(history, person).length > 0)
  const own = people.find(({ teamId }) => teamId != null && teamId === ownTeamId)
  const chosen = people.find(({ person }) => person === selected) ?? own ?? people[0]
  if (!chosen) return null
  const years = yearsOf(history, chosen.person)
  const seasons = history.seasons.toReversed()
  const line = (person: string) => ({
    id: person,
    values: seasons.map(({ standings }) => standings.find((row) => row.person === person)?.rank ?? null),
  })
  return (
    <section className="history-part">
      <h2>Through the Years</h2>
      <label className="choose history-choice">
        Member
        <select className="selection" value={chosen.person} onChange={({ target }) => setSelected(target.value)}>
          {people.map(({ person, name }) => (
            <option key={person} value={person}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <LinesFigure
        labels={seasons.map(({ id }) => seasonName(id).slice(0, 4))}
        lines={[line(chosen.person)]}
        lastRank={Math.max(...seasons.map(({ standings }) => standings.length))}
        chosen={chosen.person}
        summary={inAll(years, chosen.name)}
      >
        <Table label="Through the years" columns={columns} rows={years} rowKey={keyOf} sort={sort} onSort={setSort} />
      </LinesFigure>
    </section>
  )
}
