import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL = 'chromium-headless-shell'

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Browsers that Playwright has installed for this user, newest first. */
const playwrightBrowsers = () => {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright')
  try {
    const builds = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name))
    builds.sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    return builds.flatMap((build) => [
      join(folder, build, 'chrome-linux', 'chrome'),
      join(folder, build, 'chrome-linux64', 'chrome'),
      join(folder, build, 'chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'),
    ])
  } catch {
    return []
  }
}

const onPath = (names) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/** The browser that the tests drive, or null. CHROMIUM_PATH names one; nothing else is tried then. */
export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) return isExecutable(named) ? named : null
  return [...onPath(NAMES), ...playwrightBrowsers()].find(isExecutable) ?? null
}

/**
 * The same without the surroundings of a window, or null: a quarter of the work less. It shows no notifications and knows
 * no settings, for which the whole one is needed.
 */
export const findHeadlessShell = () => (process.env.CHROMIUM_PATH ? null : (onPath([SHELL]).find(isExecutable) ?? null))
