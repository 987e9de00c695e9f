import type { DraftBoxPlayer, DraftedPlayer, Pick } from '#contract/draft'

// A draft by hand: of the fake server's teams and one more, which is called ENA.

const SHORT_NAMES = ['', 'NOR', 'BLU', 'CRE', 'ENA']

export const teamOf = (teamId: number) => ({ teamId, teamShortName: SHORT_NAMES[teamId] ?? '' })

export const pick = (sequenceNr: number, teamId: number, pickStatus: string, over: Partial<Pick> = {}): Pick => ({
  sequenceNr,
  round: 1,
  pickOrder: sequenceNr,
  ...teamOf(teamId),
  pickStatus,
  ...over,
})

export const draftedBy = (teamId: number) => ({ ...teamOf(teamId), isDrafted: true })

export const boxed = (playerId: number, name: string, over: Partial<DraftBoxPlayer> = {}): DraftBoxPlayer => ({
  playerId,
  name,
  nhlTeam: 'EDM',
  points: 80,
  gamesPlayed: 82,
  normalizedPoints: 80,
  positionRank: playerId,
  boxRank: playerId,
  ...over,
})

/** The last pick, by the Crease Crashers. */
export const lastPick: DraftedPlayer = {
  playerId: 2,
  name: 'Taken Left',
  position: 'LW',
  nhlTeam: 'EDM',
  ...teamOf(3),
  draftBox: '1.LW',
  draftedAt: '2026-09-20T23:00:00Z',
}
