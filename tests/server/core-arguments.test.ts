import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '#server/settings/arguments'
import { readEnv } from '#server/settings/env'

describe('the words behind npm start --', () => {
  it.each([
    [[], null],
    [['--scenario', 'draft-night'], { secondsPerPick: 8, clockSeconds: null }],
    [['--scenario=draft-night', '--pace', '0'], { secondsPerPick: 0, clockSeconds: null }],
    [['--pace', '0.5', '--scenario', 'draft-night'], { secondsPerPick: 0.5, clockSeconds: null }],
    [['--scenario', 'draft-night', '--clock', '30'], { secondsPerPick: 8, clockSeconds: 30 }],
  ])('%j', (words, rehearsal) => {
    expect(readArguments(words)).toEqual({ help: false, version: false, rehearsal, gameNight: null })
  })

  it.each([
    [['--scenario', 'game-night'], 1],
    [['--scenario', 'game-night', '--pace', '12.5'], 12.5],
  ])('%j: a night of games', (words, pace) => {
    expect(readArguments(words)).toEqual({ help: false, version: false, rehearsal: null, gameNight: { pace } })
    expect(readEnv({}, readArguments(words))).toMatchObject({
      dataDir: resolve('data/game-night'),
      gameNight: { pace },
    })
  })

  it.each([['--help'], ['-h']])('%s asks for help', (word) => {
    expect(readArguments([word]).help).toBe(true)
  })

  it.each([
    [['--scenario', 'playoffs'], '--scenario must be draft-night or game-night.'],
    [['--scenario', 'draft-night', '--pace', 'fast'], '--pace must be a number of seconds, 0 to 999.'],
    [['--scenario', 'draft-night', '--pace', '1000'], '--pace must be a number of seconds, 0 to 999.'],
    [['--pace', '3'], '--pace is for a --scenario, which is missing.'],
    [['--scenario', 'game-night', '--pace', '0'], '--pace must be a number of times, above 0 and at most 60.'],
    [['--scenario', 'game-night', '--pace', '61'], '--pace must be a number of times, above 0 and at most 60.'],
    [['--scenario', 'game-night', '--clock', '30'], '--clock is for --scenario draft-night, which is missing.'],
    [['--clock', '30'], '--clock is for --scenario draft-night, which is missing.'],
    [['--scenario', 'draft-night', '--clock', '86401'], '--clock must be a whole number of seconds, at most a day.'],
    [['--scenario', 'draft-night', '--clock', '1.5'], '--clock must be a whole number of seconds, at most a day.'],
    [['--speed', '3'], "Unknown option '--speed'."],
    [['draft-night'], "Unexpected argument 'draft-night'."],
    [['--scenario'], "Option '--scenario <value>' argument missing."],
  ])('%j is refused in a sentence', (words, sentence) => {
    expect(() => readArguments(words)).toThrow(`${sentence} npm start -- --help lists what there is.`)
  })

  it('give a rehearsal a separate folder, unless DATA_DIR names one', () => {
    const given = readArguments(['--scenario', 'draft-night'])
    expect(readEnv({}, given)).toMatchObject({ dataDir: resolve('data/draft-night'), rehearsal: { secondsPerPick: 8 } })
    expect(readEnv({ DATA_DIR: '/tmp/pool' }, given).dataDir).toBe('/tmp/pool')
  })

  it.each([
    ['OIDC_ISSUER', { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'pool', OIDC_CLIENT_SECRET: 'x' }],
    ['DEMO_LEAGUE', { DEMO_LEAGUE: 'off' }],
    ['LOGIN', { LOGIN: 'accounts' }],
    ['NODE_ENV', { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' }],
  ])('do not go with %s in the environment', (name, variables) => {
    const given = readArguments(['--scenario', 'draft-night'])
    expect(() => readEnv(variables, given)).toThrow(new RegExp(`^${name} `))
  })
})
