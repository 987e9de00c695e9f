import variables from 'virtual:pool-variables'
import { askEarly, forgetEarlyTeams } from '../net/early-answers.ts'
import { readLocal, writeLocal } from '../offline/local-storage.ts'
import { STARTUP_CACHE_KEY } from '../offline/startup-cache-format.ts'
import { addFonts } from '../ui/theme/fonts.ts'
import { applyThemeChoice } from '../ui/theme/theme-choice.ts'
import { drawFirstFrame } from './draw.ts'
import sheet from './first-screen.css?inline'
import { loadApp } from './load-app.ts'
import { element } from './parts.ts'

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
// Called first, so that no error below can prevent it.
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
