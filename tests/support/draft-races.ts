import { errorSentences } from '#contract/errors'
import { DRAFT_BOXES } from '#rules/draft-boxes'
import type { Reply } from './demo-members.ts'
import type { PreseasonServer } from './preseason-server.ts'

/** How many requests of a race ended with each outcome: DONE, or the code of a refusal that says why. */
export type Outcomes = Readonly<Record<string, number>>

const WHY = ['PLAYER_TAKEN', 'BOX_TAKEN', 'NOT_YOUR_TURN'] as const

const counted = (answers: readonly Reply[]): Outcomes => {
  const outcomes: Record<string, number> = {}
  for (const { status, body } of answers) {
    const told = WHY.find((code) => status === 409 && code === body?.code && body.message === errorSentences[code])
    const outcome = status === 200 ? 'DONE' : (told ?? `${status} ${JSON.stringify(body)}`)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

const BOXES = DRAFT_BOXES.filter((boxName) => !boxName.endsWith('.OUT'))

/** Opens the draft: boxes generated, no keepers, one by one. */
export async function openDraft(server: PreseasonServer): Promise<void> {
  await server.act('PATCH', 'generate-boxes')
  await server.act('POST', 'lock-keepers')
}

/** All teams want the same player at once, while everybody may pick. */
export async function raceForPlayer(server: PreseasonServer, round: number, requests: number): Promise<Outcomes> {
  if (round === 0) await server.act('POST', 'free-picking')
  const { playerId } = await server.free(BOXES[round % BOXES.length] ?? '1.C')
  const { teamIds } = server.league
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, index) => server.draft(teamIds[index % teamIds.length] ?? 0, playerId)),
  )
  return counted(answers)
}

/** The team whose turn it is asks for as many players at once, each from a box that it still needs. */
export async function raceInOneTurn(server: PreseasonServer, requests: number): Promise<Outcomes> {
  const [turn, next] = await turns(server)
  if (!turn) throw new Error('The draft is over')
  // A team that ends a round begins the next: its second turn would follow at once.
  if (turn === next) {
    await server.act('POST', 'forward-pick-sequence')
    return raceInOneTurn(server, requests)
  }
  const open = (await server.board()).filter(({ players }) => !players.some(({ teamId }) => teamId === turn))
  const wanted = open.flatMap(({ players }) => players.filter(({ isDrafted }) => !isDrafted).slice(0, 1))
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, index) => server.draft(turn, wanted[index % wanted.length]?.playerId ?? 0)),
  )
  return counted(answers)
}

const turns = async (server: PreseasonServer): Promise<number[]> =>
  (await server.sequence()).filter(({ pickStatus }) => pickStatus !== 'DONE').map(({ teamId }) => teamId)
