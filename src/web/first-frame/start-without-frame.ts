import { FIRST_FRAME_ID, loadApp } from './hand-over.ts'

// The page's last script. Where the first frame's could not be loaded (an overzealous filter, a file that is gone),
// nothing is drawn and the app has not been started: it starts at once, without a first frame.
const app = document.querySelector<HTMLScriptElement>('[data-app]')?.dataset.app
// Importing a module twice runs it once.
if (app && !document.getElementById(FIRST_FRAME_ID)) void loadApp(app)
