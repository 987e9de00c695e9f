import { useQuery } from '@tanstack/react-query'
import type { Pick } from '#contract/draft'
import { messages } from '#contract/messages'
import { mayPick, whoseTurn } from '#rules/pick-sequence'
import { draftRoom, type ShownRoom } from '../../data/draft-room.ts'

/** Whose pick it is, in the words of the spec (section 2). */
export interface TurnNotice {
  readonly kind: 'success' | 'info'
  readonly text: string
}

/** Null while it is no team's turn. `teamId` is the viewer's. */
export const turnNotice = (sequence: readonly Pick[], teamId: number | null | undefined): TurnNotice | null => {
  const turn = whoseTurn(sequence)
  switch (turn.kind) {
    case 'none':
      return null
    case 'over':
      return { kind: 'info', text: 'The draft is over.' }
    case 'open':
      return { kind: 'success', text: messages.openDrafting }
    case 'team': {
      if (turn.teamId === teamId) return { kind: 'success', text: messages.yourTurn }
      const team = sequence.find((pick) => pick.teamId === turn.teamId)
      return { kind: 'info', text: messages.waitingFor.replace('{team}', team?.teamShortName ?? 'the next team') }
    }
  }
}

/** For whom the board is drawn. */
export interface PickingTeam {
  /** Null for a viewer without a team. */
  readonly teamId: number | null
  /** The team's name, where an admin picks for it. */
  readonly forName: string | null
}

export const isOwnTurn = (sequence: readonly Pick[], teamId: number | null | undefined): boolean =>
  teamId != null && mayPick(sequence, teamId)

const colours: Readonly<Record<string, string>> = { ACTIVE: 'active', DONE: 'done' }

/** The colour of a pick's badge: green while active, blue once done, else yellow. */
export const pickColour = ({ pickStatus }: Pick): string => colours[pickStatus] ?? 'waiting'

const known: readonly string[] = ['ACTIVE', 'WAITING', 'DONE']

/** A pick's status as a list shows it; one that the spec does not name is pending. */
export const pickStatusText = ({ pickStatus }: Pick): string => (known.includes(pickStatus) ? pickStatus : 'pending')

const words: Readonly<Record<string, string>> = { ACTIVE: 'picking now', DONE: 'done', WAITING: 'waiting' }
export const pickWords = ({ pickStatus }: Pick): string => words[pickStatus] ?? 'pending'

// What the board takes from the draft room. Each part is read by itself: a clock that restarts draws no list again.

const useRoom = <Part>(select: (room: ShownRoom) => Part, hasRoom = true): Part | undefined =>
  useQuery({ ...draftRoom(), enabled: hasRoom, select }).data

const noTeams: readonly number[] = []

export const useClock = () => useRoom(({ clock }) => clock)
export const useDraftingTeams = () => useRoom(({ teams }) => teams)
/** Only where the server has a room. */
export const useIsPaused = (hasRoom: boolean): boolean => useRoom(({ clock }) => clock.isPaused, hasRoom) ?? false
/** The teams that pick by list. */
export const useListPickers = (hasRoom: boolean): readonly number[] =>
  useRoom(({ teams }) => teams.filter((team) => team.picksByList).map(({ teamId }) => teamId), hasRoom) ?? noTeams
