import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const SHELL = 'chromium-headless-shell'

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Each system's place for what a user's programs keep. */
const CACHES = {
  linux: join(homedir(), '.cache'),
  darwin: join(homedir(), 'Library', 'Caches'),
  win32: process.env.LOCALAPPDATA ?? homedir(),
}

/** Browsers that Playwright has installed for this user, newest first. */
const playwrightBrowsers = () => {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(CACHES[process.platform] ?? CACHES.linux, 'ms-playwright')
  try {
    const builds = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name))
    builds.sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    return builds.flatMap((build) => [
      join(folder, build, 'chrome-linux', 'chrome'),
      join(folder, build, 'chrome-linux64', 'chrome'),
      join(folder, build, 'chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'),
      join(folder, build, 'chrome-win', 'chrome.exe'),
    ])
  } catch {
    return []
  }
}

/** Where macOS and Windows install browsers, which are on no path there. Edge is a Chromium, too. */
const installed = () => {
  const { PROGRAMFILES, 'PROGRAMFILES(X86)': PROGRAMFILES_X86, LOCALAPPDATA } = process.env
  const onWindows = [PROGRAMFILES, PROGRAMFILES_X86, LOCALAPPDATA]
    .filter((folder) => folder)
    .flatMap((folder) => [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Chromium', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ])
  const onMac = ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) =>
      join(folder, `${name}.app`, 'Contents', 'MacOS', name),
    ),
  )
  return process.platform === 'win32' ? onWindows : process.platform === 'darwin' ? onMac : []
}

const onPath = (names) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/** The browser that the tests drive, or null. CHROMIUM_PATH names one; nothing else is tried then. */
export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) return isExecutable(named) ? named : null
  return [...onPath(NAMES), ...installed(), ...playwrightBrowsers()].find(isExecutable) ?? null
}

/**
 * The same without the surroundings of a window, or null: a quarter of the work less. It shows no notifications and knows
 * no settings, for which the whole one is needed.
 */
export const findHeadlessShell = () => (process.env.CHROMIUM_PATH ? null : (onPath([SHELL]).find(isExecutable) ?? null))
