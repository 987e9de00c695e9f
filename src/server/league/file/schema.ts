import { type Static, type TSchema, Type } from 'typebox'
import { POSITIONS } from '#rules/positions'

// The league file as it is written. Every description completes the sentence "... must be ...".

const strict = { additionalProperties: false }

const object = <Properties extends Record<string, TSchema>>(properties: Properties, description: string) =>
  Type.Object(properties, { ...strict, description })

const text = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day such as 2026-10-06' })

/** A time of the league's own clocks, or of those that its offset names. */
const instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:\\d{2})?)?$',
  description: 'a day, or a day with a time such as 2026-11-17 00:00',
})

const seasonName = Type.String({ pattern: '^\\d{4}-\\d{4}$', description: 'two years such as 2026-2027' })

const whole = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` })

const share = Type.Number({ minimum: 0, maximum: 1, description: 'a share from 0 to 1, such as 0.1 for 10 %' })

const Season = object(
  {
    season: seasonName,
    firstDay: day,
    lastDay: day,
    rosterHoldStartDate: Type.Optional(day),
    tradingStartTime: Type.Optional(instant),
    tradingEndTime: Type.Optional(instant),
    keeperLastBuyDate: Type.Optional(day),
  },
  'the season with its days',
)

/** The roster has a place for each of the 22 draft boxes, and no more. */
export const Constants = object(
  {
    seasonGames: Type.Optional(whole(1, 200)),
    rosterSize: Type.Optional(whole(1, 22)),
    maxDressed: Type.Optional(whole(1, 22)),
    minDefenders: Type.Optional(whole(0, 22)),
    minGoalies: Type.Optional(whole(0, 22)),
    scratchDays: Type.Optional(whole(0, 365)),
    holdDays: Type.Optional(whole(0, 365)),
    closedWeeksAtStart: Type.Optional(whole(0, 30)),
    closedWeeksAtEnd: Type.Optional(whole(0, 30)),
    commissionOfPoints: Type.Optional(share),
    commissionOfProjected: Type.Optional(share),
    normalizedGamesFloor: Type.Optional(whole(1, 200)),
    boxSpare: Type.Optional(whole(0, 20)),
  },
  'names of constants with their numbers',
)

const Team = object(
  {
    id: Type.Optional(whole(1, 1_000_000)),
    name: text("a team's name"),
    short: text("a team's short name; a number or a date in its place needs quotes"),
    cash: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        multipleOf: 0.01,
        description: 'an amount such as 12.50, not below 0',
      }),
    ),
  },
  'a team with name and short',
)

const Member = object(
  {
    user: text('a user name; a number in its place needs quotes'),
    name: Type.Optional(text('a name')),
    email: Type.Optional(
      Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254, description: 'an e-mail address' }),
    ),
    subject: Type.Optional(
      text('the subject (sub) that the identity provider calls the person; a number needs quotes'),
    ),
    team: Type.Optional(text('the short name of a team; a number in its place needs quotes')),
    roles: Type.Optional(
      Type.Union(
        [
          Type.Array(Type.Union([Type.Literal('admin'), Type.Literal('premium')], { description: 'admin or premium' })),
          Type.String({ pattern: '^(admin|premium)([ ,]+(admin|premium))*$' }),
          Type.Object({ admin: Type.Optional(Type.Boolean()), premium: Type.Optional(Type.Boolean()) }, strict),
        ],
        { description: 'a list such as [admin, premium]' },
      ),
    ),
  },
  'a member with user',
)

const playerId = Type.Integer({
  minimum: 8_000_000,
  maximum: 9_999_999,
  description: "a player's NHL id such as 8478402",
})

/** A player by id, by name, or by either with more in braces. */
const player = <More extends Record<string, TSchema>>(more: More, description: string) =>
  Type.Union(
    [
      playerId,
      text('a name'),
      Type.Object({ player: Type.Union([playerId, text('a name')]), ...more }, strict),
      Type.Object(
        {
          id: playerId,
          name: Type.Optional(text('a name')),
          position: Type.Optional(Type.Union(POSITIONS.map((position) => Type.Literal(position)))),
          ...more,
        },
        strict,
      ),
    ],
    { description },
  )

const rosters = <Player extends TSchema>(each: Player) =>
  Type.Record(Type.String(), Type.Array(each, { description: 'a list of players' }), {
    description: 'a list of players for each short name',
  })

const RosterPlayer = player(
  { bought: Type.Optional(day) },
  'an NHL id such as 8478402, a name such as "Connor McDavid" or "Connor McDavid, EDM", { player: ..., bought: 2026-01-15 }, or { id: 8470794, name: Joe Pavelski, position: C } with one of the positions LW, C, RW, LD, RD and G',
)

const LastSeason = object(
  {
    season: seasonName,
    firstDay: day,
    lastDay: day,
    keeperLastBuyDate: Type.Optional(day),
    rosters: rosters(RosterPlayer),
  },
  'last season with its days and rosters',
)

const amount = Type.Number({
  minimum: 0,
  maximum: 1_000_000,
  multipleOf: 0.01,
  description: 'an amount such as 45.50, not below 0',
})

/** From a day's beginning, to that of another or to this day. */
const span = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(\\.\\.\\d{4}-\\d{2}-\\d{2})?$',
  description: 'a day such as 2026-12-01, or a span such as 2026-11-01..2026-11-09',
})

const HeldPlayer = player(
  {
    bought: Type.Optional(day),
    price: Type.Optional(amount),
    scratched: Type.Optional(
      Type.Union([span, Type.Array(span)], {
        description: 'a day such as 2026-12-01, a span such as 2026-11-01..2026-11-09, or a list of them',
      }),
    ),
    sold: Type.Optional(day),
    soldFor: Type.Optional(amount),
  },
  'a player as in lastSeason, or { player: ..., bought: 2026-11-20, price: 45.50, scratched: 2026-12-01, sold: 2026-12-10, soldFor: 50.25 } with any of these; scratched may be a list of days and of spans such as 2026-11-01..2026-11-09',
)

const SoFar = object(
  {
    rosters: rosters(HeldPlayer),
    standings: Type.Array(
      object(
        {
          day,
          totals: Type.Record(
            Type.String(),
            Type.Number({ minimum: 0, maximum: 1_000_000, multipleOf: 0.01, description: 'a total such as 123.50' }),
            { description: 'a total such as 123.50 for each short name' },
          ),
        },
        'a day with the totals at its end',
      ),
      { minItems: 1, description: 'a list of at least one day with totals' },
    ),
  },
  'the season so far, with rosters and standings',
)

export const LeagueFileText = object(
  {
    name: text("the league's name"),
    timeZone: Type.Optional(text('an IANA time zone such as America/Toronto')),
    season: Season,
    guests: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('read')], { description: 'none or read' })),
    tonight: Type.Optional(
      Type.Union([Type.Literal('members'), Type.Literal('premium')], { description: 'members or premium' }),
    ),
    constants: Type.Optional(Constants),
    teams: Type.Array(Team, { minItems: 1, description: 'a list of at least one team' }),
    members: Type.Array(Member, { description: 'a list of members' }),
    lastSeason: Type.Optional(LastSeason),
    soFar: Type.Optional(SoFar),
  },
  'a league file: name, season, teams, members and so on, one below the other',
)
export type LeagueFileText = Static<typeof LeagueFileText>
