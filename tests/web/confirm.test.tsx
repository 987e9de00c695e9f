import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Confirm } from '#web/ui/confirm/confirm.tsx'

const done = vi.fn()

function Trade() {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsks(true)}>
        Sell
      </button>
      {asks && (
        <Confirm
          title="Sell this player?"
          confirmLabel="Sell him"
          onCancel={() => setAsks(false)}
          onConfirm={() => {
            done()
            setAsks(false)
          }}
        >
          Mika Halonen for 31.00.
        </Confirm>
      )}
    </>
  )
}

const open = async () => {
  done.mockClear()
  const user = userEvent.setup()
  render(<Trade />)
  await user.click(screen.getByRole('button', { name: 'Sell' }))
  await screen.findByRole('alertdialog', { name: 'Sell this player?' })
  return user
}
const isGone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

describe('a question before something final', () => {
  test('names what will happen, holds the focus, and does it once confirmed', async () => {
    const user = await open()
    expect(screen.getByRole('alertdialog').textContent).toContain('Mika Halonen for 31.00.')
    await waitFor(() => expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Sell him' }))
    await isGone()
    expect(done).toHaveBeenCalledTimes(1)
  })

  test.each([
    [
      'Cancel',
      async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Cancel' })),
    ],
    ['Escape', async (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ])('does nothing after %s, and the focus is back where it was', async (_, leave) => {
    const user = await open()
    await waitFor(() => expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true))
    await leave(user)
    await isGone()
    expect(done).not.toHaveBeenCalled()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sell' })))
  })

  const isHeld = (held: boolean) =>
    waitFor(() => expect(document.documentElement.style.overflow).toBe(held ? 'hidden' : ''))

  test('holds what lies under it, and takes no style sheet with it: the whole page would be restyled', async () => {
    const user = await open()
    const sheets = document.querySelectorAll('style').length
    await isHeld(true)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await isGone()
    await isHeld(false)
    expect(document.querySelectorAll('style').length).toBe(sheets)
  })

  test('holds what lies under it when the one before it has only just gone', async () => {
    await open()
    await isHeld(true)
    act(() => screen.getByRole('button', { name: 'Cancel' }).click())
    act(() => screen.getByText('Sell').click())
    await screen.findByRole('alertdialog')
    // By then the first one's hold has been let go.
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    await isHeld(true)
  })
})
