import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/** Libraries, each in one piece: in two, for their two users, they take a kilobyte more. */
const LIBRARIES: Group[] = [
  { name: 'charts', test: /node_modules\/(@nivo|d3-)|ui\/charts\/season-scale\./ },
  { name: 'stored', test: /node_modules\/dexie|src\/web\/outbox\/outbox-store/ },
  {
    name: 'forms',
    test: /src\/web\/(ui\/(form|theme)\/.*|.*(closable-form|unsaved-changes))\.tsx?$|@chakra-ui\/.*\/(button|loader|spinner|span|absolute-center)\//,
  },
  { name: 'dialog', test: /@chakra-ui\/.*\/dialog\/|ui\/confirm\/confirm-dialog/ },
]

/** What several screens share, by subject. A screen must not reach the forms or the draft through one of them. */
const SHARED: Group[] = [
  {
    name: 'common',
    test: /node_modules\/@tanstack|src\/(rules\/(?!draft|pick|lineup)|web\/(ui\/(?!charts|search|time\/second|refresh|press|back-by)|net|data\/(roster|send-change|call-query|admin-change)|features\/data-screen)|contract\/messages\.)/,
    minShareCount: 2,
  },
  { name: 'figures', test: /src\/web\/ui\/charts\/(chart-figure|season-(days|figure))/ },
  { name: 'changes', test: /src\/web\/(outbox|data\/(outbox|cart))/ },
  {
    name: 'reads',
    test: /src\/((contract|web\/data)\/(draft(?!-commands)|history)|web\/features\/season\/season-choice)/,
    minShareCount: 3,
  },
  {
    name: 'draft-reads',
    test: /src\/(web\/(data\/draft(?!-commands)|features\/(draft\/turn|boxes\/keeper))|rules\/pick-sequence)/,
    minShareCount: 2,
  },
  { name: 'draft', test: /src\/(?!.*outside).*(draft|pick|turn|boxes|live\/)/, minShareCount: 2 },
  { name: 'office', test: /src\/(contract\/office|web\/(data\/office|features\/office\/(office|answer)))/ },
  { name: 'live', test: /src\/web\/features\/tonight\/(live-|night-words)/, minShareCount: 2 },
  {
    name: 'night',
    test: /src\/.*(tonight|push|notif|(contract|data)\/message\.)/,
    minShareCount: 2,
  },
  { name: 'trading', test: /src\/.*(cart(?!.status)|lineup|trading|purchase)/, minShareCount: 2 },
  { name: 'errors', test: /contract\/errors/ },
  { name: 'cart-status', test: /status-sentence/ },
  { name: 'rosters', test: /roster-table/ },
  { name: 'history-parts', test: /weeks-figure|lines-figure/, minShareCount: 2 },
  { name: 'past', test: /src\/(?!.*(-view|outside-form)\.tsx)/, minShareCount: 2 },
]

/** Lazy parts that would be a file of a few bytes each. */
const TOGETHER: Group[] = [
  { name: 'pick-list', test: /pick-list\/(pick-list-view|wanted)/ },
  { name: 'outside', test: /draft\/(outside-form|roster-dialog)|pick-list\/add-outside/ },
  { name: 'plots', test: /ui\/charts\/season-chart\./ },
  { name: 'draft-view', test: /features\/draft\/draft-(view|side)/ },
  { name: 'members', test: /features\/office\/(members-view|qr-code)/ },
  {
    name: 'soon',
    test: /src\/web\/(ui\/(press|back-by-history|refresh)|features\/(status-lines|shell\/outsider|home\/member-news|standings\/standings-extras|tonight\/tonight-line))/,
  },
]

/**
 * The files of the build: one with which the app starts, one for each screen, and few that several screens share. A
 * request for each small part takes longer than its bytes. The first group that takes a module has it, with all that
 * it imports.
 */
export const CHUNKS: Group[] = [
  { name: 'app', tags: ['$initial'] },
  // One stylesheet for all screens, but not for the first: its own comes with it.
  {
    name: 'styles',
    test: /src\/web\/(features\/(?!home|status-lines|shell)|ui\/(form|charts|search|table\/long)).*\.css$/,
  },
  // Home needs no more than this beside its own file.
  {
    name: 'base',
    test: /src\/(web\/(ui\/(listed|buttons|time\/day-text)|features\/(home\/coming-up|standings\/goal-lamp))|rules\/league)\./,
  },
  ...LIBRARIES,
  ...SHARED,
  ...TOGETHER,
]
