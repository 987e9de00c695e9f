import { MutationObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { boxTakes, parseBoxName } from '#rules/draft-boxes'
import { type Dice, mayPick } from '#rules/pick-sequence'
import { draftBoxes, draftedPlayers, lastDrafted, pickSequence } from '#web/data/draft'
import { draftForTeam, type WantedPlayer } from '#web/data/draft-commands'
import { createQueryClient } from '#web/data/query-client'
import { watchDraft } from '#web/data/use-live-draft'
import { CallError } from '#web/net/call-error'
import type { PreseasonPlayer } from './preseason-league.ts'
import { between, oneOf } from './random.ts'
import type { SimulatedDevice } from './simulated-device.ts'

/** How long a member looks at the board before a pick, ms of the device. */
const THINKS_MS = [100, 1_000] as const
/** Looks at the board again after so long, whatever happens, and rests as long after a pick that failed. */
const LOOKS_MS = 2_000

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The answer to a pick that a member asked for. */
export interface Attempt {
  readonly teamId: number
  readonly playerId: number
  /** DONE, a refusal's code, or the sentence where no answer came. */
  readonly told: string
}

export interface DraftMember {
  readonly teamId: number
  readonly device: SimulatedDevice
  readonly attempts: readonly Attempt[]
  readonly isPicking: () => boolean
  /** How often the warning was shown. */
  readonly warnings: () => number
  /** What is on screen: boxes, sequence, last pick and the list of all picks. */
  readonly shown: () => unknown
  /** Whether the board shows all of these players as drafted. */
  readonly shows: (playerIds: ReadonlySet<number>) => boolean
  /** Only looks from now on. */
  readonly rest: () => void
  readonly stop: () => void
}

interface MemberParts {
  readonly teamId: number
  readonly device: SimulatedDevice
  readonly players: readonly PreseasonPlayer[]
  readonly dice: Dice
  /** Called with what became of each pick. */
  readonly onAttempt: (attempt: Attempt) => void
  /** It is their turn, and no box is open to them. */
  readonly onFull: () => void
}

/** A member at the draft board: the app's own queries, commands and live channel, and somebody who picks by what they show. */
export const openMember = (parts: MemberParts): DraftMember => parts.device.run(() => begin(parts))

function begin({ teamId, device, players, dice, onAttempt, onFull }: MemberParts): DraftMember {
  const client = createQueryClient()
  const leave = [
    new QueryObserver(client, draftBoxes()).subscribe(() => {}),
    new QueryObserver(client, pickSequence()).subscribe(() => {}),
    new QueryObserver(client, lastDrafted()).subscribe(() => {}),
    new QueryObserver(client, draftedPlayers()).subscribe(() => {}),
  ]
  let warnings = 0
  const report = (dropped: boolean) => {
    if (dropped) warnings += 1
  }
  const supervisor = watchDraft(client, { report, now: device.now })
  const picking = new MutationObserver(
    client,
    draftForTeam(client, teamId, () => true),
  )
  const attempts: Attempt[] = []
  let isBusy = false
  let isResting = false

  const look = async () => {
    if (isBusy || isResting || !mayPick(client.getQueryData(pickSequence().queryKey) ?? [], teamId)) return
    isBusy = true
    await pass(between(...THINKS_MS, dice))
    const wanted = choose(client, teamId, players, dice)
    if (wanted === 'full') onFull()
    else if (wanted !== null && !isResting) {
      const told = await picking.mutate(wanted).then(() => 'DONE', reasonOf)
      const attempt = { teamId, playerId: wanted.playerId, told }
      attempts.push(attempt)
      onAttempt(attempt)
      if (told !== 'DONE') await pass(LOOKS_MS)
    }
    isBusy = false
  }
  const timer = setInterval(() => void look(), LOOKS_MS)
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'pick-sequence') void look()
  })

  const board = () => client.getQueryData(draftBoxes().queryKey) ?? []
  return {
    teamId,
    device,
    attempts,
    isPicking: () => isBusy,
    warnings: () => warnings,
    shown: () => ({
      boxes: client.getQueryData(draftBoxes().queryKey),
      sequence: client.getQueryData(pickSequence().queryKey),
      last: client.getQueryData(lastDrafted().queryKey),
      drafted: client.getQueryData(draftedPlayers().queryKey),
    }),
    shows: (playerIds) => {
      const drafted = new Set(
        board().flatMap((box) => box.players.flatMap((each) => (each.isDrafted ? [each.playerId] : []))),
      )
      return [...playerIds].every((id) => drafted.has(id))
    },
    rest: () => {
      isResting = true
    },
    stop: () =>
      device.run(() => {
        isResting = true
        clearInterval(timer)
        unsubscribe()
        supervisor.stop()
        for (const each of leave) each()
        client.clear()
        device.end()
      }),
  }
}

const reasonOf = (error: Error): string =>
  error instanceof CallError ? (error.code ?? `${error.status} ${error.message}`) : error.message

/** A player by what the board shows, which may be old; null: no one can be chosen. */
function choose(
  client: QueryClient,
  teamId: number,
  players: readonly PreseasonPlayer[],
  dice: Dice,
): WantedPlayer | 'full' | null {
  const board = client.getQueryData(draftBoxes().queryKey)
  if (!board) return null
  const open = board.filter((box) => !box.players.some((player) => player.teamId === teamId))
  if (open.length === 0) return 'full'
  const box = oneOf(open, dice)
  const name = parseBoxName(box.boxName)
  const free = box.players.filter(({ isDrafted }) => !isDrafted)
  if (free.length > 0 && dice(8) > 0) return { playerId: oneOf(free, dice).playerId }
  const known = new Set(board.flatMap((each) => each.players.map(({ playerId }) => playerId)))
  const outside = players.filter(({ id, position }) => name && !known.has(id) && boxTakes(name, position))
  return name && outside.length > 0 ? { playerId: oneOf(outside, dice).id, box: name } : null
}
