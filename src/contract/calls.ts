import type { Call } from './call.ts'
import * as corrections from './corrections.ts'
import * as draft from './draft.ts'
import * as draftAdmin from './draft-admin.ts'
import * as draftRoom from './draft-room.ts'
import * as history from './history.ts'
import * as league from './league.ts'
import * as message from './message.ts'
import * as nextSeason from './next-season.ts'
import * as office from './office.ts'
import * as officeRecords from './office-records.ts'
import * as officeStatistics from './office-statistics.ts'
import * as push from './push.ts'
import * as roster from './roster.ts'
import * as stats from './stats.ts'
import * as tonight from './tonight.ts'
import * as trading from './trading.ts'
import * as user from './user.ts'

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'path' in value

type Calls = readonly { section: string; name: string; call: Call }[]

export const callsIn = (sections: Readonly<Record<string, object>>): Calls =>
  Object.entries(sections).flatMap(([section, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ section, name, call: value }] : [])),
  )

/** Every call with its section and name, for the documentation, the service worker and the tests. */
export const calls: Calls = callsIn({
  user,
  stats,
  league,
  roster,
  trading,
  draft,
  'draft-admin': draftAdmin,
  'draft-room': draftRoom,
  push,
  history,
  'next-season': nextSeason,
  message,
  office,
  'office-statistics': officeStatistics,
  'office-records': officeRecords,
  tonight,
  corrections,
})
