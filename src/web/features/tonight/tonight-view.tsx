import './tonight.css'
import { useQuery } from '@tanstack/react-query'
import { getTonight, type Tonight } from '#contract/tonight'
import type { User } from '#contract/user'
import { tonight } from '../../data/tonight.ts'
import { asOfText } from '../../ui/time/relative-time.ts'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { NotifyLink } from '../notifications/notify-link.tsx'
import { GamesTonight } from './games-tonight.tsx'
import { LeagueTonight } from './league-tonight.tsx'
import { MyNight } from './my-night.tsx'
import { hasEnded, quietNightText } from './night-lines.ts'
import { isGameNight } from './night-words.ts'
import { ScoreChips } from './score-chips.tsx'
import { ChangesContext, useNightChanges } from './use-night-changes.ts'

const TITLE = 'Tonight'

/** As of when the scores are, whenever this device has asked for them; of games that are over the reports may be first. */
const scoresLine = (night: Tonight): string => {
  if (!isGameNight(night)) return ''
  const isOver = hasEnded(night)
  const what = isOver ? 'All games are over' : 'Provisional'
  if (night.asOf == null) return isOver ? what : `${what}, scores not read yet`
  return `${what}, ${asOfText(Date.parse(night.asOf), new Date(), false)}`
}

interface NightProps {
  readonly night: Tonight
  readonly fetchedAt: number
  readonly user: User
}

function Night({ night, fetchedAt, user }: NightProps) {
  const ownTeamId = user.teamId
  const seen = useNightChanges(night, fetchedAt, ownTeamId)
  const team = night.teams.find(({ teamId }) => teamId === ownTeamId)
  const hasGames = night.games.length > 0
  const scores = isGameNight(night) && <ScoreChips night={night} />
  return (
    <ChangesContext value={seen}>
      <p className="quiet" role="status">
        {seen.changes.sentences.join(' ')}
      </p>
      <div className="night">
        {!isGameNight(night) && <p className="night-quiet">{quietNightText(night)}</p>}
        {team && hasGames ? (
          <MyNight night={night} team={team}>
            {scores}
          </MyNight>
        ) : (
          scores
        )}
        {isGameNight(night) && <LeagueTonight night={night} ownTeamId={ownTeamId} />}
        {hasGames && <GamesTonight night={night} />}
        {team && (
          <NotifyLink className="night-notify" user={user} isForGoals>
            Notify me when my players score
          </NotifyLink>
        )}
      </div>
    </ChangesContext>
  )
}

/** What the games that are being played do to the pool, as they are played. */
export function TonightView({ user }: { readonly user: User }) {
  const query = useQuery(tonight())
  return (
    <DataScreen title={TITLE} line={query.data ? scoresLine(query.data) : ''} queries={[query]}>
      <QueryResult query={query} failure={getTonight.failure}>
        {(night) => <Night night={night} fetchedAt={query.dataUpdatedAt} user={user} />}
      </QueryResult>
    </DataScreen>
  )
}
