// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createUpdateFlow, HIDDEN_LONG_MS, type UpdateFlow } from '#web/offline/update-flow'

let time: number
let path: string
let hidden: boolean
let busy: boolean
const skipWaiting = vi.fn()
const checkForUpdate = vi.fn(async () => undefined)
const reload = vi.fn()

const start = (controlled = true): UpdateFlow =>
  createUpdateFlow({
    worker: { controlled, checkForUpdate, skipWaiting },
    now: () => time,
    path: () => path,
    isHidden: () => hidden,
    isBusy: () => busy,
    reload,
  })

/** Opened, and in use for a minute. */
const inUse = () => {
  const flow = start()
  flow.touched()
  time += 60_000
  return flow
}

/** To another app, and back. */
const lookAway = (flow: UpdateFlow, ms: number) => {
  hidden = true
  flow.hidden()
  time += ms
  hidden = false
  flow.visible()
}

beforeEach(() => {
  time = 1_000_000
  path = '/standings'
  hidden = false
  busy = false
  vi.clearAllMocks()
})

describe('a new version', () => {
  test('is taken silently at a cold start, with one reload', () => {
    const flow = start()
    flow.found()
    expect(skipWaiting).toHaveBeenCalledTimes(1)
    flow.controllerChanged()
    flow.controllerChanged()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test.each<[string, (flow: UpdateFlow) => void]>([
    ['once the reader has touched anything', (flow) => flow.touched()],
    ['ten seconds later', () => (time += 10_000)],
    ['when it was looked for, not brought by the launch', (flow) => flow.check()],
    ['with a dialog, a dirty form or something being sent', () => (busy = true)],
    ['in the draft', () => (path = '/draft')],
    ['in the administration of the draft', () => (path = '/draft-admin')],
  ])('waits for the word %s', (_, happens) => {
    const flow = start()
    happens(flow)
    flow.found()
    expect(skipWaiting).not.toHaveBeenCalled()
    expect(flow.waiting.get()).toBe(true)
  })

  test('the report of the draft is not the draft', () => {
    path = '/draft-report'
    start().found()
    expect(skipWaiting).toHaveBeenCalled()
  })

  test('is taken at the word, with one reload, whatever the reader does until it is in', () => {
    const flow = inUse()
    flow.found()
    flow.apply()
    expect(skipWaiting).toHaveBeenCalledTimes(1)
    expect(reload).not.toHaveBeenCalled()
    flow.touched()
    flow.controllerChanged()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('let in silently, it waits for the word when the reader was quicker', () => {
    const flow = start()
    flow.found()
    flow.touched()
    flow.controllerChanged()
    expect(reload).not.toHaveBeenCalled()
    expect(flow.waiting.get()).toBe(true)
    flow.apply()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('is taken while the app is hidden, after five minutes', () => {
    const flow = inUse()
    flow.found()
    hidden = true
    flow.hidden()
    expect(skipWaiting).not.toHaveBeenCalled()
    time += HIDDEN_LONG_MS
    flow.hidden()
    expect(skipWaiting).toHaveBeenCalledTimes(1)
  })

  test('is taken when the app comes back after five minutes, as at a start', () => {
    const flow = inUse()
    lookAway(flow, HIDDEN_LONG_MS)
    flow.found()
    expect(skipWaiting).toHaveBeenCalledTimes(1)
  })

  test('is not taken when the app comes back after a glance elsewhere', () => {
    const flow = inUse()
    flow.found()
    lookAway(flow, 60_000)
    expect(skipWaiting).not.toHaveBeenCalled()
  })

  test('the first worker takes the page over without a reload', () => {
    const flow = start(false)
    flow.controllerChanged()
    expect(reload).not.toHaveBeenCalled()
    expect(flow.waiting.get()).toBe(false)
  })

  test('taken by another tab, it is offered here and needs no second asking', () => {
    const flow = inUse()
    flow.controllerChanged()
    expect(reload).not.toHaveBeenCalled()
    expect(flow.waiting.get()).toBe(true)
    flow.apply()
    expect(skipWaiting).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

describe('looking for one', () => {
  test('at most once a minute', () => {
    const flow = start()
    flow.check()
    flow.check()
    flow.visible()
    expect(checkForUpdate).toHaveBeenCalledTimes(1)
    time += 60_000
    flow.visible()
    expect(checkForUpdate).toHaveBeenCalledTimes(2)
  })

  test('without a connection nothing is found, and nothing breaks', async () => {
    checkForUpdate.mockRejectedValueOnce(new TypeError('Failed to update'))
    start().check()
    await Promise.resolve()
    expect(skipWaiting).not.toHaveBeenCalled()
  })
})
