import type { DraftLogEntry } from '#contract/draft-room'
import { secondText } from '../../ui/time/second-text.ts'

/** What an admin did to the sequence, by the last part of the call's path. */
const ACTIONS: Readonly<Record<string, string>> = {
  'set-picking-team': 'Gets the turn',
  'picking-teams': 'Gets or loses turns',
  'free-picking': 'Free picking',
  'resume-pick-sequence': 'Sequence resumed',
  'back-pick-sequence': 'The latest turn is open again',
  'randomize-pick-sequence': 'Rounds shuffled',
}

const HOW = {
  list: ', from the list',
  points: ', by points',
  admin: ', for the team',
  keeper: ', keeper',
  self: '',
} as const

const by = (name: string | null | undefined): string => (name ? ` by ${name}` : '')

/** What happened, in words; team, player and box have columns of their own. */
export const happened = (entry: DraftLogEntry): string => {
  const { kind, how, detail, pickNr, takenBackAt, takenBackBy } = entry
  if (kind === 'pick') {
    const picked = how === 'self' ? 'Picked' : `Picked${HOW[how ?? 'self']}`
    const words = how === 'keeper' ? 'Kept' : `${picked}${how === 'self' || how === 'admin' ? by(entry.by) : ''}`
    return takenBackAt ? `${words}; taken back at ${secondText(takenBackAt)}${by(takenBackBy)}` : words
  }
  if (kind === 'taken-back') return `Pick ${pickNr} taken back${by(entry.by)}`
  if (kind === 'passed') return `Passed over${by(entry.by)}`
  if (kind === 'clock') {
    return detail?.seconds ? `Clock of ${detail.seconds} seconds set${by(entry.by)}` : `Clock stopped${by(entry.by)}`
  }
  const words = {
    paused: 'Paused',
    resumed: 'Goes on',
    locked: 'Keepers locked',
    unlocked: 'Keepers unlocked',
    sequence: ACTIONS[detail?.action ?? ''] ?? 'Sequence changed',
  }[kind]
  return `${words}${by(entry.by)}`
}
