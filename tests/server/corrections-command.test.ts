import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { currentLeague } from '#server/league/league'
import { trades } from '#server/league/trading/trading'
import { commandOn } from '../support/command-on.ts'
import { demoDatabase, MORNING } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { leagueFolder } from '../support/league-command.ts'

describe('the command that puts right', () => {
  const database = duringTests(() => demoDatabase(MORNING))

  const does = (...words: string[]) =>
    commandOn(database, ['correct', ...words, '--reason', 'By hand', '--by', 'MEMBER'], { now: () => MORNING })
  const seasonTrades = () =>
    database.transaction(async (queries) => trades(queries, (await currentLeague(queries)).seasonId))

  test('lists nothing at first', async () => {
    expect(await does()).toEqual(['Nothing was corrected this season.'])
  })

  test('undoes a whole trade by the name of one player, and says first what it would do', async () => {
    const [latest, other] = await seasonTrades()
    if (!latest || !other) throw new Error('no trade')
    const what = ['undo-trade', latest.team.shortName.toLowerCase(), latest.player.name]
    const [would, dry] = await does(...what, '--dry-run')
    const { shortName } = latest.team
    const figures = String.raw`points \S+ -> \S+, cash \S+ -> \S+, total \S+ -> \S+\.`
    expect(would).toMatch(
      new RegExp(`^Would have: Undid the sale of .+ and the purchase of .+, for ${shortName}: ${figures}$`),
    )
    expect(dry).toBe('Dry run: nothing has been changed.')
    expect((await seasonTrades())[0]?.correction).toBeUndefined()
    const [done] = await does(...what)
    expect(done).toBe(would?.replace('Would have:', 'Correction 1:'))
    expect((await seasonTrades()).slice(0, 2).map(({ correction }) => correction?.undone)).toEqual([true, true])
    expect(await does()).toEqual([
      expect.stringMatching(new RegExp(`^1 {2}2026-11-21 {2}${shortName}: Undid .+ \\(member: By hand\\)$`)),
    ])
    const { rows } = await database.transaction((queries) =>
      queries.execute<{ subject: string; params: object }>(
        sql`select subject, params from audit_record where call = 'corrections.makeCorrection'`,
      ),
    )
    expect(rows).toMatchObject([{ subject: 'command', params: { nr: 1, body: { reason: 'By hand' }, by: 'member' } }])
  })

  test('names a member, or the server', async () => {
    const words = ['correct', 'cash', '3', '--amount', '1', '--reason', 'By hand', '--by', 'Bruno']
    await expect(commandOn(database, words)).rejects.toThrow('There is no member "Bruno"')
  })

  test('undoes a correction by its number', async () => {
    expect((await does('undo', '1'))[0]).toMatch(/^Correction 2: Undid correction 1: undid the sale of /)
    await expect(does('undo', '1')).rejects.toThrow('This correction has been undone already.')
    await expect(does('undo', '9')).rejects.toThrow('There is no such correction.')
  })

  test('corrects cash, and refuses in the words of the screen', async () => {
    expect((await does('cash', '3', '--amount', '0.50'))[0]).toMatch(
      /^Correction 3: Added 0\.50 to the cash, for THU: /,
    )
    expect((await does('cash', 'thu', '--amount=-0.50'))[0]).toMatch(/Took 0\.50 from the cash/)
    await expect(does('cash', '3', '--amount=-500')).rejects.toThrow(
      /^The team's cash would be -\d+\.\d\d, and it cannot fall below 0\.$/,
    )
    await expect(does('cash', 'NOBODY', '--amount', '1')).rejects.toThrow('There is no team "NOBODY"')
  })

  test.each([
    [['scratch', '3', 'Nobody Atall', '--as-of', '2026-11-06'], 'No player is called Nobody Atall'],
    [['scratch', '3', '1', '--as-of', '2026-11-06'], 'No player has the NHL id 1.'],
    [['undo-trade', '3', '8990001'], 'This team has no trade of this player to undo.'],
    [['roster-on', '3', '8990001', '--as-of', 'soon', '--price', '1'], '"soon" is neither a day such as 2027-01-05'],
  ])('says what it does not understand: %j', async (words, sentence) => {
    await expect(does(...words)).rejects.toThrow(sentence)
  })

  test('lines up as of a day or a time of the league', async () => {
    const { rows } = await database.transaction((queries) =>
      queries.execute<{ name: string; club: string }>(sql`
        select first_name || ' ' || last_name as name, nhl_team as club from roster_entry entry join player on player.id = player_id
        where season_id = 20262027 and team_id = 3 and sold_at is null and position in ('C', 'LW', 'RW') and acquired = 'draft'
          and not exists (select 1 from scratch_interval where entry_id = entry.id) order by player.id limit 2`),
    )
    const [first, second] = rows
    const named = `${first?.name}, ${first?.club}`
    await expect(does('scratch', 'THU', `${first?.name}, XXX`, '--as-of', '2026-11-06')).rejects.toThrow(
      `No player is ${first?.name}, XXX; did you mean `,
    )
    const day = await does('scratch', 'THU', named, '--as-of', '2026-11-06')
    expect(day[0]).toContain(`Scratched ${first?.name} as of Nov 6, for THU`)
    const time = await does('scratch', 'THU', second?.name ?? '', '--as-of', '2026-11-06T14:30')
    expect(time[0]).toContain(`Scratched ${second?.name} as of Nov 6, 14:30 in Toronto, for THU`)
  })
})

describe('its words', () => {
  const { command } = leagueFolder()

  test.each([
    ['tidy', '"tidy" is not a kind of correction.'],
    ['cash', 'cash needs TEAM.'],
    ['cash 3', 'cash needs --amount.'],
    ['cash 3 --amount much', '--amount is an amount such as 12.50.'],
    ['cash 3 --amount 5', 'cash needs --reason.'],
    ['roster-on 3 Ann --as-of 2026-11-06 --price=-1', 'A price is not negative.'],
    ['undo last', '"last" is not the number of a correction.'],
    ['scratch 3 Ann', 'scratch needs --as-of.'],
  ])('%s: %s', async (words, sentence) => {
    const { code, err } = await command(`correct ${words}`)
    expect([code, err.split('\n')[0]]).toEqual([2, sentence])
  })
})
