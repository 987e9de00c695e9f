import { DISK_FULL, isDamage, sqlErrorOf } from './sql-error.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  [DISK_FULL]: 'The disk of the database is full. This step has changed nothing; free some space and run it again.',
  '58030':
    "The disk of the database fails: it could not be read or written. This step has changed nothing; the system's log says more.",
  '25006': 'The database takes no changes at present: it is read-only. This step has changed nothing.',
}
const DAMAGED =
  'The database is damaged. Stop the server and put the last backup in its place: npm run league -- restore FILE'

/** What a person can do about an error of the disk or the server below the database; null: it is another error. */
export function storageSentence(error: unknown): string | null {
  if (isDamage(error)) return DAMAGED
  return SENTENCES[sqlErrorOf(error)?.code ?? ''] ?? null
}
