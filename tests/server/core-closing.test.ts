import { describe, expect, it } from 'vitest'
import { closeAll, createContext } from '#server/app/create-context'
import type { Database } from '#server/db/engine/database'
import { readEnv } from '#server/settings/env'
import { testDatabase } from '../support/test-database.ts'

const failing = (why: string) => async () => {
  throw new Error(why)
}

/** A database that counts how often it is closed. */
async function counted(changes: Partial<Database> = {}) {
  const found = await testDatabase()
  let closed = 0
  const close = async () => {
    closed += 1
    await found.close()
  }
  return { database: { ...found, ...changes, close }, closed: () => closed }
}

describe('closing', () => {
  it('takes every step, whatever becomes of the others, stage after stage', async () => {
    const taken: string[] = []
    const step = (name: string) => async () => {
      taken.push(`${name} begins`)
      await Promise.resolve()
      taken.push(`${name} ends`)
    }
    const thrown = closeAll(
      [
        () => {
          throw new Error('at once')
        },
        step('first'),
      ],
      [failing('later'), step('second')],
      [step('last')],
    )
    await expect(thrown).rejects.toMatchObject({ errors: [{ message: 'at once' }, { message: 'later' }] })
    expect(taken).toEqual(['first', 'second', 'last'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  })

  it('throws a single failure as it is, and nothing where nothing failed', async () => {
    await expect(closeAll([failing('alone')])).rejects.toThrow(/^alone$/)
    await expect(closeAll([() => {}], [])).resolves.toBeUndefined()
  })

  it('closes the database although something beside the requests cannot be stopped', async () => {
    const { database, closed } = await counted()
    const context = await createContext(readEnv({ LOG_LEVEL: 'silent' }), { database })
    let stopped = 0
    context.whenClosing(() => {
      throw new Error('the first does not stop')
    })
    context.whenClosing(() => void stopped++)
    context.whenClosing(failing('the third does not stop'))
    await expect(context.close()).rejects.toMatchObject({
      errors: [{ message: 'the first does not stop' }, { message: 'the third does not stop' }],
    })
    expect([stopped, closed()]).toEqual([1, 1])
  })

  it('closes the database when the server cannot be made after all', async () => {
    const { database, closed } = await counted({ listen: failing('no announcements') })
    await expect(createContext(readEnv({ LOG_LEVEL: 'silent' }), { database })).rejects.toThrow('no announcements')
    expect(closed()).toBe(1)
  })
})
