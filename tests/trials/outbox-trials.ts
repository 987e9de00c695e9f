import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import type { ShoppingCart } from '#contract/trading'
import type { User } from '#contract/user'
import type { NewRow } from '#web/outbox/row'
import type { LeagueServer } from '../support/league-server.ts'
import { installed, logIn } from '../support/member.ts'
import { endPauses, forgetChanges, waitingChanges } from '../support/waiting-changes.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import {
  actionOf,
  afterTap,
  isVoid,
  type Plan,
  type Step,
  TAKEN,
  type Tap,
  TO_BUY,
  TO_SELL,
  wordsOf,
} from './outbox-plan.ts'

// Plays schedules on the built app in a browser: taps on the screens, misfortunes on the way.

const CART = '/shopping-cart'
/** A page of the origin without the app. */
const ASIDE = '/robots.txt'
/** A button that does not appear is none that a member could tap. */
const BUTTON_MS = 1_500
const WRITTEN_MS = 10_000
/** Longer than a tap takes to be written down on a busy machine. */
const LOGGED_OUT_MS = 5_000
const SETTLED_MS = 30_000
const RELOAD_MS = 10_000

interface Known {
  readonly id: number
  readonly name: string
}

export interface Device {
  readonly context: BrowserContext
  /** By their place in a plan. */
  readonly players: readonly Known[]
  readonly teamId: number
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
}

export interface Surroundings {
  readonly proxy: FaultyProxy
  readonly server: LeagueServer
}

/** Keeps on the page what has been written into the outbox: a tap is a change from then on. */
const keepWritten = () => {
  const { add } = IDBObjectStore.prototype
  const written: unknown[] = []
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...given: [unknown, IDBValidKey?]) {
    const request = add.apply(this, given)
    if (this.transaction.db.name === 'pool-outbox')
      this.transaction.addEventListener('complete', () => {
        written.push(given[0])
        document.documentElement.dataset.written = JSON.stringify(written)
      })
    return request
  }
}

const playersOf = (page: Page) =>
  page.evaluate(async () => {
    const ask = async (path: string) => (await fetch(`/api/v1${path}`)).json()
    const { teamId }: User = await ask('/user')
    const skaters: Player[] = await ask('/stats/players?type=skater')
    const own: RosterItem[] = await ask(`/roster/teams/${teamId}/players?current=true`)
    const sold: RosterItem[] = await ask(`/roster/teams/${teamId}/players?current=false`)
    const barred = new Set(sold.map(({ player }) => player.id))
    const free = skaters.filter(({ id, team }) => !team && !barred.has(id)).slice(0, 3)
    const taken = skaters.find(({ team }) => team && team.id !== teamId)
    if (!taken || !teamId) throw new Error('A demo league has teams with players.')
    const players = [...free, taken, ...own.slice(0, 2).map(({ player }) => player)]
    const stale = JSON.stringify({ ...(await ask(`/stats/players/${taken.id}`)), team: null })
    return { teamId, players: players.map(({ id, name }) => ({ id, name })), stale }
  })

/** A phone with the app installed, whose member has opened all the pages that he will tap on. */
export const prepareDevice = async (context: BrowserContext, { proxy }: Surroundings): Promise<Device> => {
  await context.addInitScript(keepWritten)
  const page = await context.newPage()
  await logIn(page, 'member', CART)
  await installed(page)
  const { teamId, players, stale } = await playersOf(page)
  proxy.outdated.set(`/api/v1/stats/players/${players[TAKEN]?.id}`, stale)
  for (const [place, { id }] of players.entries()) {
    await goTo(page, `/players/${id}`)
    await page.getByRole('button', { name: actionOf(place) === 'BUY' ? 'Buy' : 'Sell' }).waitFor()
  }
  const cookies = await context.cookies()
  await page.close()
  return { context, players, teamId, cookies }
}

/** Inside the app, as by a link. */
const goTo = async (page: Page, path: string): Promise<void> => {
  if (new URL(page.url()).pathname === path) return
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

const written = async (page: Page): Promise<NewRow[]> =>
  JSON.parse(await page.evaluate(() => document.documentElement.dataset.written ?? '[]'))

/** As the model has them. */
const tapOf = ({ change }: NewRow, players: readonly Known[]): Tap =>
  change.kind === 'empty'
    ? change
    : { kind: change.kind, player: players.findIndex(({ id }) => id === change.player.playerId) }

/** Presses what can be pressed at this moment. */
const press = async (page: Page, name: string): Promise<boolean> => {
  const button = page.getByRole('button', { name, exact: true })
  const limit = Date.now() + BUTTON_MS
  do {
    const [element] = await button.elementHandles()
    const pressed = await element
      ?.evaluate((node) => {
        if (!(node instanceof HTMLButtonElement) || node.disabled || node.ariaBusy === 'true') return false
        node.click()
        return true
      })
      .catch(() => false)
    if (pressed) return true
    await page.waitForTimeout(20)
  } while (Date.now() < limit)
  return false
}

const askServer = async ({ server }: Surroundings, { cookies, teamId }: Device, method: string, path = '') => {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const address = `${server.origin}/api/v1/trading/teams/${teamId}/shopping-cart${path}`
  const answer = await fetch(address, { method, headers: { cookie, 'x-requested-with': 'hockey-pool' } })
  expect(answer.status).toBe(200)
  const cart: ShoppingCart = await answer.json()
  return cart
}

export interface Played {
  taps: number
  skipped: number
}

class Trial {
  readonly log: string[] = []
  readonly played: Played = { taps: 0, skipped: 0 }
  private readonly around: Surroundings
  private readonly device: Device
  private tabs: Page[] = []
  private cart: readonly number[]
  private isLoggedIn = true
  private starting: Promise<void> = Promise.resolve()

  constructor(around: Surroundings, device: Device, initial: readonly number[]) {
    this.around = around
    this.device = device
    this.cart = initial
  }

  async begin(): Promise<void> {
    const { around, device } = this
    await askServer(around, device, 'DELETE')
    for (const place of this.cart) {
      const action = actionOf(place) === 'BUY' ? 'buy' : 'sell'
      await askServer(around, device, 'POST', `/players/${device.players[place]?.id}?action=${action}`)
    }
    await this.open()
    await this.untilShown()
  }

  private async open(): Promise<Page> {
    const page = await this.device.context.newPage()
    this.tabs.push(page)
    await page.goto(CART, { waitUntil: 'commit' }).catch((error) => this.log.push(`not opened: ${error}`))
    return page
  }

  private async tap(page: Page, tap: Tap): Promise<void> {
    if (isVoid(tap, this.cart)) {
      this.log.push('  nothing to tap on')
      return
    }
    const player = tap.kind === 'empty' ? null : this.device.players[tap.player]
    const isAdded = tap.kind === 'add' && player
    await goTo(page, isAdded ? `/players/${player.id}` : CART)
    const before = (await written(page)).length
    const name = isAdded
      ? actionOf(tap.player) === 'BUY'
        ? 'Buy'
        : 'Sell'
      : player
        ? `Remove ${player.name}`
        : 'Empty Cart'
    // No one taps on a button of the screen that they have just left.
    const heading = page.getByRole('heading', { name: isAdded ? player.name : 'Shopping Cart', exact: true })
    const isOpen = await heading.waitFor({ timeout: BUTTON_MS }).then(
      () => true,
      () => false,
    )
    if (!isOpen || !(await press(page, name))) {
      this.played.skipped += 1
      this.log.push('  no such button')
      return
    }
    const since = async () => (await written(page)).slice(before).map((row) => tapOf(row, this.device.players))
    const isWritten = expect.poll(since, { timeout: WRITTEN_MS, message: 'what is written' }).toEqual([tap])
    // Whose session has ended is told so instead.
    const isRefused = this.isLoggedIn ? [] : [page.waitForTimeout(LOGGED_OUT_MS)]
    await Promise.race([isWritten, ...isRefused])
    if (!this.isLoggedIn && (await since()).length === 0) {
      isWritten.catch(() => undefined)
      this.played.skipped += 1
      this.log.push('  logged out')
      return
    }
    this.played.taps += 1
    this.cart = afterTap(this.cart, tap)
    this.log.push(`  wanted: ${this.cart}`)
  }

  private async replace(page: Page): Promise<void> {
    this.tabs = this.tabs.filter((each) => each !== page)
    await page.close().catch(() => undefined)
    await this.open()
  }

  /**
   * Where the browser has lost the page's process, and the worker's with it, a reload may find nothing: they open it
   * again.
   */
  private async reload(page: Page): Promise<void> {
    await page.reload({ waitUntil: 'commit', timeout: RELOAD_MS }).catch(() => this.replace(page))
  }

  async step(step: Step): Promise<void> {
    const { around, device } = this
    this.log.push(wordsOf(step))
    const page = 'tab' in step ? this.tabs[step.tab % this.tabs.length] : undefined
    switch (step.kind) {
      case 'tap':
        if (page) await this.tap(page, step.tap)
        break
      case 'fault':
        around.proxy.faults.push(step.fault)
        break
      case 'offline':
        await device.context.setOffline(true)
        break
      case 'no signal':
        around.proxy.isReachable = false
        break
      case 'online':
        await this.reconnect()
        break
      case 'close':
        if (page) await this.replace(page)
        break
      case 'crash':
        if (page) await this.crash(page)
        break
      case 'reload':
        if (page) await this.reload(page)
        break
      case 'second tab':
        if (this.tabs.length < 2) await this.open()
        break
      case 'kill server':
        await this.starting
        await around.server.kill()
        this.starting = around.server.start()
        break
      case 'session ends':
        this.isLoggedIn = false
        await device.context.clearCookies()
        break
      case 'login':
        await device.context.addCookies(device.cookies)
        this.isLoggedIn = true
        await Promise.all(this.tabs.map((tab) => this.reload(tab)))
        break
    }
    await new Promise((resolve) => setTimeout(resolve, step.pauseMs))
  }

  /** The whole process of the page ends in the middle of what it does; tabs may share one. */
  private async crash(page: Page): Promise<void> {
    const crashed = new Set<Page>()
    for (const tab of this.tabs) tab.once('crash', () => crashed.add(tab))
    const session = await this.device.context.newCDPSession(page)
    await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')])
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const tab of crashed) await this.replace(tab)
  }

  private async reconnect(): Promise<void> {
    this.around.proxy.isReachable = true
    await this.device.context.setOffline(false)
  }

  /** All is well again, and the app is opened once more. */
  async end(): Promise<void> {
    const { around, device } = this
    around.proxy.faults = []
    await this.starting
    await this.reconnect()
    await device.context.addCookies(device.cookies)
    const page = await device.context.newPage()
    await page.goto(ASIDE)
    await Promise.all(this.tabs.map((tab) => tab.close()))
    this.tabs = [page]
    // A sender under way comes to an end; what a dead page had taken is free after a quarter of a minute.
    await page.evaluate(() => navigator.locks.request('pool-outbox', () => undefined))
    await endPauses(page)
    await page.goto(CART, { waitUntil: 'commit' })
    const left = async () => (await waitingChanges(page)).filter(({ state }) => state !== 'refused')
    await expect.poll(left, { timeout: SETTLED_MS }).toEqual([])
    this.log.push('settled')
    const wanted = this.cart.map((place) => `${actionOf(place)} ${device.players[place]?.id}`)
    const { cartEntries } = await askServer(around, device, 'GET')
    expect(
      cartEntries.map(({ tradeAction, playerId }) => `${tradeAction} ${playerId}`),
      'the cart of the server',
    ).toEqual(wanted)
    await this.untilShown()
    for (const { change } of await waitingChanges(page))
      expect(change).toMatchObject({ kind: 'add', player: { playerId: device.players[TAKEN]?.id } })
  }

  /** The screen has the two tables of the model, and says of nothing in them that it waits. */
  private async untilShown(): Promise<void> {
    const [page] = this.tabs
    const namesOf = (places: readonly number[]) =>
      this.cart.filter((place) => places.includes(place)).map((place) => `Remove ${this.device.players[place]?.name}`)
    const shown = async (table: string) => {
      const buttons = page?.getByRole('table', { name: table }).getByRole('button', { name: /^Remove / })
      return ((await buttons?.all()) ?? []).length === 0
        ? []
        : await buttons?.evaluateAll((all) => all.map((button) => button.ariaLabel))
    }
    const both = async () => ({ sell: await shown('Players to Sell'), buy: await shown('Players to Buy') })
    await expect
      .poll(both, { timeout: SETTLED_MS, message: 'the cart on screen' })
      .toEqual({ sell: namesOf(TO_SELL), buy: namesOf(TO_BUY) })
    await page?.getByRole('heading', { name: 'Trade Summary' }).waitFor()
  }

  async clear(): Promise<void> {
    const page = await this.device.context.newPage()
    await page.goto(ASIDE)
    await Promise.all(this.tabs.map((tab) => tab.close()))
    await forgetChanges(page)
    await page.close()
  }
}

/** Screen, server and model must be the same in the end; else the error tells all that happened. */
export const play = async (around: Surroundings, device: Device, { initial, steps }: Plan): Promise<Played> => {
  const trial = new Trial(around, device, initial)
  try {
    await trial.begin()
    for (const step of steps) await trial.step(step)
    await trial.end()
    await trial.clear()
    return trial.played
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\ninitial: ${initial}\n${trial.log.join('\n')}`, {
      cause: error,
    })
  }
}
