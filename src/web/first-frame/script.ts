import variables from 'virtual:pool-variables'
import { askEarly, forgetEarlyTeams } from '../offline/early-answers.ts'
import { readLocal, writeLocal } from '../offline/local-storage.ts'
import { STARTUP_CACHE_KEY } from '../offline/startup-cache-format.ts'
import { addFonts } from '../ui/theme/fonts.ts'
import { applyThemeChoice } from '../ui/theme/theme-choice.ts'
import { drawFirstFrame } from './draw.ts'
import sheet from './first-screen.css?inline'
import { loadApp } from './load-app.ts'

/** Far longer than a frame takes, far shorter than a person waits. */
const NO_FRAME_MS = 1_000

/**
 * Loads the app's code when the first frame is on the screen. A module of the page itself would run before the browser
 * has painted, and delay what is already drawn by its own run time.
 */
function startApp(): void {
  const app = document.currentScript?.dataset.app
  if (!app) return // in development the page loads it
  let isAsked = false
  const start = () => {
    if (!isAsked) void loadApp(app)
    isAsked = true
  }
  requestAnimationFrame(() => setTimeout(start))
  // A hidden or covered page never paints.
  setTimeout(start, document.visibilityState === 'hidden' ? 0 : NO_FRAME_MS)
}

// Runs before the app's code, and loads that after the frame. Called first, so that no error below can prevent it.
startApp()

const stored = readLocal(STARTUP_CACHE_KEY)
/** Pages that show the standings. Elsewhere, and where they are stored already, the app asks in its own time. */
const firstPages = ['/', '/standings']
const early = stored === null && firstPages.includes(location.pathname) ? askEarly() : null

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
  if (answers === null || !frame.isConnected) return
  if (writeLocal(STARTUP_CACHE_KEY, answers)) forgetEarlyTeams()
  frame.replaceWith(draw(answers))
})
