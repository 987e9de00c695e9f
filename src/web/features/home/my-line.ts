import type { Team } from '#contract/stats'
import { toWire } from '#rules/money'
import { lastNight, placeOf, rankShifts } from '#rules/standings'
import { change, changeTone, figure, ordinal } from '../../ui/figure.ts'
import type { Sign } from '../../ui/table/columns.ts'
import { shiftSign } from '../../ui/table/columns.ts'

// Dependency-free: the first-frame script draws from this, too.

export const TAGLINE = 'Fantasy League with Tradition. Since 1995.'
export const homeArt = '/art/landing.svg'
export const leagueTitle = 'The league'
/** Of the standings' columns, those of the short table. */
export const LEAGUE_COLUMNS = 4

interface LinePart {
  readonly text: string
  readonly tone: 'gain' | 'loss' | null
  /** How many places the last update brought, beside the rank. */
  readonly sign: Sign | null
}

const part = (text: string, tone: LinePart['tone'] = null, sign: Sign | null = null): LinePart => ({ text, tone, sign })

/** A gap that would round to nothing is shown exactly. */
const gapText = (points: number): string => figure(points, points < 0.5 ? 2 : 0)

/** How a team does, in a line: `10th`, `613`, `+3 last night`, `58 to 9th`; empty for a team that is not listed. */
export const myLine = (teams: readonly Team[], teamId: number): LinePart[] => {
  const team = teams.find(({ id }) => id === teamId)
  const place = placeOf(teams, teamId)
  if (!team || !place) return []
  const { rank, isShared, gap } = place
  const last = lastNight(team)
  const parts = [part(figure(team.totalScore))]
  if (rank === null) return parts
  parts.unshift(
    part(isShared ? `shared ${ordinal(rank)}` : ordinal(rank), null, shiftSign(rankShifts(teams).get(teamId) ?? 0)),
  )
  if (last !== null) parts.push(part(`${change(last)} last night`, changeTone(last)))
  if (gap) {
    const points = gapText(toWire(gap.cents))
    parts.push(part(gap.isLead ? `+${points} on ${ordinal(gap.rank)}` : `${points} to ${ordinal(gap.rank)}`))
  }
  return parts
}

export const UNRANKED = 'Rankings start with the first points.'
