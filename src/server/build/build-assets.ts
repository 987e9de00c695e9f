// The last step of `npm run build`: everything in dist that no compiler makes.
import { compressWeb, copyMigrations, keepEarlierAssets, makeMissingTemplate } from './build-steps.ts'

await copyMigrations()
await makeMissingTemplate()
await compressWeb()
await keepEarlierAssets()
