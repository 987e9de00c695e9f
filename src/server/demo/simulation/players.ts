import type { Position } from '#rules/positions'
import { type Dice, dice } from './dice.ts'

export interface Club {
  readonly abbrev: string
  readonly name: string
  readonly conference: 'Eastern' | 'Western'
  readonly division: 'Atlantic' | 'Metropolitan' | 'Central' | 'Pacific'
  /** Hours its evening lies behind Eastern time. */
  readonly behindEastern: 0 | 1 | 2 | 3
}

type Row = readonly [abbrev: string, name: string, behindEastern: Club['behindEastern']]

const division = (conference: Club['conference'], name: Club['division'], rows: readonly Row[]): Club[] =>
  rows.map(([abbrev, club, behindEastern]) => ({
    abbrev,
    name: club,
    conference,
    division: name,
    behindEastern,
  }))

/** The clubs of the NHL, eight to a division. Their players here are invented. */
export const clubs: readonly Club[] = [
  ...division('Eastern', 'Atlantic', [
    ['BOS', 'Boston Bruins', 0],
    ['BUF', 'Buffalo Sabres', 0],
    ['DET', 'Detroit Red Wings', 0],
    ['FLA', 'Florida Panthers', 0],
    ['MTL', 'Montréal Canadiens', 0],
    ['OTT', 'Ottawa Senators', 0],
    ['TBL', 'Tampa Bay Lightning', 0],
    ['TOR', 'Toronto Maple Leafs', 0],
  ]),
  ...division('Eastern', 'Metropolitan', [
    ['CAR', 'Carolina Hurricanes', 0],
    ['CBJ', 'Columbus Blue Jackets', 0],
    ['NJD', 'New Jersey Devils', 0],
    ['NYI', 'New York Islanders', 0],
    ['NYR', 'New York Rangers', 0],
    ['PHI', 'Philadelphia Flyers', 0],
    ['PIT', 'Pittsburgh Penguins', 0],
    ['WSH', 'Washington Capitals', 0],
  ]),
  ...division('Western', 'Central', [
    ['CHI', 'Chicago Blackhawks', 1],
    ['COL', 'Colorado Avalanche', 2],
    ['DAL', 'Dallas Stars', 1],
    ['MIN', 'Minnesota Wild', 1],
    ['NSH', 'Nashville Predators', 1],
    ['STL', 'St. Louis Blues', 1],
    ['UTA', 'Utah Mammoth', 2],
    ['WPG', 'Winnipeg Jets', 1],
  ]),
  ...division('Western', 'Pacific', [
    ['ANA', 'Anaheim Ducks', 3],
    ['CGY', 'Calgary Flames', 2],
    ['EDM', 'Edmonton Oilers', 2],
    ['LAK', 'Los Angeles Kings', 3],
    ['SEA', 'Seattle Kraken', 3],
    ['SJS', 'San Jose Sharks', 3],
    ['VAN', 'Vancouver Canucks', 3],
    ['VGK', 'Vegas Golden Knights', 3],
  ]),
]

/** A player of the simulated NHL. Skills are deviations from an average NHL player's. */
export interface SimPlayer {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly position: Position
  readonly shoots: 'L' | 'R'
  readonly club: string
  /** Earns ice time or, for a goalie, starts and saves. */
  readonly skill: number
  readonly shooting: number
  readonly passing: number
  /** How often the player is injured, relative to the average. */
  readonly fragility: number
  /** Has played no season before. */
  readonly rookie: boolean
}

/** One club's players by position: 28 skaters and 3 goalies dress over a season, about as in the NHL. */
const clubShape: readonly (readonly [Position, number])[] = [
  ['LW', 5],
  ['C', 8],
  ['RW', 5],
  ['LD', 5],
  ['RD', 4],
  ['G', 3],
]

/** Above the ids the NHL has given out, in its form. */
const FIRST_ID = 8_990_001

const shootsOf = (position: Position, throws: Dice): 'L' | 'R' => {
  if (position === 'LD') return 'L'
  if (position === 'RD') return 'R'
  const left = { LW: 0.9, C: 0.65, RW: 0.35, G: 0.93 }[position]
  return throws.chance(left) ? 'L' : 'R'
}

/** The whole league's players, the same for a seed. */
export function inventPlayers(seed: number): SimPlayer[] {
  const throws = dice(seed, 'players')
  const slots = clubs.flatMap(({ abbrev }) => {
    const clubStrength = throws.normal() * 0.14
    return clubShape.flatMap(([position, count]) =>
      Array.from({ length: count }, (_, rank) => ({ abbrev, position, rank, clubStrength })),
    )
  })
  const names = inventNames(slots.length, dice(seed, 'names'))
  return slots.flatMap(({ abbrev, position, rank, clubStrength }, index) => {
    const name = names[index]
    if (!name) return []
    // A club has one first goalie: chance must not give it three of the best.
    const skill = clubStrength + (position === 'G' ? throws.normal() * 0.5 + 1 - rank : throws.normal())
    return {
      id: FIRST_ID + index,
      ...name,
      position,
      shoots: shootsOf(position, throws),
      club: abbrev,
      skill,
      shooting: throws.normal(),
      passing: throws.normal(),
      fragility: Math.exp(throws.normal() * 0.55 - 0.15),
      rookie: throws.chance(position === 'G' ? 0.04 : 0.07),
    }
  })
}

// Surnames are put together from syllables: the players sound like a hockey league, and none of them exists.

interface Origin {
  /** How many players of a hundred come from there. */
  readonly share: number
  readonly first: string
  readonly start: string
  readonly end: string
}

const origins: readonly Origin[] = [
  {
    share: 40,
    first:
      'Aidan Archer Barnaby Beckett Bennett Callum Clay Colby Cormac Desmond Dorian Elliot Emmett Ezra Fergus Finlay Gideon Graham Harlan Hollis Ike Jasper Judd Keaton Lachlan Lennox Malcolm Merrick Mitch Nolan Orson Otis Quentin Reid Rory Rufus Silas Sterling Thatcher Tobias Wendell Wesley',
    start:
      'Ald Ash Bram Brock Cald Carr Dun Elm Fair Farn Glen Gran Hal Hart Hex Kell Lang Lyd Mar Nether Oak Pem Quar Rad Rav Sel Stan Thorn Under Wake Wes Whit',
    end: 'bridge bury combe croft den field ford gate ham hurst ley march mere mont ridge shaw stead stoke thorpe ton vale wick worth',
  },
  {
    share: 12,
    first:
      'Armand Aurèle Bastien Benoît Cédric Clément Damien Édouard Émile Fabrice Florent Gaétan Gilles Henri Josué Léandre Loïc Ludovic Marcellin Norbert Octave Raoul Rémi Tancrède Ulysse Valère Xavier Zacharie',
    start: 'Beauch Belle Boisv Chant Char Cour Dum Fontem Gran Haut Jol Lach Lam Lav Mont Pel Ros Sauv Tour Val Vign',
    end: 'ain ancourt ard aubin emont eret ert icourt ière igny illac illon in oisel ois onnet ot oux uc',
  },
  {
    share: 13,
    first:
      'Albin Alfons Arvid Axel Birger Douglas Ebbe Einar Folke Frej Gunnar Hampus Hjalmar Ingemar Isak Ivar Kjell Love Malte Melker Måns Nore Olle Ragnar Sigge Sixten Sture Torkel Valter Vidar',
    start:
      'Ahl Alm Berg Björk Bro Dal Ek Fall Fors Gran Hag Hed Kvarn Lind Löv Norr Ryd Sand Sjö Sten Söder Tall Väst Åker Öst',
    end: 'berg blad borg dahl fors gren hjelm holm kvist lund mark mo näs qvist rot skog stam strand vall',
  },
  {
    share: 8,
    first:
      'Aarne Ahti Armas Eetu Eino Hannes Ilmari Jalmari Joona Kaapo-Ville Kalervo Lauri Manu Niklas-Olli Oiva Otso Paavo Pekko Pyry Rasmus Reino Sauli Sulo Taavi Tauno Touko Urho Veikko Väinö',
    start:
      'Aho Haka Halo Harju Honka Hukka Kallio Karhu Kivi Kolka Kuusi Lahde Lampi Lehti Metsä Niitty Otava Pelto Pihla Ranta Sarka Suo Tammi Tuuli Vaara Vuori',
    end: 'joki kari koski la lahti lampi maa mäki nen niemi pää ranta saari salmi vuo',
  },
  {
    share: 10,
    first:
      'Alois Bedřich Blažej Bohumil Čeněk Dalibor Dušan Hynek Jaromil Kamil Kryštof Lubor Matúš Miloslav Oldřich Otakar Prokop Radim Řehoř Samo Slavomír Šimon Tadeáš Václav Viliam Vojmír Zbyněk',
    start:
      'Bar Bed Bohd Čer Drob Hal Hav Hor Jed Kal Kos Krat Lud Mach Mal Mraz Pav Pok Rov Skal Stud Šeb Tich Vav Vrán Zah Žel',
    end: 'áček ák anda ánek ař čák ečný ejka enda ička ík ina inský íšek oň oušek ovič ula ůj',
  },
  {
    share: 9,
    first:
      'Arkadi Arseni Bogdan Demid Efim Fedor Gavriil German Gleb Ignat Innokenti Klim Lavrenti Lev Makar Matvei Nazar Platon Prokhor Rodion Savva Semyon Stepan Taras Timofei Vadim Yefrem Zakhar',
    start:
      'Alt Barn Bel Cher Dolg Dubr Gorb Izm Kaz Khar Kost Lad Lev Mor Nazh Orl Pest Rad Sabl Sok Stef Tver Vol Yar Zabol Zim',
    end: 'akov anin atov azhny enin enko eryev ikhin ilin inets itsky odin ogorov onov opyatov ovtsev ukhin yagin',
  },
  {
    share: 8,
    first:
      'Alarich Anselm Benno Bertram Burkhard Curdin Eckhart Falk Gerlach Gion Hartwig Ingo Jost Korbinian Leander Ludger Meinrad Norwin Quirin Reto Rupert Sandro Severin Tassilo Urs Vinzenz Wendelin Wieland',
    start:
      'Alten Birken Brun Dorn Ebers Eichen Falken Grim Hasel Hohen Kalten Kirch Linden Mühl Neuen Ober Ried Rosen Schwarz Stein Tannen Unter Wald Weiden',
    end: 'acher bauer berger brunner dorfer egger feld gartner hauser hofer mann mayr meier müller reiter sperger stätter thaler wanger',
  },
]

const weights = origins.map(({ share }) => share)

/** As many different names as requested. */
function inventNames(count: number, throws: Dice): { firstName: string; lastName: string }[] {
  const taken = new Set<string>()
  const names: { firstName: string; lastName: string }[] = []
  while (names.length < count) {
    const origin = origins[throws.weighted(weights)]
    if (!origin) continue
    const firstName = throws.pick(origin.first.split(' '))
    const lastName = throws.pick(origin.start.split(' ')) + throws.pick(origin.end.split(' '))
    // Surnames are unique too: a standings talk with two Ashfords is a puzzle.
    if (taken.has(lastName)) continue
    taken.add(lastName)
    names.push({ firstName, lastName })
  }
  return names
}
