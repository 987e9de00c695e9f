import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/office-statistics'
import { seasonName } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { lockDraft } from '../../db/locks.ts'
import { HttpError, refusalError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { textsOf } from '../audit.ts'
import { type CurrentLeague, currentLeague, lockLeague } from '../league.ts'
import { saveFileSeason, saveLeagueRow, seasonProgress } from '../moving-in/setup-league.ts'
import { leagueChanges } from './season-plan.ts'
import { checkSettings, clockTime, numbersOf, outsideOfCounted } from './season-settings.ts'

type Settings = Omit<contract.SeasonChange, 'version'>

const settingsOf = (league: CurrentLeague): Settings => {
  const { firstDay, lastDay, dates, constants } = league
  return {
    firstDay,
    lastDay,
    rosterHoldStartDate: dates.rosterHoldStartDate,
    keeperLastBuyDate: dates.keeperLastBuyDate,
    tradingStart: clockTime(dates.tradingStartTime, constants.timeZone),
    tradingEnd: clockTime(dates.tradingEndTime, constants.timeZone),
    constants: numbersOf(league),
  }
}

const textOf = ({ constants, ...dates }: Settings): string =>
  JSON.stringify([Object.entries(dates).sort(), Object.entries(constants).sort()])

const versionOf = (settings: Settings): string => hash('sha256', textOf(settings), 'base64url').slice(0, 22)

const hasPlayers = async (queries: Queries, { seasonId }: CurrentLeague): Promise<boolean> =>
  (await seasonProgress(queries, seasonId)).picks > 0

async function answer(queries: Queries): Promise<contract.OfficeSeason> {
  const league = await currentLeague(queries)
  const settings = settingsOf(league)
  return {
    season: seasonName(league.seasonId),
    timeZone: league.constants.timeZone,
    ...settings,
    nhlGames: league.nhlGames,
    isFixed: await hasPlayers(queries, league),
    version: versionOf(settings),
  }
}

export function registerSeason(app: FastifyInstance, context: Context): void {
  const { database } = context

  serveQuery(app, context, contract.getOfficeSeason, { access: 'admin' }, answer)

  serveChange(app, context, contract.changeOfficeSeason, {
    access: 'admin',
    record: ({ changes }) => `changed ${textsOf(changes).join('; ') || 'the settings of the season'}`,
    lock: async (queries) => {
      await lockLeague(queries)
      // The first pick waits: from then on the constants stay.
      await lockDraft(queries)
    },
    locksSeason: true,
    invalidates: 'answers',
    handle: async ({ queries, body: { version, ...wanted }, note }) => {
      const league = await currentLeague(queries)
      const before = settingsOf(league)
      // Another admin has done the same already.
      if (textOf(wanted) === textOf(before)) return answer(queries)
      if (version !== versionOf(before)) throw refusalError('CHANGED_MEANWHILE')
      const { season, constants, problems } = checkSettings(league, wanted)
      if (problems.length > 0) throw new HttpError(400, 'SETTINGS_INVALID', problems.join(' '))
      const outside = await outsideOfCounted(queries, league, wanted)
      if (outside !== null) throw new HttpError(400, 'SETTINGS_INVALID', outside)
      const isOther = textOf({ ...before, constants: wanted.constants }) !== textOf(before)
      if (isOther && (await hasPlayers(queries, league))) throw refusalError('CONSTANTS_FIXED')
      await saveFileSeason(queries, season)
      await saveLeagueRow(queries, { ...league, timeZone: league.constants.timeZone, constants, season })
      note({ changes: leagueChanges(league, await currentLeague(queries)) })
      // Every process reads the league again.
      await database.announce(queries, 'league', '')
      return answer(queries)
    },
  })
}
