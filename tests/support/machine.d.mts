/** The folder of the newest PostgreSQL's programs; null: there is none, or this user cannot run it. */
export function postgresPrograms(): string | null
/** A program by its name; null: it is not installed. */
export function findProgram(name: string): string | null
interface Need {
  readonly name: string
  readonly packages: readonly string[]
  isHere(): boolean
}
/** What some tests need beside npm's packages. */
export const NEEDS: Readonly<Record<'chromium' | 'postgres' | 'proxy' | 'provider' | 'webkit' | 'firefox', Need>>
