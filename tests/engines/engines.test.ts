import { request } from 'playwright-core'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { type AlteredBuild, alteredBuild } from '../support/altered-build.ts'
import { type LeagueCopy, startLeagueCopy } from '../support/demo-league.ts'
import { startDraftNight } from '../support/draft-night.ts'
import type { Engine } from '../support/engine.ts'
import { enter, type MemberName } from '../support/member.ts'
import { appIn } from './app.ts'
import { hasFirefox, openFirefox } from './firefox.ts'
import { type Place, type Pool, STEPS } from './steps.ts'
import { hasWebKit, openWebKit } from './webkit.ts'

// What only Chromium has is found here: the home-screen app of an iPhone is WebKit.

interface Tried {
  readonly name: string
  readonly isHere: boolean
  readonly open: () => Promise<Engine>
  /** Both try the same on one league, each as a different member. */
  readonly member: MemberName
}

const ENGINES: readonly Tried[] = [
  { name: 'WebKit', isHere: hasWebKit, open: openWebKit, member: 'member' },
  { name: 'Firefox', isHere: hasFirefox, open: openFirefox, member: 'premium' },
]

let build: AlteredBuild | undefined
let league: LeagueCopy | undefined
let draftNight: LeagueCopy | undefined
let pool: Pool

beforeAll(async () => {
  build = await alteredBuild()
  league = await startLeagueCopy(inject('demoLeague'), { home: build.home })
  // No simulated member plays while the test lasts.
  draftNight = await startDraftNight({ pace: 999 })
  const admin = await request.newContext({
    baseURL: draftNight.origin,
    extraHTTPHeaders: { 'x-requested-with': 'hockey-pool' },
  })
  await enter(admin, 'admin')
  await admin.post('/api/v1/draft/lock-keepers', { failOnStatusCode: true })
  pool = { build, league, draftNight, admin }
})

afterAll(async () => {
  await pool?.admin.dispose()
  await league?.end()
  await draftNight?.end()
  await build?.remove()
})

describe.for(ENGINES)('in $name', ({ name, isHere, open, member }) => {
  let place: Place | undefined

  beforeAll(async () => {
    if (!isHere) return
    // It is away if the last engine failed without it.
    await pool.league.start()
    const engine = await open()
    place = { ...pool, engine, app: appIn(engine, pool.league.origin), name, member }
  })
  afterAll(() => place?.engine.close())

  test.skipIf(!isHere).for(STEPS)('%s', ([, step]) => {
    if (!place) throw new Error('There is no browser.')
    return step(place)
  })
})
