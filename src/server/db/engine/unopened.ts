import { dirname } from 'node:path'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { chownLine } from './data-folder.ts'

/** errno of Node and how PostgreSQL words it. */
const FULL = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i
const FORBIDDEN = /EACCES|EPERM|EROFS|permission denied|operation not permitted|read-only file system/i

/** There is no room to open or to write the database. */
export class DiskFull extends StartRefusal {}

/** PostgreSQL's own line about why it gave up: "2026-11-23 20:51:02 UTC [42] PANIC:  could not locate ...". */
export const lastWordsIn = (line: string): string | undefined => /(?:PANIC|FATAL):\s+(.+?)\s*$/.exec(line)?.[1]

/** Why the embedded database in `folder` could not be opened, and what to do. */
export function unopened(folder: string, error: unknown, lastWords: string | undefined): StartRefusal {
  if (error instanceof StartRefusal) return error
  const why = lastWords ?? (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  if (FULL.test(why)) {
    return new DiskFull(`The disk of ${folder} is full; free some space and start again. Nothing acknowledged is lost.`)
  }
  if (FORBIDDEN.test(why)) {
    return new StartRefusal(
      `This user may not read and write all of ${folder} (${why}). If another user has left files there: ${chownLine(dirname(folder))}`,
    )
  }
  return damaged(folder, why)
}

export const damaged = (folder: string, why: string): StartRefusal =>
  new StartRefusal(
    `The database in ${folder} is damaged (${why}). Rename that folder to keep what is left of it, and put the last backup in its place: npm run league -- restore FILE`,
  )
