// Before `npm run league`: what the compiler does not make of the server. The app itself is not needed there.
import { copyMigrations, makeMissingTemplate } from './build-steps.ts'

await copyMigrations()
await makeMissingTemplate()
