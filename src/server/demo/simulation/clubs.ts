export interface Club {
  readonly abbrev: string
  readonly nhlId: number
  readonly name: string
  readonly conference: 'Eastern' | 'Western'
  readonly division: 'Atlantic' | 'Metropolitan' | 'Central' | 'Pacific'
  /** Hours its evening lies behind Eastern time. */
  readonly behindEastern: 0 | 1 | 2 | 3
}

type Row = readonly [abbrev: string, nhlId: number, name: string, behindEastern: Club['behindEastern']]

const division = (conference: Club['conference'], name: Club['division'], rows: readonly Row[]): Club[] =>
  rows.map(([abbrev, nhlId, club, behindEastern]) => ({
    abbrev,
    nhlId,
    name: club,
    conference,
    division: name,
    behindEastern,
  }))

/** The clubs of the NHL, eight to a division. Their players here are invented. */
export const clubs: readonly Club[] = [
  ...division('Eastern', 'Atlantic', [
    ['BOS', 6, 'Boston Bruins', 0],
    ['BUF', 7, 'Buffalo Sabres', 0],
    ['DET', 17, 'Detroit Red Wings', 0],
    ['FLA', 13, 'Florida Panthers', 0],
    ['MTL', 8, 'Montréal Canadiens', 0],
    ['OTT', 9, 'Ottawa Senators', 0],
    ['TBL', 14, 'Tampa Bay Lightning', 0],
    ['TOR', 10, 'Toronto Maple Leafs', 0],
  ]),
  ...division('Eastern', 'Metropolitan', [
    ['CAR', 12, 'Carolina Hurricanes', 0],
    ['CBJ', 29, 'Columbus Blue Jackets', 0],
    ['NJD', 1, 'New Jersey Devils', 0],
    ['NYI', 2, 'New York Islanders', 0],
    ['NYR', 3, 'New York Rangers', 0],
    ['PHI', 4, 'Philadelphia Flyers', 0],
    ['PIT', 5, 'Pittsburgh Penguins', 0],
    ['WSH', 15, 'Washington Capitals', 0],
  ]),
  ...division('Western', 'Central', [
    ['CHI', 16, 'Chicago Blackhawks', 1],
    ['COL', 21, 'Colorado Avalanche', 2],
    ['DAL', 25, 'Dallas Stars', 1],
    ['MIN', 30, 'Minnesota Wild', 1],
    ['NSH', 18, 'Nashville Predators', 1],
    ['STL', 19, 'St. Louis Blues', 1],
    ['UTA', 68, 'Utah Mammoth', 2],
    ['WPG', 52, 'Winnipeg Jets', 1],
  ]),
  ...division('Western', 'Pacific', [
    ['ANA', 24, 'Anaheim Ducks', 3],
    ['CGY', 20, 'Calgary Flames', 2],
    ['EDM', 22, 'Edmonton Oilers', 2],
    ['LAK', 26, 'Los Angeles Kings', 3],
    ['SEA', 55, 'Seattle Kraken', 3],
    ['SJS', 28, 'San Jose Sharks', 3],
    ['VAN', 23, 'Vancouver Canucks', 3],
    ['VGK', 54, 'Vegas Golden Knights', 3],
  ]),
]
