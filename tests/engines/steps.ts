import type { APIRequestContext } from 'playwright-core'
import { By } from 'selenium-webdriver'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { getDraftBoxes, getDraftTeams } from '#contract/draft'
import { messages } from '#contract/messages'
import { getUser } from '#contract/user'
import { type AlteredBuild, release } from '../support/altered-build.ts'
import type { Engine } from '../support/engine.ts'
import type { LeagueServer } from '../support/league-server.ts'
import type { MemberName } from '../support/member.ts'
import { WARMED_UP } from '../support/stored.ts'
import { type App, appIn, control, text } from './app.ts'

export interface Pool {
  readonly build: AlteredBuild
  /** In the middle of a season; serves that build. */
  readonly league: LeagueServer
  readonly draftNight: LeagueServer
  /** Is logged in there. */
  readonly admin: APIRequestContext
}

export interface Place extends Pool {
  readonly name: string
  readonly engine: Engine
  readonly app: App
  readonly member: MemberName
}

const STANDINGS = By.css('[role="table"][aria-label="Standings"] [role="rowheader"]')
const TEAMS = `return [...document.querySelectorAll('[aria-label="Standings"] [role="rowheader"] a')].map((link) => link.innerText)`
const FOR_SALE = 'button[aria-label^="Buy "]'
/** What is read on the board, as one text. */
const SEQUENCE = `return document.querySelector('[aria-labelledby="draft-title"]').textContent`

/** Whom the member's cart at the server holds; a promise. */
const CART = `(async () => {
  const ask = async (path) => (await fetch('/api/v1' + path)).json()
  const { teamId } = await ask('/user')
  return (await ask('/trading/teams/' + teamId + '/shopping-cart')).cartEntries.map(({ name }) => name)
})()`

const enter = async (app: App, path: string, member: MemberName) => {
  await app.open(path)
  await app.press(control('Login'))
  await app.press(By.css(`button[value="${member}"]`))
}

export const STEPS: readonly [what: string, step: (place: Place) => Promise<void>][] = [
  [
    'a member logs in and sees the standings, which a tap on a header sorts',
    async ({ app, member }) => {
      await enter(app, '/standings', member)
      await app.see(STANDINGS)
      expect(await app.ask(TEAMS)).toHaveLength(12)
      await app.see(text('Statistics last updated '))
      await app.press(control('Short Name'))
      await app.see(By.css('[role="columnheader"][aria-sort="ascending"]'))
      await app.until(
        'the address keeps it',
        'return location.search === "?standings_sort=shortName&standings_dir=asc"',
      )
    },
  ],
  [
    'without the server the app starts again, with the last standings',
    async ({ app, engine, league }) => {
      await app.open('/standings')
      await app.see(STANDINGS)
      const teams = await app.ask(TEAMS)
      // A browser that is ended has no moment left to write what the member has just seen.
      await app.until('every screen is kept', `return ${WARMED_UP}`)
      await app.until('the standings are kept', `return localStorage.getItem('pool-glance')?.includes('"teams"')`)
      await league.stop()
      await engine.relaunch()
      await app.open('/standings')
      await app.see(text('as of '))
      expect(await app.ask(TEAMS)).toEqual(teams)
    },
  ],
  [
    'a purchase made meanwhile is in the cart when the server is back with a new version',
    async ({ app, build, league, name }) => {
      await app.open('/skaters')
      const label = String(
        await app.until('a player is for sale', `return document.querySelector('${FOR_SALE}')?.ariaLabel`),
      )
      await app.press(control(label))
      await app.see(text("We'll send it when you're back online"))
      await release(build, league, name)
      // As a phone tells that it has a network again.
      await app.ask('window.dispatchEvent(new Event("online"))')
      const player = JSON.stringify(label.replace('Buy ', ''))
      await app.until('the cart has arrived', `return ${CART}.then((names) => names.includes(${player}))`)
    },
  ],
  [
    'the new version is offered, and a tap applies it',
    async ({ app, name }) => {
      // The app asks so, too, though not twice in a minute. An earlier question may still be waiting for the old server.
      await app.until(
        'a new worker has come',
        `return navigator.serviceWorker.getRegistration().then(async (worker) => {
          await worker.update()
          return (worker.installing ?? worker.waiting) !== null
        })`,
      )
      await app.see(text('New version'))
      await app.press(control('Update'))
      await app.until('the new version is there', `return document.head.dataset.build === "${name}"`)
      await app.see(By.css(FOR_SALE))
      await app.gone(text('New version'))
    },
  ],
  [
    'a pick is heard on the board',
    async ({ engine, draftNight, admin, member }) => {
      const read = async (path: string): Promise<unknown> => (await admin.get(path, { failOnStatusCode: true })).json()
      const act = (path: string) => admin.post(`/api/v1/draft${path}`, { failOnStatusCode: true })
      const { teamId } = Value.Parse(getUser.answer, await read(getUser.path))
      const teams = Value.Parse(getDraftTeams.answer, await read(getDraftTeams.path))
      const boxes = Value.Parse(getDraftBoxes.answer, await read(getDraftBoxes.path))
      const picking = teams.find(({ id }) => id === teamId)
      const other = teams.find(({ id }) => id !== teamId)
      const open = boxes.find(({ players }) => !players.some((player) => player.teamId === teamId))
      const player = open?.players.find(({ isDrafted }) => !isDrafted)
      if (!picking || !other || !player) throw new Error('The league has no one to pick.')

      const app = appIn(engine, draftNight.origin)
      await enter(app, '/draft', member)
      for (const { id, shortName } of [other, picking]) {
        await act(`/set-picking-team/${id}`)
        await app.until(`the turn of ${shortName}`, `${SEQUENCE}.includes('${shortName}, picking now')`)
      }
      await act(`/teams/${teamId}/players/${player.playerId}`)
      await app.until('the pick is heard', `${SEQUENCE}.includes(${JSON.stringify(player.name)})`)
      await app.gone(text(messages.channelDropped))
    },
  ],
]
