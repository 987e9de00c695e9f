import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { lazyScreen } from '#web/ui/lazy.tsx'

const Skaters = ({ season }: { season: string }) => <h1 tabIndex={-1}>Skaters {season}</h1>

test('a screen that comes is shown, and is there at once the next time', async () => {
  const Screen = lazyScreen(async () => Skaters)
  const first = render(<Screen season="2026" />)
  expect(screen.getByText('Loading...')).toBeTruthy()
  expect(await screen.findByText('Skaters 2026')).toBeTruthy()
  first.unmount()
  render(<Screen season="2027" />)
  expect(screen.getByText('Skaters 2027')).toBeTruthy()
})

test('a screen that could not be loaded can be tried again', async () => {
  let works = false
  const Screen = lazyScreen(async () => {
    if (!works) throw new TypeError('Failed to fetch dynamically imported module')
    return Skaters
  })
  render(
    <main>
      <Screen season="2026" />
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/)
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const heading = await screen.findByText('Skaters 2026')
  // The button has gone with its page.
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('a screen has 120 seconds', async () => {
  vi.useFakeTimers()
  const Screen = lazyScreen(() => new Promise<typeof Skaters>(() => undefined))
  render(<Screen season="2026" />)
  await act(() => vi.advanceTimersByTimeAsync(119_999))
  expect(screen.getByText('Loading...')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('alert').textContent).toMatch(/took too long/)
})
