// What any screen may have to say. A separate file: all of it is part of the first screen.

/** Texts fixed by the spec; they take precedence over the server's message (section 8). */
export const mappedErrors = {
  FORBIDDEN: 'You do not have permission to modify this team.',
  ROSTER_ENTRY_NOT_FOUND: 'Roster entry not found for this team and player.',
  PLAYER_ALREADY_SOLD: 'This player has already been sold.',
  ROSTER_NO_CHANGE: 'Player is already in the requested state.',
  MAX_DRESSED: 'You have reached the maximum number of dressed players.',
  NOT_DRESSABLE: 'This player cannot be dressed yet. He has not sat out long enough.',
  MIN_GOALIES: 'At least one goalie must be dressed.',
  MIN_DEFENDERS: 'At least four defenders must be dressed.',
} as const

/** What a screen shows when its address names something that is not there. */
export const unknownErrors = {
  TEAM_NOT_FOUND: 'There is no such team.',
  PLAYER_NOT_FOUND: 'There is no such player.',
  SEASON_NOT_FOUND: 'There is no such season.',
} as const

/** Shown beside a button that is off, too. */
export const BUY_BACK_REFUSED = "Your team sold this player and can't buy the player back this season."

/** Why a whole screen is not shown (spec, section 2). */
export const accessTexts = {
  logIn: 'Please log in.',
  roleOnlyPage: 'Access Denied - {role} role required to access this page',
  roleOnly: 'Access denied. {role} role required.',
  noTeamForSettings: 'You must be logged in and have a team to access team settings.',
} as const
