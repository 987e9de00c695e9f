import { inject, test } from 'vitest'
import { seededDice } from '../support/random.ts'
import { killTrades } from '../trials/trade-kills.ts'
import { print } from './figures.ts'

const KILLS = Number(process.env.KILLS ?? 100)
const SEED = Number(process.env.SEED ?? 1)

test('a trade is whole or absent after a kill at any moment', { timeout: 60_000 + KILLS * 15_000 }, async () => {
  const { kills, whole, absent, answered, tradeMs } = await killTrades(inject('demoLeague'), KILLS, seededDice(SEED))
  print('SIGKILL around a trade of five players, embedded database', [
    `${kills} of ${kills} kills left it whole (${whole}) or absent (${absent}); its answer had come ${answered} times`,
    `asked again with the same key each gave the same answer and stood in the books once; a trade takes ${tradeMs.toFixed(0)} ms`,
  ])
})
