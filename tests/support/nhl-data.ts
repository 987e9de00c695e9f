import { resolve } from 'node:path'

/** The NHL's real data stands beside the checkout, or where NHL_DATA_DIR says. */
export const nhlDataDir = process.env.NHL_DATA_DIR ?? resolve(import.meta.dirname, '../../../shared/nhl')
