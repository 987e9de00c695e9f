// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getTeams } from '#contract/stats'
import { buildScripts, countPrecached, firstScreen, kilobytes, lazyScreens } from '../support/bundle-report.ts'

const BUDGET_BYTES = 150_000

test('the first screen needs at most 150 kB of JavaScript, compressed', () => {
  const files = firstScreen()
  const total = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
  const list = files.map(({ file, gzipBytes }) => `${kilobytes(gzipBytes)} kB  ${file}`).join('\n')
  // React alone is more: a smaller sum would mean that the list is not complete.
  expect(total, list).toBeGreaterThan(60_000)
  expect(total, list).toBeLessThanOrEqual(BUDGET_BYTES)
  // The first frame's two scripts, the app, and the bundler's own: each further one is asked for before that frame.
  expect(files.length, list).toBeLessThanOrEqual(4)
})

const SCREEN_BYTES = 70_000
const SCREEN_BYTES_IN_ALL = 160_000

test('every other screen needs at most 70 kB more, and 160 kB with what it asks for later', () => {
  const screens = lazyScreens()
  expect(screens.length).toBeGreaterThanOrEqual(13)
  const list = screens
    .map(({ name, gzipBytes, gzipBytesInAll }) => `${name}: ${gzipBytes}, ${gzipBytesInAll}`)
    .join('\n')
  for (const { gzipBytes, gzipBytesInAll } of screens) {
    expect(gzipBytes, list).toBeLessThanOrEqual(SCREEN_BYTES)
    expect(gzipBytesInAll, list).toBeLessThanOrEqual(SCREEN_BYTES_IN_ALL)
  }
})

test('a file for each screen and few beside them, none so small that its request takes longer than its bytes', () => {
  // Three more are no part of the bundle: the first frame, the start without it, and a worker that ends at once.
  const sizes = buildScripts()
  const list = [...sizes].map(([file, bytes]) => `${bytes} ${file}`).join('\n')
  expect(sizes.size, list).toBeLessThanOrEqual(57)
  expect(Math.min(...sizes.values()), list).toBeGreaterThanOrEqual(1_000)
  expect(countPrecached()).toBeGreaterThan(sizes.size / 2)
  expect(countPrecached()).toBeLessThanOrEqual(100)
})

test('what documents a call stays on the server', () => {
  const files = firstScreen().map(({ file }) =>
    readFileSync(new URL(`../../dist/web/${file}`, import.meta.url), 'utf8'),
  )
  const code = files.join()
  expect(code).toContain(getTeams.path)
  expect(code).not.toContain(getTeams.summary)
})

const WITH_CHARTS = ['player', 'history', 'season']

test("only a player's page and those of the history reach the chart library", () => {
  const charts = lazyScreens().filter(({ libraries }) => [...libraries].some((name) => name.startsWith('@nivo/')))
  expect(charts.filter(({ name }) => !WITH_CHARTS.includes(name))).toEqual([])
  const first = firstScreen().flatMap(({ parts }) => [...parts.keys()])
  expect(first.filter((name) => name.startsWith('@nivo/'))).toEqual([])
})

/** A place among siblings, or what an element contains, followed by whatever lies in it: no class, no name. */
const UNNAMED =
  /(?::(?:first|last|only|nth)-[a-z-]+(?:\([^)]*\))?|:has\((?:[^()]|\([^()]*\))*\))[ >+~]+(?:\*|:(?!is\(|where\())/

test('no rule has a browser style all of a page again when one element comes or goes', () => {
  const folder = new URL('../../dist/web/assets/', import.meta.url)
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(1)
  const rules = sheets.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/[{};]/))
  expect(rules.filter((rule) => UNNAMED.test(rule))).toEqual([])
})
