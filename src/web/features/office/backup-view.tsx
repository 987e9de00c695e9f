import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { BACKUP_PATH, type Backups, getBackups } from '#contract/office-records'
import { fileSize } from '#rules/words'
import { backups } from '../../data/office.ts'
import { useOnline } from '../../data/use-online.ts'
import { Line } from '../../ui/notice.tsx'
import { relativeTime } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { QueryResult } from '../data-screen/data-screen.tsx'
import { OfficePage } from './office-page.tsx'

/** Others make some, too. */
const LOOK_EVERY_MS = 10_000
/** A download says nothing to the page when it has come: it is seen by being listed. */
const FOLLOW_EVERY_MS = 1_000
/** By then the browser has shown what became of it. */
const FOLLOWED_MS = 120_000

const List = ({ backups: made }: Backups) => {
  const now = useNow()
  if (made.length === 0) return <p>No backups yet.</p>
  return (
    <ul className="ruled spaced" aria-label="Backups">
      {made.map(({ at, by, place, bytes }) => (
        <li key={at}>
          <p>
            <strong>{relativeTime(new Date(at), now)}</strong> <span className="muted">{`by ${by}`}</span>
          </p>
          <p className="muted">{`${place}, ${fileSize(bytes)}`}</p>
        </li>
      ))}
    </ul>
  )
}

function LoadedBackups() {
  /** When the latest was made at the time of this request. */
  const [before, setBefore] = useState<{ readonly at: string | undefined } | null>(null)
  const query = useQuery({
    ...backups(),
    refetchInterval: ({ state: { data } }) => (isMade(data, before) ? LOOK_EVERY_MS : FOLLOW_EVERY_MS),
  })
  const online = useOnline()
  const { data } = query
  useEffect(() => {
    if (before === null) return
    const timer = setTimeout(() => setBefore(null), FOLLOWED_MS)
    return () => clearTimeout(timer)
  }, [before])
  const follow = (event: MouseEvent) => {
    if (online) setBefore(data ? { at: latest(data) } : null)
    else event.preventDefault()
  }
  return (
    <>
      <div className="buttons">
        <a className="button" href={BACKUP_PATH} download aria-disabled={!online} onClick={follow}>
          Download a backup
        </a>
      </div>
      <Line className="muted">
        {before === null
          ? ''
          : isMade(data, before)
            ? 'The backup is made.'
            : 'Making the backup. Its download starts automatically.'}
      </Line>
      <h2>Recent backups</h2>
      <QueryResult query={query} failure={getBackups.failure}>
        {(made) => <List {...made} />}
      </QueryResult>
    </>
  )
}

const latest = ({ backups: [first] }: Backups): string | undefined => first?.at

/** Whether there is another since; also where none was requested. */
const isMade = (data: Backups | undefined, before: { readonly at: string | undefined } | null): boolean =>
  before === null || (data !== undefined && latest(data) !== before.at)

export const BackupView = () => (
  <OfficePage title="Backup">
    <p>
      The whole league in one compressed file, made without interrupting anyone. It holds members' addresses, so keep it
      safe, and not only on the server. It holds no logins and no keys: after a restore everyone logs in again.
    </p>
    <LoadedBackups />
    <p className="muted">
      A backup is restored by a command on the server: <code className="own-line">npm run league -- restore FILE</code>
    </p>
  </OfficePage>
)
