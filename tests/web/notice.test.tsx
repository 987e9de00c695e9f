import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Notice } from '#web/ui/notice.tsx'
import { Toast } from '#web/ui/toast.tsx'

const closed = vi.fn()
const show = (kind: 'success' | 'error' | 'info', isOver: boolean) => {
  const Shown = isOver ? Toast : Notice
  render(
    <Shown kind={kind} onClose={closed}>
      Trade executed <a href="/trades">See the trades</a>
    </Shown>,
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  closed.mockClear()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

describe('a notice', () => {
  test('of success over the page ends after four seconds', async () => {
    show('success', true)
    await pass(3_999)
    expect(closed).not.toHaveBeenCalled()
    await pass(1)
    expect(closed).toHaveBeenCalledTimes(1)
  })

  test('does not end while the focus is in it', async () => {
    show('success', true)
    screen.getByRole('link').focus()
    await pass(60_000)
    expect(closed).not.toHaveBeenCalled()
    screen.getByRole('link').blur()
    await pass(8_000)
    expect(closed).toHaveBeenCalled()
  })

  test.each([
    ['error', true],
    ['info', true],
    ['success', false],
  ] as const)('stays: %s, over the page: %s', async (kind, isOver) => {
    show(kind, isOver)
    await pass(60_000)
    expect(closed).not.toHaveBeenCalled()
  })
})
