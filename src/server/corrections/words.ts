import { errorSentences } from '#contract/errors'
import { dayStart, type Instant, leagueDay } from '#rules/calendar'
import type { Corrected, CorrectionRefusal } from '#rules/correction-plans'
import { instantWords } from '#rules/date-words'
import type { League } from '#rules/league'
import type { Refs } from '../store/subjects/refs.ts'

// Corrections in words: the same on every screen, in the command and in exports.

/** What an admin may do where the rules of the lineup refuse; a command has an option for it. */
export const AGAINST = 'To do it all the same, say that it is against the rules.'

/** What words need of a correction, made or only looked at. */
export interface Deed extends Corrected {
  readonly kind: string
  readonly teamId: number
  readonly asOf: Instant | null
  readonly againstRules: boolean
  /** What was undone, in words. */
  readonly undone: { readonly nr: number; readonly what: string } | null
}

export interface Words {
  what(deed: Deed): string
  refusal(refusal: CorrectionRefusal): string
}

const money = (cents: number): string => (cents / 100).toFixed(2)

export function wordsOf({ players, teams }: Refs, { constants }: League): Words {
  const { timeZone } = constants
  const { day, minute } = instantWords(timeZone)
  // A browser elsewhere has another clock.
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  const when = (at: Instant): string =>
    at === dayStart(leagueDay(at, timeZone), timeZone) ? day(at) : `${minute(at)} in ${place}`
  const name = (playerId: number | undefined): string =>
    (playerId !== undefined && players.get(playerId)?.name) || 'The player'
  const since = (at: Instant | undefined): string => (at === undefined ? 'then' : when(at))

  const trade = ({ playerId, before, after }: Deed['entries'][number]): string =>
    after === null
      ? `the purchase of ${name(playerId)} (${money(before?.boughtPrice ?? 0)})`
      : `the sale of ${name(playerId)} (${money(before?.soldPrice ?? 0)})`

  const done = ({ kind, entries, cash, asOf, undone }: Deed): string => {
    const [first] = entries
    const whom = name(first?.playerId)
    const from = asOf === null ? '' : ` as of ${when(asOf)}`
    switch (kind) {
      case 'undo-trade':
        return `Undid ${entries.map(trade).join(' and ')}${asOf === null ? '' : ` of ${day(asOf)}`}`
      case 'price': {
        const isSale = first?.before?.soldPrice !== first?.after?.soldPrice
        const [old, price] = isSale
          ? [first?.before?.soldPrice, first?.after?.soldPrice]
          : [first?.before?.boughtPrice, first?.after?.boughtPrice]
        const verb = isSale ? 'sale of' : 'purchase of'
        return `Made the ${verb} ${whom} ${isSale ? 'bring' : 'cost'} ${money(price ?? 0)} instead of ${money(old ?? 0)}`
      }
      case 'roster-on':
        return `Put ${whom} on the roster${from}, for ${money(first?.after?.boughtPrice ?? 0)}${first?.after?.scratched.length ? ', scratched' : ''}`
      case 'roster-off':
        return `Took ${whom} off the roster${from}, for ${money(first?.after?.soldPrice ?? 0)}`
      case 'scratch':
        return `Scratched ${whom}${from}`
      case 'dress':
        return `Dressed ${whom}${from}`
      case 'cash':
        return cash < 0 ? `Took ${money(-cash)} from the cash` : `Added ${money(cash)} to the cash`
      default:
        return `Undid correction ${undone?.nr}: ${undone?.what}`
    }
  }

  const refusal = ({ refused, playerId, teamId, at, until, lineup, figure }: CorrectionRefusal): string => {
    const { maxDressed, minGoalies, minDefenders, rosterSize } = constants
    switch (refused) {
      case 'CORRECTION_NO_TRADE':
        return `This trade of ${name(playerId)} has already been undone.`
      case 'CORRECTION_BUILT_ON':
        return `${name(playerId)} has moved or been changed since${at === undefined ? '' : `, on ${when(at)}`}. Put that right first.`
      case 'CORRECTION_TAKEN': {
        const other = teams.get(teamId ?? 0)?.shortName
        return until === undefined
          ? `${other} has had ${name(playerId)} since ${since(at)}. Put that right first.`
          : `${other} had ${name(playerId)} from ${since(at)} to ${since(until)}; two teams cannot have had him at once.`
      }
      case 'CORRECTION_TWICE':
        return `The team has had ${name(playerId)} this season already. Undo what took him away instead.`
      case 'CORRECTION_DATE':
        return playerId === undefined
          ? `The day must lie in the season, from ${since(at)} to ${until === undefined ? 'its end' : day(until - 1)}, and not in the future.`
          : `${name(playerId)} came on ${since(at)}; the day must not lie before that.`
      case 'CORRECTION_LINED_UP':
        return `${name(playerId)} is ${lineup} as of ${since(at)} already.`
      case 'CORRECTION_SAT_OUT':
        return `${name(playerId)} could be dressed on ${since(at)} at the earliest. ${AGAINST}`
      case 'CORRECTION_ROSTER_FULL':
        return `On ${since(at)} the roster would have ${figure} players; ${rosterSize} at most are allowed.`
      case 'CORRECTION_DRESSED':
        return `On ${since(at)} ${figure} players would be dressed; ${maxDressed} at most are allowed. ${AGAINST}`
      case 'CORRECTION_GOALIES':
        return `On ${since(at)} ${figure} goalies would be dressed; ${minGoalies} at least are needed. ${AGAINST}`
      case 'CORRECTION_DEFENDERS':
        return `On ${since(at)} ${figure} defenders would be dressed; ${minDefenders} at least are needed. ${AGAINST}`
      case 'CORRECTION_CASH':
        return `The team's cash would be ${money(figure ?? 0)}, and it cannot fall below 0.`
      default:
        return errorSentences[refused]
    }
  }

  return {
    what: (deed) => `${done(deed)}${deed.againstRules ? ', against the rules of the lineup' : ''}`,
    refusal,
  }
}
