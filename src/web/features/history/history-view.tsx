import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import {
  type FinalStanding,
  getHistory,
  type History,
  type PastSeason,
  type RecordMark,
  type Records,
} from '#contract/history'
import { seasonName } from '#rules/calendar'
import { listed, plural } from '#rules/words'
import { history } from '../../data/history.ts'
import { currentUser } from '../../data/user.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { LinesFigure } from '../../ui/charts/lines-figure.tsx'
import { Choose } from '../../ui/choose.tsx'
import { figure, ordinal } from '../../ui/figure.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Columns, count, decimal, text } from '../../ui/table/columns.ts'
import type { Sort } from '../../ui/table/sort.ts'
import { SortedTable } from '../../ui/table/table.tsx'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import { holderText, seasonColumn, whenHeld, winnersOf, wonText } from './history-words.ts'
import { WeeksFigure } from './weeks-figure.tsx'
import './history.css'

const newestFirst: Sort = { key: 'season', direction: 'desc' }

interface Year extends FinalStanding {
  readonly seasonId: number
  /** Of how many teams. */
  readonly of: number
}

const yearColumns: Columns<Year> = [
  seasonColumn(({ seasonId }) => seasonId),
  count('rank', 'Rank', 'minmax(4.75rem, 1fr)', ({ rank }) => rank, {
    text: ({ rank, of }) => `${rank} of ${of}`,
    tone: ({ rank }) => (rank === 1 ? 'gold' : null),
  }),
  text('team', 'Team', 'minmax(8rem, 2fr)', ({ team }) => team),
  decimal('total', 'Total', 'minmax(5rem, 1fr)', ({ total }) => total),
]

/** The years of a person, the oldest first; where they had two teams in a season, the better one. */
const yearsOf = ({ seasons }: History, person: string): Year[] =>
  seasons.toReversed().flatMap(({ id, standings }) => {
    const own = standings.find((row) => row.person === person)
    return own ? [{ ...own, seasonId: id, of: standings.length }] : []
  })

const inAll = (years: readonly Year[], name: string): string => {
  const titles = years.filter(({ rank }) => rank === 1).length
  const best = Math.min(...years.map(({ rank }) => rank))
  const won = titles === 0 ? `best finish ${ordinal(best)}` : plural(titles, 'title')
  return `${name}: ${plural(years.length, 'season')}, ${won}.`
}

interface YearsProps {
  readonly history: History
  readonly ownTeamId: number | null
}

/** One person's place in every season that they played, at first the viewer's. */
function ThroughTheYears({ history, ownTeamId }: YearsProps) {
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
    <section className="part">
      <h2>Through the Years</h2>
      <div className="choices">
        <Choose
          label="Member"
          value={chosen.person}
          options={people.map(({ person, name }) => [person, name])}
          onChoose={setSelected}
        />
      </div>
      <LinesFigure
        labels={seasons.map(({ id }) => seasonName(id).slice(0, 4))}
        lines={[line(chosen.person)]}
        lastRank={Math.max(...seasons.map(({ standings }) => standings.length))}
        chosen={chosen.person}
        summary={inAll(years, chosen.name)}
      >
        <SortedTable
          label="Through the years"
          name="years"
          columns={yearColumns}
          rows={years}
          rowKey={({ seasonId }) => seasonId}
          defaultSort={newestFirst}
        />
      </LinesFigure>
    </section>
  )
}

const LATEST = 8

const named = (names: readonly (string | null | undefined)[]): string =>
  listed(names.filter((name) => name !== null && name !== undefined)) || '-'
const teamsOf = (season: PastSeason) => named(winnersOf(season).map(({ team }) => team))
const membersOf = (season: PastSeason) => named(winnersOf(season).map(({ member }) => member))

const championColumns: Columns<PastSeason> = [
  seasonColumn(({ id }) => id),
  text('champion', 'Champion', 'minmax(8.5rem, 2fr)', teamsOf),
  decimal('total', 'Total', 'minmax(5.25rem, 1fr)', ({ standings }) => standings[0]?.total, { strong: true }),
  { key: 'member', label: 'Member', kind: 'text', width: 'minmax(5.75rem, 1fr)', value: membersOf, text: membersOf },
]

/** Who won each season; the latest ones until the member opens all. */
function Champions({ seasons }: { readonly seasons: readonly PastSeason[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const hasMore = !isWhole && seasons.length > LATEST
  return (
    <section className="part">
      <h2>Champions</h2>
      <SortedTable
        label="Champions"
        name="champions"
        columns={championColumns}
        rows={hasMore ? seasons.slice(0, LATEST) : seasons}
        rowKey={({ id }) => id}
        defaultSort={newestFirst}
      />
      {hasMore && (
        <p className="note">
          <PlainButton onClick={() => setIsWhole(true)}>All {seasons.length} seasons</PlainButton>
        </p>
      )}
    </section>
  )
}

const titlesWon = (value: number): string => plural(value, 'title')
const points = (value: number): string => `${figure(value, 2)} points`

const marks = [
  { key: 'mostTitles', label: 'Most titles', text: titlesWon },
  { key: 'bestSeason', label: 'Best season', text: points },
  { key: 'closestFinish', label: 'Closest finish', text: points },
  { key: 'bestWeek', label: 'Best week', text: (value: number) => `+${points(value)}` },
  { key: 'bestTrade', label: 'Best trade', text: (value: number) => `+${points(value)}` },
] as const

interface MarkProps {
  readonly label: string
  readonly value: string
  readonly mark: RecordMark
}

const RecordLine = ({ label, value, mark }: MarkProps) => (
  <div className="wrap spread record-line">
    <dt>{label}</dt>
    <dd>
      <strong>{value}</strong>
    </dd>
    {mark.holders.map((holder) => (
      <dd key={`${holderText(holder)} ${holder.seasonId} ${holder.monday}`} className="muted">
        {holderText(holder)}
        {whenHeld(holder).map((when) => (
          <Fragment key={when}>
            , <span className="record-when">{when}</span>
          </Fragment>
        ))}
      </dd>
    ))}
  </div>
)

interface RecordsProps {
  readonly records: Records
}

/** The records of the league, each with all who share it. */
const LeagueRecords = ({ records }: RecordsProps) => {
  const lines = marks.flatMap(({ key, label, text }) => {
    const mark = records[key]
    return mark ? [{ key, label, value: text(mark.value), mark }] : []
  })
  if (lines.length === 0) return null
  return (
    <section className="part">
      <h2>Records</h2>
      <dl className="fields ruled spaced inset record-lines">
        {lines.map(({ key, ...line }) => (
          <RecordLine key={key} {...line} />
        ))}
      </dl>
    </section>
  )
}

const BestPicks = ({ records: { bestPicks } }: RecordsProps) =>
  bestPicks.length > 0 && (
    <section className="part">
      <h2>Best Picks</h2>
      <p className="note">By draft box: what the player was worth to the team that drafted them.</p>
      <dl className="fields ruled spaced inset record-lines">
        {bestPicks.map(({ boxName, mark }) => (
          <RecordLine
            key={boxName}
            label={boxName}
            value={`${figure(mark.value)} ${mark.value === 1 ? 'point' : 'points'}`}
            mark={mark}
          />
        ))}
      </dl>
    </section>
  )

export function HistoryView() {
  const query = useQuery(history())
  const { data: user } = useQuery(currentUser())
  const ownTeamId = user?.teamId ?? null
  const latest = query.data?.seasons[0]
  return (
    <DataScreen title="History" line={latest ? wonText(latest) : ''} queries={[query]}>
      <QueryResult query={query} failure={getHistory.failure}>
        {(all) => (
          <div className="parts history">
            {all.seasons.length === 0 ? (
              <Notice kind="info">
                How this season ends will be kept here, with its champion and the records of the league.
              </Notice>
            ) : (
              <>
                <Champions seasons={all.seasons} />
                <ThroughTheYears history={all} ownTeamId={ownTeamId} />
              </>
            )}
            <LeagueRecords records={all.records} />
            <WeeksFigure seasonId={all.seasonId} teams={all.weeks} ownTeamId={ownTeamId} />
            <BestPicks records={all.records} />
          </div>
        )}
      </QueryResult>
    </DataScreen>
  )
}
