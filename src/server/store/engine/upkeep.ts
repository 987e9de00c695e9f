import type { PGlite } from '@electric-sql/pglite'

const LOOK_EVERY_MS = 60_000
/** Written ahead since the last checkpoint. More would only make the start after a crash longer. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024
const VACUUM_EVERY_LOOKS = 6 * 60

/** The embedded engine is one process without helpers: nothing checkpoints or vacuums unless it is asked to. */
export function startUpkeep(pglite: PGlite): { stop(): void } {
  let looks = 0
  const look = async (): Promise<void> => {
    looks += 1
    if (looks % VACUUM_EVERY_LOOKS === 0) await pglite.exec('vacuum (analyze)')
    const { rows } = await pglite.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    )
    if ((rows[0]?.bytes ?? 0) > CHECKPOINT_BYTES) await pglite.exec('checkpoint')
  }
  // A failure here shows in the next query of the league itself, so it needs no report of its own.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
