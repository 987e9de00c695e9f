import { type Static, Type } from 'typebox'
import { fits } from '../memory/validator.ts'
import type { AuditRow } from '../store/subjects/audit-list.ts'
import type { AuditNames } from '../store/subjects/audit-names.ts'
import { ofTheDraft } from './of-the-draft.ts'
import { ofTheLeague } from './of-the-league.ts'
import { ofTheOffice } from './of-the-office.ts'
import { ofTheServer } from './of-the-server.ts'
import type { Names } from './told.ts'

/** Every kind of record that is written, by its name. */
export const sentences = new Map([...ofTheLeague, ...ofTheDraft, ...ofTheOffice, ...ofTheServer])

/** Who acts without being a member. */
const ACTORS: Readonly<Record<string, string>> = {
  command: 'The command',
  'pick-list': 'The pick list',
  server: 'The server',
}

/** By command, a member may be named who answers for it. */
const actorOf = (subject: string, { by }: AuditRow['params']): string =>
  subject === 'command' && typeof by === 'string' && by !== subject
    ? `${by}, by command,`
    : (ACTORS[subject] ?? subject)

/** `executeTrade` as `execute trade`. */
const inWords = (name: string): string =>
  name.replaceAll('-', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function namesFor({ teams, players, members }: AuditNames): Names {
  return {
    team: (id) => teams.get(id) ?? 'a team that is gone',
    player: (id) => players.get(id) ?? 'a player who is unknown',
    member: (id) => members.get(id) ?? 'a member who is gone',
  }
}

/** What was done, and by whom. Of what this version does not know, only the kind. */
export function sentenceOf(
  { by, isPerson = false, call, params }: Pick<AuditRow, 'by' | 'call' | 'params'> & Partial<AuditRow>,
  names: Names,
): string {
  const who = isPerson ? by : actorOf(by, params)
  const told = sentences.get(call)?.(params, names)
  if (told === undefined || told === null) return `${who}: ${call.split('.').map(inWords).join(', ')}`
  return /[.!?]”$/.test(told) ? `${who} ${told}` : `${who} ${told}.`
}

const Reasoned = Type.Object({ reason: Type.String({ minLength: 1 }) })
type Reasoned = Static<typeof Reasoned>

/** Why, in the words of whoever did it. */
export function reasonOf({ params }: Pick<AuditRow, 'params'>): string | null {
  if (fits<Reasoned>(Reasoned, params)) return params.reason
  return fits<Reasoned>(Reasoned, params.body) ? params.body.reason : null
}
