export interface DemoTeam {
  readonly name: string
  readonly shortName: string
  readonly owner: { readonly userName: string; readonly displayName: string; readonly roles: readonly string[] }
  /** Days between its trades, and how well its owner judges players: smaller is better. */
  readonly tradesEvery: number
  readonly judgement: number
}

const team = (
  name: string,
  shortName: string,
  userName: string,
  displayName: string,
  tradesEvery: number,
  judgement: number,
  roles: readonly string[] = [],
): DemoTeam => ({ name, shortName, owner: { userName, displayName, roles }, tradesEvery, judgement })

/** The twelve teams of the demo league and whose they are. Ids are their places in this list, from 1. */
export const demoTeams: readonly DemoTeam[] = [
  team('Commissioner Chaos', 'CHAOS', 'admin', 'admin', 9, 0.2, ['admin']),
  team('Premium Pucks', 'PREMIUM', 'premium', 'premium', 6, 0.14, ['premium']),
  team('Thursday Night Skate', 'THU', 'member', 'member', 11, 0.24),
  team('Frozen Assets', 'FROZEN', 'tuula', 'Tuula', 8, 0.18),
  team('Five Hole Philosophers', '5HOLE', 'bertrand', 'Bertrand', 13, 0.28),
  team('The Zamboni Union', 'ZAMBONI', 'wilma', 'Wilma', 7, 0.3),
  team('Sudden Death Knitters', 'KNIT', 'odile', 'Odile', 10, 0.16),
  team('Backcheck to the Future', 'BTTF', 'emmerich', 'Emmerich', 12, 0.34),
  team('Penalty Box Poets', 'POETS', 'salvatore', 'Salvatore', 5, 0.22),
  team('Hartmouth Harbour Seals', 'SEALS', 'ines', 'Ines', 14, 0.26),
  team('Old Ice, New Tricks', 'OLDICE', 'gottfried', 'Gottfried', 20, 0.2),
  team('Empty Netters Anonymous', 'ENA', 'yasmin', 'Yasmin', 9, 0.38),
]

/** A member without a team. */
export const newcomer = { userName: 'newcomer', displayName: 'newcomer' }
