import { useQuery } from '@tanstack/react-query'
import { BACKUP_PATH, type Backups, getBackups } from '#contract/office-records'
import type { User } from '#contract/user'
import { backups } from '../../data/office-records.ts'
import { useConnection } from '../../offline/connection.ts'
import { relativeTime } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { QueryResult } from '../data-screen/query-result.tsx'
import { OfficePage } from './office-page.tsx'

/** A download says nothing to the page when it has come. */
const LOOK_EVERY_MS = 10_000

const size = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const List = ({ backups: made }: Backups) => {
  const now = useNow()
  if (made.length === 0) return <p>None has been made yet, as far as the server knows.</p>
  return (
    <ul className="office-list" aria-label="Backups">
      {made.map(({ at, by, place, bytes }) => (
        <li key={at} className="office-record">
          <p>
            <strong>{relativeTime(new Date(at), now)}</strong> <span>{`by ${by}`}</span>
          </p>
          <p className="office-hint">{`${place}, ${size(bytes)}`}</p>
        </li>
      ))}
    </ul>
  )
}

function Asked() {
  const query = useQuery({ ...backups(), refetchInterval: LOOK_EVERY_MS })
  const { online } = useConnection()
  return (
    <>
      <div className="office-buttons">
        <a className="button" href={BACKUP_PATH} download aria-disabled={!online}>
          Download a backup
        </a>
      </div>
      <h2>Recent backups</h2>
      <QueryResult query={query} failure={getBackups.failure}>
        {(data) => <List {...data} />}
      </QueryResult>
    </>
  )
}

export const BackupView = ({ user }: { readonly user: User }) => (
  <OfficePage user={user} title="Backup">
    <p className="page-text">
      The whole league in one compressed file, made without interrupting anybody. It holds members' addresses, so keep
      it safe, and not only on the server. It holds no logins and no keys: after a restore everybody logs in again.
    </p>
    <Asked />
    <p className="office-hint">
      It is restored by a command on the server: <code>npm run league -- restore FILE</code>
    </p>
  </OfficePage>
)
