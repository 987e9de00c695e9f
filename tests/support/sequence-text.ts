import { buildSequence, type DraftEntry, type PickMode, type PickSequence } from '#rules/pick-sequence'

// A pick sequence as a reader draws it: teams are letters, rounds are parted by |, and a sign tells the status.
//   A1 B2 C* | C B A     A picked first, B second, it is C's turn, and the second round waits.

const letter = (teamId: number): string => String.fromCharCode(64 + teamId)
export const teamId = (name: string): number => name.charCodeAt(0) - 64

export const readSequence = (text: string, mode: PickMode = 'sequence'): PickSequence => {
  const rounds = text.split('|').map((round) => round.trim().split(/\s+/).filter(Boolean))
  const entries = rounds.flatMap((round, index): DraftEntry[] =>
    round.map((entry) => {
      const sign = entry.slice(1)
      const done = Number.parseInt(sign, 10)
      return {
        round: index + 1,
        teamId: teamId(entry),
        doneNr: Number.isNaN(done) ? null : done,
        playerId: null,
        active: sign === '*',
      }
    }),
  )
  return buildSequence(mode, rounds.length, entries)
}

export const writeSequence = ({ rounds, entries }: PickSequence): string =>
  Array.from({ length: rounds }, (_, index) =>
    entries
      .filter(({ round }) => round === index + 1)
      .map((entry) => {
        const sign = entry.pickStatus === 'ACTIVE' ? '*' : (entry.doneNr ?? '')
        return `${letter(entry.teamId)}${sign}`
      })
      .join(' '),
  ).join(' | ')
