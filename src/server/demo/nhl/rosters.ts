import { positionGroup } from '#rules/positions'
import type { SimPlayer } from '../simulation/players.ts'
import { positionCode } from './position-code.ts'

const spot = (player: SimPlayer) => ({
  id: player.id,
  firstName: { default: player.firstName },
  lastName: { default: player.lastName },
  positionCode: positionCode(player.position),
  shootsCatches: player.shoots,
})

/** /v1/roster/{team}/current */
export function rosterAnswer(club: string, players: Iterable<SimPlayer>) {
  const own = [...players].filter((player) => player.club === club)
  const group = (name: ReturnType<typeof positionGroup>) =>
    own.filter(({ position }) => positionGroup(position) === name).map(spot)
  return { forwards: group('forward'), defensemen: group('defender'), goalies: group('goalie') }
}
