import variables from 'virtual:pool-variables'
import { GLANCE_KEY } from '../offline/glance-format.ts'
import { addFonts } from '../ui/theme/fonts.ts'
import { applyThemeChoice } from '../ui/theme/theme-choice.ts'
import { drawFirstFrame } from './draw-first-frame.ts'
import sheet from './first-screen.css?inline'
import { startApp } from './start-app.ts'

// Runs before the app's code has loaded, and loads it after the frame: first, so that no fault below can keep it away.
startApp()

// A constructed sheet is the one way to carry styles along that needs neither a
// second request nor an inline style, which the content security policy refuses.
const styles = new CSSStyleSheet()
styles.replaceSync(variables + sheet)
document.adoptedStyleSheets.push(styles)
addFonts()
applyThemeChoice()

const readStored = () => {
  try {
    return localStorage.getItem(GLANCE_KEY)
  } catch {
    return null // storage is blocked
  }
}

document.getElementById('root')?.before(
  drawFirstFrame({
    stored: readStored(),
    path: location.pathname,
    search: location.search,
    now: new Date(),
    online: navigator.onLine,
  }),
)
