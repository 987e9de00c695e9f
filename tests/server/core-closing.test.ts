import { describe, expect, it } from 'vitest'
import { closeAll, createContext } from '#server/app/create-context'
import { readEnv } from '#server/settings/env'
import { testDatabase } from '../support/test-database.ts'

const failing = (why: string) => async () => {
  throw new Error(why)
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
    const found = await testDatabase()
    let closed = 0
    const database = {
      ...found,
      close: async () => {
        closed += 1
        await found.close()
      },
    }
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
    expect({ stopped, closed }).toEqual({ stopped: 1, closed: 1 })
  })

  it('closes the database when the server cannot be made after all', async () => {
    const found = await testDatabase()
    let closed = 0
    const database = {
      ...found,
      listen: failing('no announcements'),
      close: async () => {
        closed += 1
        await found.close()
      },
    }
    await expect(createContext(readEnv({ LOG_LEVEL: 'silent' }), { database })).rejects.toThrow('no announcements')
    expect(closed).toBe(1)
  })
})
