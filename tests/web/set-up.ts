import { cleanup, configure } from '@testing-library/react'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { reportAnswer } from '#web/net/connection'
import { finishEndingSession } from '#web/net/session-state'
import { setCurrentOwner } from '#web/offline/owner'
import { setOutboxRows } from '#web/outbox/outbox-rows'
import { systemScheme } from './system-scheme.ts'

// Before and after each test of a screen. Runs for each file; the files share their process, but not their window.

// React notes a stack for each element it makes; of the hundred frames that vitest keeps, ten show where.
Error.stackTraceLimit = 10

// What a member would wait for takes its time on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// What jsdom does not have.
Object.assign(globalThis, { indexedDB, IDBKeyRange })

/** Files of plain functions have no window. */
const hasScreen = typeof window !== 'undefined'

// Before the first question opens it: on a busy machine that takes longer than a test waits.
if (hasScreen) await import('#web/ui/confirm/confirm-dialog.tsx')

/**
 * Styles as jsdom computes them, once for elements alike: it reads its whole style sheet for each element in which a role is
 * looked for, and no style of the app's is loaded here. Only what an element itself sets makes a difference.
 */
const computed = new Map<string, CSSStyleDeclaration>()
const computeStyle = globalThis.getComputedStyle
const sharedStyle = (element: Element, pseudo?: string | null): CSSStyleDeclaration => {
  if (pseudo || element.hasAttribute('style')) return computeStyle(element, pseudo)
  const alike = ['hidden', 'open', 'type'].map((name) => element.getAttribute(name))
  const key = [element.localName, ...alike].join()
  const known = computed.get(key)
  if (known) return known
  const style = computeStyle(element)
  computed.set(key, style)
  return style
}

// Queries ask the window of the document, which is not the one that tests run in.
if (hasScreen && document.defaultView) document.defaultView.getComputedStyle = sharedStyle

const complaints = vi.spyOn(console, 'error')

/** As after a launch: online, no user known, nothing on its way, no one logging out. */
const forgetSession = async () => {
  reportAnswer()
  setCurrentOwner(null)
  setOutboxRows([])
  await finishEndingSession(
    async () => 'ended',
    () => undefined,
  )
}

/** Cart changes that an earlier test has left on the device: its outbox is still there, and shows them now and then. */
const forgetChanges = async () => {
  const kept = (await indexedDB.databases()).some(({ name }) => name === 'pool-outbox')
  if (!kept) return
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('pool-outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const clearing = database.transaction([...database.objectStoreNames], 'readwrite')
      for (const store of database.objectStoreNames) clearing.objectStore(store).clear()
      clearing.onerror = () => reject(clearing.error)
      clearing.oncomplete = () => {
        database.close()
        resolve()
      }
    }
  })
}

beforeEach(async () => {
  complaints.mockClear()
  if (!hasScreen) return
  await forgetChanges()
  await forgetSession()
  localStorage.clear()
  sessionStorage.clear()
  systemScheme.dark = false
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemScheme.dark
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  // In newer browsers they answer with a promise, which an effect must not hand on as its clean-up.
  vi.stubGlobal('scrollTo', async () => undefined)
  Element.prototype.scrollIntoView = async () => undefined
  // The pages of earlier tests are still there, and would take this one for another tab of theirs.
  vi.stubGlobal('BroadcastChannel', undefined)
})

afterEach(() => {
  // Before the globals go: a screen that is still there may want them. No test file removes them by itself.
  if (hasScreen) cleanup()
  expect(complaints.mock.calls).toEqual([])
  vi.unstubAllGlobals()
  vi.useRealTimers()
  if (hasScreen) document.documentElement.className = ''
})

// A screen's code that is still on its way would find no window, and be broken for the file after this one.
afterAll(() => vi.dynamicImportSettled())
