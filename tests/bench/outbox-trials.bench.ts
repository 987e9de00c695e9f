import { expect, inject, test } from 'vitest'
import { launchBrowser, openDevice } from '../support/browser.ts'
import { startLeagueCopy } from '../support/demo-league.ts'
import { seededDice } from '../support/random.ts'
import { startFaultyProxy } from '../trials/faulty-proxy.ts'
import { planOf } from '../trials/outbox-plan.ts'
import { play, prepareDevice } from '../trials/outbox-trials.ts'
import { print } from './figures.ts'

const CASES = Number(process.env.CASES ?? 40)
const { SEED } = process.env
const seeds = SEED ? [Number(SEED)] : Array.from({ length: CASES }, (_, index) => index + 1)

test('random schedules of taps and misfortunes end with screen = server = model', {
  timeout: 120_000 + seeds.length * 60_000,
}, async ({ onTestFinished }) => {
  const proxy = await startFaultyProxy()
  onTestFinished(proxy.close)
  const server = await startLeagueCopy(inject('demoLeague'), { env: { PUBLIC_URL: proxy.origin, SCHEDULE: 'off' } })
  onTestFinished(server.end)
  proxy.target = server.origin.replace('localhost', '127.0.0.1')
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())

  const around = { proxy, server }
  const open = async () => {
    const phone = await openDevice(browser, { origin: proxy.origin })
    await phone.page.close()
    return { phone, device: await prepareDevice(phone.context, around) }
  }
  let { phone, device } = await open()
  const begun = performance.now()
  let taps = 0
  let skipped = 0
  const failed: string[] = []
  for (const seed of seeds) {
    try {
      const played = await play(around, device, planOf(seededDice(seed)))
      taps += played.taps
      skipped += played.skipped
      if (seed % 20 === 0) process.stderr.write(`${seed} schedules played\n`)
    } catch (error) {
      process.stderr.write(
        `\nseed ${seed} (run again with SEED=${seed}): ${error instanceof Error ? error.message : error}\n`,
      )
      failed.push(`seed ${seed}`)
      await phone.close()
      // The schedule may have stopped it, and the way to it.
      await server.start()
      proxy.faults = []
      proxy.isReachable = true
      ;({ phone, device } = await open())
    }
  }
  const seconds = (performance.now() - begun) / 1_000
  print('Random schedules of taps and misfortunes in a browser', [
    `${seeds.length - failed.length} of ${seeds.length} ended with screen = server = model`,
    `${taps} taps written, ${skipped} where there was no button; ${(seconds / seeds.length).toFixed(1)} s a schedule`,
  ])
  expect(failed).toEqual([])
})
