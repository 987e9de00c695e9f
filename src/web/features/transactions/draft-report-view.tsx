import { useQuery } from '@tanstack/react-query'
import type { PlayerRef, TeamRef } from '#contract/call'
import { type DraftedPlayer, getDraftedPlayers } from '#contract/draft'
import { type DraftLogEntry, getDraftLog } from '#contract/draft-room'
import { draftedPlayers } from '../../data/draft.ts'
import { draftLog } from '../../data/draft-room.ts'
import { seasonDraft, seasonDraftLog } from '../../data/history.ts'
import { useLiveDraft } from '../../data/use-live-draft.ts'
import { useFeature } from '../../data/user.ts'
import { Section } from '../../ui/card.tsx'
import { type Columns, count, text } from '../../ui/table/columns.ts'
import { date } from '../../ui/table/date-column.ts'
import { SortedTable } from '../../ui/table/table.tsx'
import { secondText } from '../../ui/time/second-text.ts'
import { QueryResult } from '../data-screen/data-screen.tsx'
import {
  type ListPlace,
  playerColumns,
  TEAM_WIDTH,
  type TransactionList,
  TransactionListView,
  teamColumn,
  timeColumn,
  wordColumn,
} from './transaction-list.tsx'

/** What an admin did to the sequence, by the last part of the call's path. */
const ACTIONS: Readonly<Record<string, string>> = {
  'set-picking-team': 'Gets the turn',
  'picking-teams': 'Gets or loses turns',
  'free-picking': 'Free picking',
  'resume-pick-sequence': 'Sequence resumed',
  'back-pick-sequence': 'The latest turn is open again',
  'randomize-pick-sequence': 'Rounds shuffled',
}

const HOW = {
  list: ', from the list',
  points: ', by points',
  admin: ', for the team',
  keeper: ', keeper',
  self: '',
} as const

const by = (name: string | null | undefined): string => (name ? ` by ${name}` : '')

/** What happened, in words; team, player and box have separate columns. */
const happened = (entry: DraftLogEntry): string => {
  const { kind, how, detail, pickNr, takenBackAt, takenBackBy } = entry
  if (kind === 'pick') {
    const picked = how === 'self' ? 'Picked' : `Picked${HOW[how ?? 'self']}`
    const words = how === 'keeper' ? 'Kept' : `${picked}${how === 'self' || how === 'admin' ? by(entry.by) : ''}`
    return takenBackAt ? `${words}; taken back at ${secondText(takenBackAt)}${by(takenBackBy)}` : words
  }
  if (kind === 'taken-back') return `Pick ${pickNr} taken back${by(entry.by)}`
  if (kind === 'passed') return `Passed over${by(entry.by)}`
  if (kind === 'clock') {
    return detail?.seconds ? `Clock of ${detail.seconds} seconds set${by(entry.by)}` : `Clock stopped${by(entry.by)}`
  }
  const words = {
    paused: 'Paused',
    resumed: 'Resumed',
    locked: 'Keepers locked',
    unlocked: 'Keepers unlocked',
    sequence: ACTIONS[detail?.action ?? ''] ?? 'Sequence changed',
  }[kind]
  return `${words}${by(entry.by)}`
}

const columns: Columns<DraftLogEntry> = [
  count('nr', '#', '2.75rem', ({ nr }) => nr, { heads: true }),
  date('at', 'Time', 'minmax(5.5rem, 11rem)', ({ at }) => at, { text: ({ at }) => secondText(at) }),
  text('logTeam', 'Team', TEAM_WIDTH, ({ teamShortName }) => teamShortName, {
    text: ({ teamShortName }) => teamShortName ?? '',
  }),
  text('happened', 'What Happened', 'minmax(9.5rem, 1fr)', happened),
  text('logPlayer', 'Player', 'minmax(9rem, 14rem)', ({ player }) => player?.name, {
    text: ({ player }) => player?.name ?? '',
  }),
  text('logBox', 'Box', '4.25rem', ({ boxName }) => boxName, { text: ({ boxName }) => boxName ?? '' }),
]

/** Everything that happened in the draft: the record that settles every argument. */
function DraftLog({ ownTeamId, seasonId }: ListPlace) {
  const query = useQuery(seasonId === null ? draftLog() : seasonDraftLog(seasonId))
  return (
    <Section className="part transactions draft-log" title="Draft Log">
      <QueryResult query={query} failure={getDraftLog.failure}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="note">
              {seasonId === null
                ? 'Everything that happens in the draft is written down here.'
                : 'Nothing of this draft was written down.'}
            </p>
          ) : (
            <SortedTable
              label="Draft Log"
              name="draftLog"
              columns={columns}
              rows={rows}
              rowKey={({ nr }) => nr}
              rowState={({ teamId }) => (ownTeamId !== null && teamId === ownTeamId ? 'own' : null)}
              defaultSort={{ key: 'nr', direction: 'desc' }}
            />
          )
        }
      </QueryResult>
    </Section>
  )
}

const teamOf = ({ teamId, teamShortName }: DraftedPlayer): TeamRef => ({ id: teamId, shortName: teamShortName })
const playerOf = ({ playerId, ...player }: DraftedPlayer): PlayerRef => ({ id: playerId, ...player })

const columnsFor = (place: ListPlace): Columns<DraftedPlayer> => [
  timeColumn('draftedAt', 'Drafted', ({ draftedAt }) => draftedAt),
  teamColumn(teamOf, place),
  wordColumn('draftBox', 'Box', ({ draftBox }) => draftBox),
  ...playerColumns(playerOf, { position: 'Pos', nhlTeam: 'NHL' }),
]

const list: TransactionList<DraftedPlayer> = {
  title: 'Draft Picks',
  noun: 'draft pick',
  present: draftedPlayers,
  past: seasonDraft,
  failure: getDraftedPlayers.failure,
  empty: 'No players drafted yet.',
  columnsFor,
  table: 'draftPicks',
  newestBy: 'draftedAt',
  rowKey: ({ playerId }) => playerId,
  teamOf,
}

export function DraftReportView() {
  const hasRoom = useFeature('draft-room')
  // A pick made while the list is open appears by itself.
  const { wake } = useLiveDraft()
  return (
    <TransactionListView list={list} onRefresh={wake}>
      {(place) => hasRoom && <DraftLog {...place} />}
    </TransactionListView>
  )
}
