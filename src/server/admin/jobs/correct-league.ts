import { isCalendarDay } from '#contract/call'
import type { Correction, CorrectionInput } from '#contract/corrections'
import { dayStart } from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'
import {
  AGAINST,
  applyCorrection,
  type CorrectionRefused,
  listCorrections,
  lockForCorrection,
  previewCorrection,
} from '../../corrections/corrections.ts'
import type { Queries } from '../../store/engine/database.ts'
import type { CurrentLeague } from '../../store/subjects/league.ts'
import { shareSeason } from '../../store/subjects/locks.ts'
import { trades } from '../../store/subjects/roster-changes.ts'
import { auditCommand, authorNamed } from './audit-command.ts'
import { anyLeague, DRY_RUN } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { playerNamed } from './player-names.ts'
import { sayWhenDone } from './say-when-done.ts'
import { teamNamed } from './team-named.ts'

type Wanted = NonNullable<JobOf<'correct'>['asked']>

/** A day is its first instant. */
function instantOf(text: string, { constants: { timeZone } }: CurrentLeague): string {
  const wall =
    /^.{10}(T\d\d:\d\d)?$/.test(text) && isCalendarDay(text.slice(0, 10))
      ? Date.parse(text.includes('T') ? `${text}Z` : text)
      : Number.NaN
  if (Number.isNaN(wall))
    throw new JobRefusal(`"${text}" is no day such as 2027-01-05, nor a time such as 2027-01-05T14:30.`)
  return new Date(text.includes('T') ? wallClockInstant(wall, timeZone) : dayStart(text, timeZone)).toISOString()
}

/** The team's latest trade of the player that stands, with what was traded in the same instant. */
async function latestTrade(queries: Queries, { seasonId }: CurrentLeague, teamId: number, playerId: number) {
  const own = (await trades(queries, seasonId)).filter(
    ({ team, correction }) => team.id === teamId && !correction?.undone,
  )
  const latest = own.find(({ player }) => player.id === playerId)
  if (!latest) throw new JobRefusal('The team has made no trade of this player that stands.')
  const { tradedAt, tradeAction } = latest
  const together = own
    .filter((each) => each.tradedAt === tradedAt)
    .map(({ player, tradeAction: action }) => ({ playerId: player.id, tradeAction: action }))
  return { tradedAt, tradeAction, together }
}

async function askedOf(queries: Queries, league: CurrentLeague, wanted: Wanted): Promise<CorrectionInput> {
  const { kind, nr, amount, againstRules, isHalf } = wanted
  if (kind === 'undo') return { kind, nr: nr ?? 0, againstRules }
  const teamId = await teamNamed(queries, wanted.team)
  if (kind === 'cash') return { kind, teamId, amount: amount ?? 0 }
  const playerId = await playerNamed(queries, wanted.player)
  if (kind === 'undo-trade' || kind === 'price') {
    const { tradedAt, tradeAction, together } = await latestTrade(queries, league, teamId, playerId)
    if (kind === 'price') return { kind, teamId, playerId, tradeAction, tradedAt, price: amount ?? 0 }
    return { kind, teamId, tradedAt, trades: isHalf ? [{ playerId, tradeAction }] : together, againstRules }
  }
  const asOf = instantOf(wanted.asOf, league)
  if (kind === 'scratch' || kind === 'dress') return { kind, teamId, playerId, asOf, againstRules }
  return { kind, teamId, playerId, asOf, price: amount ?? 0, againstRules }
}

const orRefuse = <T extends object>(answer: T | CorrectionRefused): T => {
  if ('refused' in answer)
    throw new JobRefusal(answer.sentence.replace(AGAINST, 'To do it all the same, add --against-rules.'))
  return answer
}

const amounts = ({ before, after }: Pick<Correction, 'before' | 'after'>): string =>
  `points ${before.points.toFixed(2)} -> ${after.points.toFixed(2)}, cash ${before.cash.toFixed(2)} -> ${after.cash.toFixed(2)}, total ${before.totalScore.toFixed(2)} -> ${after.totalScore.toFixed(2)}`

const line = (made: Correction): string =>
  `${made.nr}  ${made.at.slice(0, 10)}  ${made.team.shortName}: ${made.what} (${made.by}: ${made.reason})${made.undoneBy ? `, undone by ${made.undoneBy}` : ''}`

/** Puts something right, shows what that would do, or lists what was. */
export async function correctLeague(
  { asked: wanted, reason, by, dryRun }: JobOf<'correct'>,
  context: JobContext,
): Promise<void> {
  const { database, clock } = context
  await sayWhenDone(context, async (queries, say) => {
    if (!wanted) {
      const made = await listCorrections(queries, await anyLeague(queries))
      for (const each of made.toReversed()) say(line(each))
      return made.length === 0 ? say('Nothing was corrected this season.') : undefined
    }
    await shareSeason(queries)
    const league = await anyLeague(queries)
    const asked = await askedOf(queries, league, wanted)
    if (dryRun) {
      const { what, team, ...scores } = orRefuse(await previewCorrection(queries, clock().getTime(), asked))
      say(`Would have: ${what}, for ${team.shortName}: ${amounts(scores)}.`)
      return say(DRY_RUN)
    }
    await lockForCorrection(queries, asked)
    const now = clock()
    const who = await authorNamed(queries, by)
    const made = orRefuse(
      await applyCorrection(queries, now.getTime(), { input: asked, reason, by: who, expects: null }),
    )
    await auditCommand(queries, now, 'corrections.makeCorrection', {
      asked,
      reason,
      ...(by !== '' && { by: who }),
      nr: made.nr,
      teamId: made.team.id,
      did: made.what,
    })
    await database.announce(queries, 'answers', String(league.seasonId))
    say(`Correction ${made.nr}: ${made.what}, for ${made.team.shortName}: ${amounts(made)}.`)
  })
}
