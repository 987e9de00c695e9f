import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { GameTonight, Tonight } from '#contract/tonight'
import { createQueryClient } from '#web/data/query-client'
import { nextPoll, tonight } from '#web/data/tonight'

const NOW = Date.parse('2026-11-25T23:00:00Z')
const MINUTE_MS = 60_000

/** A game that starts so many minutes from now. */
const game = (state: GameTonight['state'], minutes: number): GameTonight => ({
  id: 71,
  start: new Date(NOW + minutes * MINUTE_MS).toISOString(),
  state,
  away: { club: 'TOR' },
  home: { club: 'BOS' },
})
const nightWith = (...games: GameTonight[]): Tonight => ({
  today: '2026-11-25',
  date: '2026-11-25',
  games,
  teams: [],
  lines: [],
})

describe('the night is asked for again', () => {
  test.each<[string, GameTonight[], number | false]>([
    ['every 20 s while a game is on', [game('LIVE', -60), game('FUT', 120)], 20_000],
    ['and on a device whose clock is a day behind', [game('CRIT', 24 * 60)], 20_000],
    ['from 5 minutes before the first start', [game('FUT', 5)], 20_000],
    ['and before a game that is announced', [game('PRE', 20)], 20_000],
    ['not before: 30 minutes ahead in 25', [game('FUT', 90), game('FUT', 30)], 25 * MINUTE_MS],
    ['within the hour, whatever is far away', [game('FUT', 3 * 24 * 60)], 60 * MINUTE_MS],
    ['while a start is late', [game('FUT', -10)], 20_000],
    [
      'until all are official: who won is known a moment after the end',
      [game('OVER', -180), game('OFF', -300)],
      20_000,
    ],
    ['not once all are', [game('OFF', -180), game('OFF', -300)], false],
    ['not for what is called off', [game('PPD', -10), game('CNCL', 10)], false],
    ['not where there are none', [], false],
  ])('%s', (_, games, expected) => {
    expect(nextPoll(nightWith(...games), NOW)).toBe(expected)
  })
})

describe('a page that shows it', () => {
  let asked: number
  let answer: Tonight
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
    asked = 0
    answer = nightWith(game('LIVE', -60))
    vi.stubGlobal('fetch', async () => {
      asked += 1
      return Response.json(answer)
    })
  })

  const watch = async () => {
    const client = createQueryClient()
    client.mount()
    const stop = new QueryObserver(client, tonight()).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    // What checks the answer comes when it is first needed.
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(1_000)
    return () => {
      stop()
      client.unmount()
    }
  }

  test('asks until all games are over, and not after it is left', async () => {
    const leave = await watch()
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(asked).toBe(3)
    answer = nightWith(game('OFF', -60))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked).toBe(4)
    await vi.advanceTimersByTimeAsync(30 * MINUTE_MS)
    expect(asked).toBe(4)
    leave()
  })

  test('asks nothing while it is hidden, and at once when it is looked at again', async () => {
    const leave = await watch()
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    expect(asked).toBe(1)
    state.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toBe(2)
    leave()
  })
})
