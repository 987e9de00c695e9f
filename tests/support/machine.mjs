// What this machine has of what the tests need beside npm's packages.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './find-chromium.mjs'

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']

/** A program by its name; Debian keeps servers off a user's path. Null: it is not installed. */
export const findProgram = (name) => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const places = folders.flatMap((folder) => ENDINGS.map((ending) => join(folder, name + ending)))
  return places.find(isExecutable) ?? null
}

const exists = (name) => findProgram(name) !== null

/** Where PostgreSQL is installed beside the path, one folder a version: on Debian, Windows, and macOS with Homebrew. */
const INSTALLED = ['/usr/lib/postgresql', 'C:\\Program Files\\PostgreSQL', '/opt/homebrew/opt', '/usr/local/opt']

const versionOf = (name) => Number(name.match(/^(?:postgresql@)?(\d+)$/)?.[1] ?? 0)

/** The folder of the newest PostgreSQL's programs; null: there is none, or this user cannot run it. */
export const postgresPrograms = () => {
  // It refuses to run as root.
  if (process.getuid?.() === 0 && spawnSync('runuser', ['-u', 'postgres', '--', 'true']).status !== 0) return null
  const folders = INSTALLED.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => versionOf(name) > 0)
      .sort((one, other) => versionOf(other) - versionOf(one))
      .map((name) => join(folder, name, 'bin')),
  )
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const hasServer = (folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) =>
      ENDINGS.some((ending) => isExecutable(join(folder, name + ending))),
    )
  return [...folders, ...onPath].find(hasServer) ?? null
}

/** What some tests need: what it is, whether it is here, Debian's packages, and what to do elsewhere. */
export const NEEDS = {
  chromium: {
    name: 'Chromium',
    isHere: () => findChromium() !== null,
    // The shell is of the same version, as the phones that one fills the other opens. Without a font a bare machine
    // draws no visible words.
    packages: ['chromium', 'chromium-headless-shell', 'fonts-liberation'],
  },
  postgres: { name: 'PostgreSQL', isHere: () => postgresPrograms() !== null, packages: ['postgresql'] },
  proxy: {
    name: 'nginx with openssl',
    isHere: () => exists('nginx') && exists('openssl'),
    packages: ['nginx', 'openssl'],
  },
  provider: {
    name: 'glewlwyd with sqlite3',
    isHere: () => exists('glewlwyd') && exists('sqlite3'),
    packages: ['glewlwyd', 'sqlite3'],
  },
  webkit: {
    name: 'WebKitWebDriver with Xvfb',
    isHere: () => exists('WebKitWebDriver') && exists('Xvfb'),
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
  firefox: { name: 'firefox-esr', isHere: () => exists('firefox-esr'), packages: ['firefox-esr'] },
}
