import { dayStart } from '#rules/calendar'
import { type FilePlayer, type LeagueFile, type Problem, seasonName } from '../league-file/league-file.ts'
import type { Queries } from '../store/database.ts'
import { type PastEntry, pastRosters, replacePastRosters } from '../store/past-rosters.ts'
import { allPlayers, allTeams, findSeason, saveFileSeason, seasonProgress } from '../store/setup-league.ts'
import type { Step } from './change-season.ts'
import { problemLine } from './file-of-job.ts'
import { PlayerNames } from './player-names.ts'
import { findTeam } from './teams-of-file.ts'
import { JobRefusal } from './workplace.ts'

interface Placed extends Omit<PastEntry, 'teamId'> {
  readonly team: string
  readonly line: number
}

/** The rosters of last season, where the league has not played that season here. */
export async function planPastRosters(queries: Queries, file: LeagueFile): Promise<Step[]> {
  const { lastSeason } = file
  if (!lastSeason) return []
  const title = seasonName(lastSeason.id)
  const { updates } = await seasonProgress(queries, lastSeason.id)
  if (updates > 0) {
    throw new JobRefusal(`The league has played ${title} here and has its rosters; take lastSeason out of the file.`)
  }
  const placed = await placePlayers(queries, file)
  const kept = await pastRosters(queries, lastSeason.id)
  const teams = await allTeams(queries)
  const shortOf = new Map(teams.map(({ id, shortName }) => [id, shortName]))
  const keyOf = (team: string | undefined, { playerId, boughtAt, drafted }: Omit<PastEntry, 'teamId'>) =>
    `${team} ${playerId} ${boughtAt.getTime()} ${drafted}`
  const keptKeys = kept.map((entry) => keyOf(shortOf.get(entry.teamId), entry)).sort()
  const wantedKeys = placed.map((entry) => keyOf(shortNow(teams, file, entry.team), entry)).sort()
  const season = await findSeason(queries, lastSeason.id)
  const sameDays =
    season?.firstDay === lastSeason.firstDay &&
    season.lastDay === lastSeason.lastDay &&
    season.keeperLastBuyDate === lastSeason.dates.keeperLastBuyDate
  if (sameDays && keptKeys.join() === wantedKeys.join()) return []
  return [
    {
      tells: `~ rosters of ${title}: ${kept.length} players -> ${placed.length}; keepers until ${lastSeason.dates.keeperLastBuyDate}`,
      run: async (within) => {
        await saveFileSeason(within, lastSeason)
        const ids = await allTeams(within)
        const entries = placed.map(({ team, line: _, ...entry }) => ({ ...entry, teamId: teamId(ids, file, team) }))
        await replacePastRosters(within, lastSeason.id, entries)
      },
    },
  ]
}

const ofFile = (file: LeagueFile, short: string) => file.teams.find(({ shortName }) => shortName === short)

const shortNow = (teams: Awaited<ReturnType<typeof allTeams>>, file: LeagueFile, short: string): string => {
  const team = ofFile(file, short)
  return (team && findTeam(teams, team)?.shortName) ?? short
}

function teamId(teams: Awaited<ReturnType<typeof allTeams>>, file: LeagueFile, short: string): number {
  const team = ofFile(file, short)
  const found = team && findTeam(teams, team)
  if (!found) throw new Error(`Team ${short} has not been written`)
  return found.id
}

async function placePlayers(queries: Queries, { lastSeason, timeZone }: LeagueFile): Promise<Placed[]> {
  if (!lastSeason) return []
  const players = await allPlayers(queries)
  if (players.length === 0) {
    throw new JobRefusal('No players are known yet, so no roster can be read; first: npm run league -- import')
  }
  const names = new PlayerNames(players)
  const problems: Problem[] = []
  const placed: Placed[] = []
  const lines = new Map<number, number>()
  const resolve = (team: string, { player, boughtAt, line }: FilePlayer) => {
    const found = names.find(player)
    if (typeof found === 'string') return void problems.push({ line, sentence: found })
    const first = lines.get(found.id)
    if (first !== undefined) {
      return void problems.push({
        line,
        sentence: `${found.name} is already on line ${first}; a player has one owner.`,
      })
    }
    lines.set(found.id, line)
    const bought = boughtAt ?? dayStart(lastSeason.firstDay, timeZone)
    placed.push({ team, playerId: found.id, boughtAt: new Date(bought), drafted: boughtAt === null, line })
  }
  for (const { team, players: own } of lastSeason.rosters) for (const player of own) resolve(team, player)
  if (problems.length > 0) throw new JobRefusal(problems.map(problemLine).join('\n'))
  return placed
}
