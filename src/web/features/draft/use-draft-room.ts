import { useQuery } from '@tanstack/react-query'
import { draftRoom, type ShownRoom } from '../../data/draft-room.ts'

// What the board takes from the draft room. Each part is read by itself: a clock that restarts draws no list again.

const clockOf = ({ clock }: ShownRoom) => clock
const isPausedIn = ({ clock }: ShownRoom) => clock.isPaused
const listPickersOf = ({ teams }: ShownRoom) => teams.filter((team) => team.picksByList).map(({ teamId }) => teamId)
const teamsOf = ({ teams }: ShownRoom) => teams

const noTeams: readonly number[] = []

/** Only where the server has one: undefined otherwise. */
export const useClock = (hasRoom: boolean) => useQuery({ ...draftRoom(), enabled: hasRoom, select: clockOf }).data

export const useIsPaused = (hasRoom: boolean): boolean =>
  useQuery({ ...draftRoom(), enabled: hasRoom, select: isPausedIn }).data ?? false

/** The teams that pick by list. */
export const useListPickers = (hasRoom: boolean): readonly number[] =>
  useQuery({ ...draftRoom(), enabled: hasRoom, select: listPickersOf }).data ?? noTeams

export const useDraftingTeams = (hasRoom: boolean) =>
  useQuery({ ...draftRoom(), enabled: hasRoom, select: teamsOf }).data
