import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { accessTexts } from '#contract/refusal-texts'
import { hasFeature } from '#contract/user'
import {
  leagueSettings,
  nhlTeams,
  player as playerQuery,
  players,
  team as teamQuery,
  timeSeries,
  trades as tradesQuery,
} from './data/league.ts'
import { currentUser } from './data/user.ts'
import { type MemberProps, members, NotFound } from './features/shell/members-only.tsx'
import { Shell } from './features/shell/shell.tsx'
import { StandingsView } from './features/standings/standings-view.tsx'
import { Failed, later, lazyScreen } from './ui/lazy.tsx'

// Each route is a named const: written inline into `addChildren` they become `any`, and a bad link compiles. The
// standings are part of the app's first file; the others are loaded when they are opened. What a route preloads is
// there before the first render, so the start page takes over from the first frame like the standings.

const StartScreen = lazyScreen(async () => (await import('./features/home/start.tsx')).Start)
const StandingsScreen = members(StandingsView)
/** A page behind the login, whose code is fetched when it is opened. */
const screen = <Props extends object>(
  load: () => Promise<ComponentType<Props & MemberProps>>,
  admission?: Parameters<typeof members>[1],
) => members<Props>(lazyScreen(load), admission)
const SkatersScreen = screen(async () => (await import('./features/players/players-view.tsx')).SkatersView)
const GoaliesScreen = screen(async () => (await import('./features/players/players-view.tsx')).GoaliesView)
const PlayersPreviewScreen = screen(async () => (await import('./features/players/players-view.tsx')).PreviewView, {
  only: { role: 'premium', title: 'Players Preview' },
})
const KeepersScreen = screen(async () => (await import('./features/keepers/keepers-view.tsx')).KeepersView)
const DraftScreen = screen(async () => (await import('./features/draft/draft-view.tsx')).DraftView)
const PickListScreen = screen(async () => (await import('./features/pick-list/pick-list-view.tsx')).PickListView)
const DraftReportScreen = screen(
  async () => (await import('./features/transactions/draft-report-view.tsx')).DraftReportView,
)
const DraftAdminScreen = screen(
  async () => (await import('./features/draft-admin/draft-admin-view.tsx')).DraftAdminView,
  { only: { role: 'admin', title: 'Draft Administration' } },
)
const ADMINS_ONLY = 'This page is for the admins of the league.'
const CorrectionsScreen = screen(
  async () => (await import('./features/corrections/corrections-view.tsx')).CorrectionsView,
  { only: { role: 'admin', title: 'Corrections', sentence: ADMINS_ONLY } },
)
const NhlStandingsScreen = screen(
  async () => (await import('./features/nhl-standings/nhl-standings-view.tsx')).NhlStandingsView,
)
const RulesScreen = screen(async () => (await import('./features/rules/rules-view.tsx')).RulesView)
const NightKeeper = later(async () => (await import('./features/tonight/tonight-line.tsx')).NightKeeper)
const TeamScreen = screen(async () => (await import('./features/team/team-view.tsx')).TeamView)
const PlayerScreen = screen(async () => (await import('./features/player/player-view.tsx')).PlayerView)
const RosterChangesScreen = screen(
  async () => (await import('./features/transactions/transactions-view.tsx')).RosterChangesView,
)
const TradesScreen = screen(async () => (await import('./features/transactions/transactions-view.tsx')).TradesView)
const ShoppingCartScreen = screen(async () => (await import('./features/cart/shopping-cart-view.tsx')).ShoppingCartView)
const TeamSettingsScreen = screen(
  async () => (await import('./features/team-settings/team-settings-view.tsx')).TeamSettingsView,
  { sentence: accessTexts.noTeamForSettings },
)
const NotificationsScreen = screen(
  async () => (await import('./features/notifications/notifications-view.tsx')).NotificationsView,
)
/** The places of the office, for admins alone. */
const office = (load: Parameters<typeof screen<object>>[0]) =>
  screen(load, { only: { role: 'admin', title: 'League Office', sentence: ADMINS_ONLY } })
const OfficeScreen = office(async () => (await import('./features/office/office-view.tsx')).OfficeView)
const OfficeMembersScreen = office(async () => (await import('./features/office/members-view.tsx')).MembersView)
const OfficeTeamsScreen = office(async () => (await import('./features/office/teams-view.tsx')).TeamsView)
const OfficeStatisticsScreen = office(
  async () => (await import('./features/office/statistics-view.tsx')).StatisticsView,
)
const OfficeSettingsScreen = office(
  async () => (await import('./features/office/season-settings-view.tsx')).SeasonSettingsView,
)
const OfficeMessageScreen = office(async () => (await import('./features/office/message-view.tsx')).MessageView)
const OfficeRecordsScreen = office(async () => (await import('./features/office/records-view.tsx')).RecordsView)
const OfficeBackupScreen = office(async () => (await import('./features/office/backup-view.tsx')).BackupView)

const TonightScreen = screen(async () => (await import('./features/tonight/tonight-view.tsx')).TonightView, {
  needs: 'tonight',
})

const HistoryScreen = screen(async () => (await import('./features/history/history-view.tsx')).HistoryView, {
  needs: 'history',
})
const SeasonScreen = screen(async () => (await import('./features/history/season-view.tsx')).SeasonView, {
  needs: 'history',
})
const NextSeasonScreen = office(
  async () => (await import('./features/next-season/next-season-view.tsx')).NextSeasonView,
)

const FailedScreen = ({ error, reset }: ErrorComponentProps) => (
  <Failed sentence={error instanceof Error ? error.message : 'Something went wrong.'} onRetry={reset} />
)

export interface RouterContext {
  readonly client: QueryClient
  readonly onFirstCommit: () => void
}

/** Fetches a screen's data as soon as its link is touched, for members only: not awaited, and a failure is ignored. */
const prefetch = <Answer,>({ client }: RouterContext, query: FetchQueryOptions<Answer>): void => {
  if (client.getQueryData(['user'])) void client.prefetchQuery(query)
}

/** The same with queries that the first screen does without: they come with the screen's own code. */
const prefetchFrom = <Queries,>(queries: Promise<Queries>, start: (queries: Queries) => void): void =>
  void queries.then(start, () => undefined)
const draftQueries = () => import('./data/draft.ts')
const rosterQueries = () => import('./data/roster.ts')
const historyQueries = () => import('./data/history.ts')

const root = createRootRouteWithContext<RouterContext>()({
  component: function Root() {
    const { onFirstCommit } = root.useRouteContext()
    return (
      <Shell onFirstCommit={onFirstCommit}>
        <Outlet />
      </Shell>
    )
  },
  notFoundComponent: () => <NotFound />,
})
const parent = () => root

/** A screen at a fixed address, with what it asks for ahead of its code. */
const page = <const Path extends string>(
  path: Path,
  title: string,
  component: RouteComponent,
  ahead?: (context: RouterContext) => void,
) =>
  createRoute({
    getParentRoute: parent,
    path,
    staticData: { title },
    component,
    loader: ahead && (({ context }) => ahead(context)),
  })

/** The id in an address; null for anything else. */
const idOf = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

const start = createRoute({ getParentRoute: parent, path: '/', component: StartScreen })
const standings = page('/standings', 'Standings', StandingsScreen)
/** Without a title here: where the server does not offer the page, it has none. */
const tonight = createRoute({
  getParentRoute: parent,
  path: '/tonight',
  component: TonightScreen,
  loader: ({ context }) => {
    const user = context.client.getQueryData(currentUser().queryKey)
    if (!hasFeature(user, 'tonight')) return
    prefetchFrom(import('./data/tonight.ts'), (queries) => prefetch(context, queries.tonight()))
  },
})
const skaters = page('/skaters', 'Skaters', SkatersScreen, (context) => prefetch(context, players('skater')))
const goalies = page('/goalies', 'Goalies', GoaliesScreen, (context) => prefetch(context, players('goalie')))
const keepers = page('/keepers', 'Keepers Selection', KeepersScreen, (context) =>
  prefetchFrom(draftQueries(), ({ keeperBoxes }) => prefetch(context, keeperBoxes())),
)
const draft = createRoute({
  getParentRoute: parent,
  path: '/draft',
  staticData: { title: 'Live Draft' },
  component: DraftScreen,
  loader: ({ context }) => {
    const user = context.client.getQueryData(currentUser().queryKey)
    if (!user) return
    prefetchFrom(draftQueries(), ({ boardOf, pickSequence }) => {
      prefetch(context, boardOf(user))
      prefetch(context, pickSequence())
    })
  },
})
const pickList = page('/pick-list', 'My Pick List', PickListScreen)
const draftReport = page('/draft-report', 'Draft Picks', DraftReportScreen, (context) =>
  prefetchFrom(draftQueries(), ({ draftedPlayers }) => prefetch(context, draftedPlayers())),
)
const draftAdmin = page('/draft-admin', 'Draft Administration', DraftAdminScreen)
const corrections = page('/league/corrections', 'Corrections', CorrectionsScreen)
const playersPreview = page('/players-preview', 'Players Preview', PlayersPreviewScreen)
const nhlStandings = page('/nhl-standings', 'NHL Standings', NhlStandingsScreen, (context) =>
  prefetch(context, nhlTeams()),
)
const rules = page('/rules', 'Hockey Pool Rules', RulesScreen, (context) => prefetch(context, leagueSettings()))
/** The way to My Team for the home screen's menu, which is the same for all members. */
const MINE = 'mine'
const MyTeam = screen(async () => (await import('./features/team/team-view.tsx')).MyTeam)
const team = createRoute({
  getParentRoute: parent,
  path: '/teams/$teamId',
  staticData: { title: 'Team Details' },
  component: Object.assign(
    function TeamRoute() {
      const { teamId: requested } = team.useParams()
      if (requested === MINE) return <MyTeam />
      const teamId = idOf(requested)
      return teamId === null ? <NotFound /> : <TeamScreen key={teamId} teamId={teamId} />
    },
    { preload: TeamScreen.preload },
  ),
  loader: ({ context, params }) => {
    const teamId = idOf(params.teamId)
    if (teamId === null) return
    prefetch(context, teamQuery(teamId))
    prefetchFrom(rosterQueries(), ({ teamPlayers }) => {
      prefetch(context, teamPlayers(teamId, true))
      prefetch(context, teamPlayers(teamId, false))
    })
  },
})
const player = createRoute({
  getParentRoute: parent,
  path: '/players/$playerId',
  staticData: { title: 'Player' },
  component: Object.assign(
    function PlayerRoute() {
      const playerId = idOf(player.useParams().playerId)
      if (playerId === null) return <NotFound />
      return (
        <>
          <PlayerScreen key={playerId} playerId={playerId} />
          <NightKeeper />
        </>
      )
    },
    { preload: PlayerScreen.preload },
  ),
  loader: ({ context, params }) => {
    const playerId = idOf(params.playerId)
    if (playerId === null) return
    prefetch(context, playerQuery(playerId))
    prefetch(context, timeSeries(playerId))
  },
})
const rosterChanges = page('/roster-changes', 'Roster Changes', RosterChangesScreen, (context) =>
  prefetchFrom(rosterQueries(), ({ rosterChanges }) => prefetch(context, rosterChanges())),
)
const trades = page('/trades', 'Trades', TradesScreen, (context) => prefetch(context, tradesQuery()))
const shoppingCart = page('/shopping-cart', 'Shopping Cart', ShoppingCartScreen)
const teamSettings = page('/team-settings', 'Team Settings', TeamSettingsScreen)
const notifications = page('/notifications', 'Notifications', NotificationsScreen)
const leagueOffice = page('/league', 'League Office', OfficeScreen)
const leagueMembers = page('/league/members', 'Members', OfficeMembersScreen)
const leagueTeams = page('/league/teams', 'Teams', OfficeTeamsScreen)
const leagueStatisticsRoute = page('/league/statistics', 'Statistics', OfficeStatisticsScreen)
const leagueSettingsRoute = page('/league/settings', 'Season Settings', OfficeSettingsScreen)
const leagueMessage = page('/league/message', 'Message', OfficeMessageScreen)
const leagueRecords = page('/league/records', 'Records', OfficeRecordsScreen)
const leagueBackup = page('/league/backup', 'Backup', OfficeBackupScreen)

const history = page('/history', 'History', HistoryScreen, (context) =>
  prefetchFrom(historyQueries(), ({ history }) => prefetch(context, history())),
)
const season = createRoute({
  getParentRoute: parent,
  path: '/history/$seasonId',
  staticData: { title: 'Season' },
  component: Object.assign(
    function SeasonRoute() {
      const { seasonId } = season.useParams()
      return /^[12]\d{7}$/.test(seasonId) ? <SeasonScreen key={seasonId} seasonId={Number(seasonId)} /> : <NotFound />
    },
    { preload: SeasonScreen.preload },
  ),
})
const nextSeason = page('/league/season', 'Next Season', NextSeasonScreen)

const routeTree = root.addChildren([
  start,
  standings,
  tonight,
  skaters,
  goalies,
  keepers,
  draft,
  pickList,
  draftReport,
  draftAdmin,
  corrections,
  playersPreview,
  nhlStandings,
  rules,
  team,
  player,
  rosterChanges,
  trades,
  shoppingCart,
  teamSettings,
  notifications,
  history,
  season,
  nextSeason,
  leagueOffice,
  leagueMembers,
  leagueTeams,
  leagueStatisticsRoute,
  leagueSettingsRoute,
  leagueMessage,
  leagueRecords,
  leagueBackup,
])

export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    history,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // The query client already tracks freshness.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: () => <NotFound />,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The screen's name in the window's title; none for the landing page. */
    title?: string
  }
}
