import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router'
import { Shell } from './features/shell/shell.tsx'
import { LandingScreen } from './screens/landing.tsx'
import { StandingsScreen } from './screens/standings.tsx'
import { Failed } from './ui/failed/failed.tsx'
import { lazyScreen } from './ui/lazy-screen.tsx'

// Each route is a named const: written inline into `addChildren` they become `any`, and a bad link compiles.
// The first screens are part of the app's first file; the others come when they are asked for.

const NotFoundScreen = lazyScreen(async () => (await import('./screens/not-found.tsx')).NotFoundScreen)
const NotYetScreen = lazyScreen(async () => (await import('./screens/not-yet.tsx')).NotYetScreen)

const FailedScreen = ({ error, reset }: ErrorComponentProps) => (
  <Failed sentence={error instanceof Error ? error.message : 'Something went wrong.'} onRetry={reset} />
)

export interface RouterContext {
  readonly onFirstCommit: () => void
}

const root = createRootRouteWithContext<RouterContext>()({
  component: function Root() {
    const { onFirstCommit } = root.useRouteContext()
    return (
      <Shell onFirstCommit={onFirstCommit}>
        <Outlet />
      </Shell>
    )
  },
  notFoundComponent: () => <NotFoundScreen />,
})
const parent = () => root

/** A screen of a later day: its name and a plain sentence. */
const notYet = (title: string, role?: 'admin') => ({
  staticData: { title },
  component: () => <NotYetScreen title={title} role={role} />,
})

const landing = createRoute({ getParentRoute: parent, path: '/', component: LandingScreen })
const standings = createRoute({
  getParentRoute: parent,
  path: '/standings',
  staticData: { title: 'Standings' },
  component: StandingsScreen,
})
const skaters = createRoute({ getParentRoute: parent, path: '/skaters', ...notYet('Skaters') })
const goalies = createRoute({ getParentRoute: parent, path: '/goalies', ...notYet('Goalies') })
const keepers = createRoute({ getParentRoute: parent, path: '/keepers', ...notYet('Keepers Selection') })
const draft = createRoute({ getParentRoute: parent, path: '/draft', ...notYet('Live Draft') })
const draftReport = createRoute({ getParentRoute: parent, path: '/draft-report', ...notYet('Draft Picks') })
const draftAdmin = createRoute({
  getParentRoute: parent,
  path: '/draft-admin',
  ...notYet('Draft Administration', 'admin'),
})
const playersPreview = createRoute({ getParentRoute: parent, path: '/players-preview', ...notYet('Players Preview') })
const nhlStandings = createRoute({ getParentRoute: parent, path: '/nhl-standings', ...notYet('NHL Standings') })
const rules = createRoute({ getParentRoute: parent, path: '/rules', ...notYet('Hockey Pool Rules') })
const team = createRoute({ getParentRoute: parent, path: '/teams/$teamId', ...notYet('Team Details') })
const player = createRoute({ getParentRoute: parent, path: '/players/$playerId', ...notYet('Player') })
const rosterChanges = createRoute({ getParentRoute: parent, path: '/roster-changes', ...notYet('Roster Changes') })
const trades = createRoute({ getParentRoute: parent, path: '/trades', ...notYet('Trades') })
const shoppingCart = createRoute({ getParentRoute: parent, path: '/shopping-cart', ...notYet('Shopping Cart') })
const teamSettings = createRoute({ getParentRoute: parent, path: '/team-settings', ...notYet('Team Settings') })

const routeTree = root.addChildren([
  landing,
  standings,
  skaters,
  goalies,
  keepers,
  draft,
  draftReport,
  draftAdmin,
  playersPreview,
  nhlStandings,
  rules,
  team,
  player,
  rosterChanges,
  trades,
  shoppingCart,
  teamSettings,
])

export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    history,
    scrollRestoration: true,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: () => <NotFoundScreen />,
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
