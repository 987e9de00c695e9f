import { describe, expect, test } from 'vitest'
import { type GoalieLine, gamePoints, goaliePoints, type SkaterLine, skaterPoints } from '#rules/scoring'

const nothing: SkaterLine = { goals: 0, assists: 0, powerPlayGoals: 0, shortHandedGoals: 0, gameWinningGoals: 0 }
const idle: GoalieLine = { wins: 0, overtimeLosses: 0, shutouts: 0, assists: 0, goals: 0 }

describe('what a skater earns in a game', () => {
  test.each<[string, Partial<SkaterLine>, number]>([
    ['nothing on the score sheet', {}, 0],
    ['a goal', { goals: 1 }, 2],
    ['an assist', { assists: 1 }, 1],
    ['a power-play goal', { goals: 1, powerPlayGoals: 1 }, 3],
    ['a short-handed goal', { goals: 1, shortHandedGoals: 1 }, 4],
    ['the winning goal', { goals: 1, gameWinningGoals: 1 }, 3],
    ['a short-handed game winner', { goals: 1, shortHandedGoals: 1, gameWinningGoals: 1 }, 5],
    ['a power-play game winner', { goals: 1, powerPlayGoals: 1, gameWinningGoals: 1 }, 4],
    ['a hat trick, one on the power play, and two assists', { goals: 3, assists: 2, powerPlayGoals: 1 }, 9],
  ])('%s', (_, line, points) => {
    expect(skaterPoints({ ...nothing, ...line })).toBe(points)
    expect(gamePoints({ kind: 'skater', ...nothing, ...line })).toBe(points)
  })
})

describe('what a goalie earns in a game', () => {
  test.each<[string, Partial<GoalieLine>, number]>([
    ['a loss in regulation', {}, 0],
    ['a win', { wins: 1 }, 2],
    ['a loss in overtime or the shoot-out', { overtimeLosses: 1 }, 1],
    ['a shutout won', { wins: 1, shutouts: 1 }, 7],
    ['a shutout lost in the shoot-out', { overtimeLosses: 1, shutouts: 1 }, 6],
    ['a win and an assist', { wins: 1, assists: 1 }, 4],
    ['a win and a goal', { wins: 1, goals: 1 }, 12],
  ])('%s', (_, line, points) => {
    expect(goaliePoints({ ...idle, ...line })).toBe(points)
    expect(gamePoints({ kind: 'goalie', ...idle, ...line })).toBe(points)
  })
})
