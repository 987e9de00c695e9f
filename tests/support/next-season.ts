import { expect } from 'vitest'
import type { DemoServer, Reply } from './demo-members.ts'

export const NEXT_SEASON = '/league-admin/next-season'

interface Wanted {
  readonly firstDay: string
  readonly lastDay: string
  readonly retire?: readonly number[]
}

export const planPath = ({ firstDay, lastDay, retire = [] }: Wanted): string =>
  `${NEXT_SEASON}/plan?firstDay=${firstDay}&lastDay=${lastDay}${retire.length === 0 ? '' : `&retire=${retire}`}`

/** The start of the next season as an admin has just been shown it, to be sent at any time. */
export async function plannedStart(
  ask: DemoServer['ask'],
  { firstDay, lastDay, retire = [] }: Wanted,
  admin = 'admin',
): Promise<(key?: string) => Promise<Reply>> {
  const { status, body } = await ask(admin, planPath({ firstDay, lastDay, retire }))
  expect(status, JSON.stringify(body)).toBe(200)
  const [first, last] = [firstDay, lastDay].map((day) => day.slice(0, 4))
  const asked = { firstDay, lastDay, seasonId: Number(`${first}${last}`), retire, fingerprint: body.fingerprint }
  return (key) =>
    ask(admin, NEXT_SEASON, { method: 'POST', body: asked, ...(key && { headers: { 'idempotency-key': key } }) })
}
