import variables from 'virtual:pool-variables'
import { askEarly, forgetEarlyTeams } from '../net/early-answers.ts'
import { readLocal, writeLocal } from '../offline/local-storage.ts'
import { STARTUP_CACHE_KEY } from '../offline/startup-cache-format.ts'
import { applyThemeChoice } from '../ui/theme/theme-choice.ts'
import { drawFirstFrame } from './draw.ts'
import sheet from './first-screen.css?inline'
import { loadApp } from './hand-over.ts'
import { element } from './parts.ts'

interface Face {
  readonly file: string
  readonly unicodeRange: string
}

/** Basic letters, and the accented ones of names. */
const faces: readonly Face[] = [
  {
    file: 'barlow-condensed-600.woff2',
    unicodeRange:
      'U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DC,U+2013-2014,U+2018-2019,U+201C-201E,U+2022,U+2026,U+20AC,U+2122,U+2191,U+2193,U+2212',
  },
  { file: 'barlow-condensed-600-ext.woff2', unicodeRange: 'U+100-130,U+132-151,U+154-17F,U+218-21B' },
]

/**
 * The display face, which never swaps under the reader's eyes: it is precached from the second visit on. Added by
 * script, since the faces of a style sheet are thrown away whenever the page gets another sheet, as with the first
 * dialog, and what is optional is then not waited for a second time.
 */
const addFonts = (): void => {
  for (const { file, unicodeRange } of faces) {
    const source = `url("/fonts/${file}") format("woff2")`
    document.fonts.add(new FontFace('Barlow Condensed', source, { weight: '600', display: 'optional', unicodeRange }))
  }
}

/** Far longer than a frame takes, far shorter than a person waits. */
const NO_FRAME_MS = 1_000

/**
 * Loads the app's code when the first frame is on the screen. A module of the page itself would run before the browser
 * has painted, and delay what is already drawn by its own run time.
 */
function startApp(app: string): void {
  // A hidden or covered page never paints.
  const late = setTimeout(loadApp, NO_FRAME_MS, app)
  requestAnimationFrame(() => {
    clearTimeout(late)
    setTimeout(loadApp, 0, app)
  })
}

/** Fetches the code, ten times the size of all that comes before it, behind what the first frame waits for. */
const fetchApp = (app: string): void =>
  document.head.append(element('link', { rel: 'preload', as: 'script', crossorigin: '', href: app }))

/** In development the page loads it. */
const app = document.currentScript?.dataset.app
// Called first: no error below can prevent it.
if (app) startApp(app)

const stored = readLocal(STARTUP_CACHE_KEY)
/** Pages that show the standings. Elsewhere, and where they are stored already, the app asks in its own time. */
const isFirstPage = /^\/(standings)?$/.test(location.pathname)
const early = !stored && isFirstPage ? askEarly() : null
if (app) fetchApp(app)

// A constructed sheet is the one way to carry styles along that needs neither a
// second request nor an inline style, which the content security policy refuses.
const styles = new CSSStyleSheet()
styles.replaceSync(variables + sheet)
document.adoptedStyleSheets.push(styles)
addFonts()
applyThemeChoice()

const draw = (saved: string | null): HTMLElement =>
  drawFirstFrame({
    stored: saved,
    path: location.pathname,
    search: location.search,
    now: new Date(),
    online: navigator.onLine,
  })

const frame = draw(stored)
document.getElementById('root')?.before(frame)

// On a first visit the answers are there long before the app's code.
void early?.then((answers) => {
  // A first frame that is gone has been replaced by the app.
  if (!answers || !frame.isConnected) return
  if (writeLocal(STARTUP_CACHE_KEY, answers)) forgetEarlyTeams()
  frame.replaceWith(draw(answers))
})
