import { describe, expect, test } from 'vitest'
import { newNotices, noticesOf, noticeWords } from '#rules/notices'
import { buildSequence, type PickMode, type PickSequence } from '#rules/pick-sequence'

/** Teams in their order; a team that is done has an exclamation mark, the one whose turn it is a question mark. */
const sequence = (picks: string, mode: PickMode = 'sequence'): PickSequence =>
  buildSequence(
    mode,
    9,
    picks.split(' ').map((pick, index) => ({
      round: 1,
      teamId: Number.parseInt(pick, 10),
      doneNr: pick.endsWith('!') ? index + 1 : null,
      playerId: null,
      active: pick.endsWith('?'),
    })),
  )

const told = (notices: ReturnType<typeof noticesOf>) => notices.map(({ kind, teamId }) => `${kind} ${teamId ?? 'all'}`)

describe('what is new', () => {
  test.each<[string, PickSequence | null, PickSequence | null, string[]]>([
    ['a draft begins', null, sequence('1 2 3'), ['turn 1', 'next 2', 'start all']],
    ['a pick', sequence('1 2 3'), sequence('1! 2 3'), ['turn 2', 'next 3']],
    ['a pick before the last', sequence('1! 2 3'), sequence('1! 2! 3'), ['turn 3']],
    ['the last pick', sequence('1! 2'), sequence('1! 2!'), []],
    ['two picks of a team in a row', sequence('1 2 2 1'), sequence('1! 2 2 1'), ['turn 2']],
    ['the second of the two', sequence('1! 2 2 1'), sequence('1! 2! 2 1'), ['turn 2', 'next 1']],
    ['the turn is given to a later team', sequence('1 2 3'), sequence('1 2 3?'), ['turn 3', 'next 1']],
    ['the first pick is taken back', sequence('1! 2 3'), sequence('1? 2 3'), ['turn 1', 'next 2']],
    ['rounds are shuffled behind the two that wait', sequence('1! 2 3 4 5'), sequence('1! 2 3 5 4'), []],
    ['another team is next', sequence('1! 2 3 4'), sequence('1! 2 4 3'), ['next 4']],
    ['a team before them is taken out', sequence('9! 1! 2 3'), sequence('1! 2 3'), []],
    ['the team whose turn it is is taken out', sequence('1! 2 3 4'), sequence('1! 3 4'), ['turn 3', 'next 4']],
    ['everybody may pick', sequence('1! 2 1 2'), sequence('1! 2 1 2', 'free'), ['open 2', 'open 1']],
    ['a pick while everybody may', sequence('1! 2 1 2', 'free'), sequence('1! 2! 1 2', 'free'), []],
    ['only one team has picks left', sequence('1! 2 1 2', 'free'), sequence('1! 2 1! 2', 'free'), []],
    ['one by one again', sequence('1! 2 3', 'free'), sequence('1! 2 3'), ['turn 2', 'next 3']],
    ['a pause', sequence('1! 2 3'), null, []],
    ['its end', null, sequence('1! 2 3'), ['turn 2', 'next 3']],
  ])('%s', (_, before, after, expected) => {
    expect(told(newNotices(before, after))).toEqual(expected)
  })
})

describe('what holds no longer', () => {
  const abouts = (at: PickSequence | null) => noticesOf(at).map(({ about }) => about)
  test.each<[string, PickSequence | null, PickSequence | null, boolean]>([
    ['a turn, when another team is on', sequence('1 2 3'), sequence('1! 2 3'), false],
    ['a turn, when the same team has another', sequence('1 1 2'), sequence('1! 1 2'), false],
    ['a turn, when the draft is paused', sequence('1 2 3'), null, false],
    ['a turn, when others are shuffled', sequence('1 2 3'), sequence('1 3 2'), true],
    ['open drafting, after a pick of others', sequence('1 2 2', 'free'), sequence('1 2! 2', 'free'), true],
    ["open drafting, when the team's picks are done", sequence('1 2', 'free'), sequence('1! 2', 'free'), false],
  ])('%s', (_, before, after, holds) => {
    expect(abouts(after).includes(abouts(before)[0] ?? '')).toBe(holds)
  })
})

const last = { teamShortName: 'HOT', name: 'Wayne Gretzky', draftBox: '1.C' }

test.each([
  ['turn', 'HOT', last, 'Your pick', 'Last pick: HOT took Wayne Gretzky (1.C).'],
  ['turn', 'HOT', null, 'Your pick', 'It is your turn in the draft.'],
  ['next', 'COLD', last, 'You are next', 'COLD is picking. Last pick: HOT took Wayne Gretzky (1.C).'],
  ['next', 'COLD', null, 'You are next', 'COLD is picking.'],
  ['open', null, last, 'Your pick', 'Open drafting: all teams can draft players.'],
  ['start', 'COLD', null, 'The draft starts', 'COLD picks first.'],
] as const)('%s is told while %s picks (row %$)', (kind, picking, lastPick, title, body) => {
  expect(noticeWords(kind, picking, lastPick)).toEqual({ title, body })
})
