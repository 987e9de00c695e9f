import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { KeeperStatus } from '#contract/draft'
import type { DraftingTeam, Presence } from '#contract/draft-room'
import { keeperBoxes, keeperOf, keepers } from '../../data/draft.ts'
import {
  type AdminAction,
  clockAction,
  type DraftNow,
  isUntouched,
  keepAction,
  onTheClock,
  pauseAction,
  releaseAction,
  resumeAction,
  takeBackAction,
  unlockAction,
} from '../../data/draft-admin.ts'
import { draftRoom, presence } from '../../data/draft-room.ts'
import { currentUser } from '../../data/user.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { Card } from '../../ui/card.tsx'
import { IdField, SelectField } from '../../ui/form/field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { seenText } from '../../ui/time/relative-time.ts'

interface DirectorProps {
  readonly now: DraftNow
  readonly onAsk: (action: AdminAction) => void
}

/** What a director does in the middle of the night: pick for an absent team, take back a slip, pause. */
export const DirectorButtons = ({ now, onAsk }: DirectorProps) => {
  const { data: room } = useQuery(draftRoom())
  const turn = onTheClock(now.picks)
  const { last } = now
  return (
    <div className="buttons">
      {turn && (
        <Link className="button" to="/draft" search={{ for: turn.teamId }}>
          Pick for {turn.teamShortName}
        </Link>
      )}
      {last && <PlainButton onClick={() => onAsk(takeBackAction(last))}>Undo {last.name}</PlainButton>}
      {room && (room.clock.isPaused || now.picks.some(({ pickStatus }) => pickStatus !== 'DONE')) && (
        <PlainButton onClick={() => onAsk(room.clock.isPaused ? resumeAction : pauseAction)}>
          {room.clock.isPaused ? 'Resume' : 'Pause Draft'}
        </PlainButton>
      )}
    </div>
  )
}

const TIMES: readonly (readonly [seconds: number, words: string])[] = [
  [0, 'No clock'],
  [30, '30 seconds'],
  [45, '45 seconds'],
  [60, '60 seconds'],
  [90, '90 seconds'],
  [120, '2 minutes'],
  [180, '3 minutes'],
  [300, '5 minutes'],
  [600, '10 minutes'],
  [3_600, 'one hour'],
  [86_400, 'one day'],
]

/** The time for a pick, and the way back from a lock that came too early. */
export const DirectorSetUp = ({ now, onAsk }: DirectorProps) => {
  const { data: room } = useQuery(draftRoom())
  const isLocked = now.keepers?.some(({ locked }) => locked) ?? false
  const seconds = room?.clock.secondsPerPick ?? 0
  // A time set by another hand is shown, too.
  const times = TIMES.some(([each]) => each === seconds) ? TIMES : [...TIMES, [seconds, `${seconds} seconds`] as const]
  return (
    <>
      {room && (
        <ChakraGround>
          <SelectField
            label="Time for a pick"
            value={String(seconds)}
            onChoose={(chosen) => {
              const time = times.find(([each]) => String(each) === chosen)
              if (time) onAsk(clockAction(...time))
            }}
          >
            {times.map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </SelectField>
        </ChakraGround>
      )}
      {isLocked && isUntouched(now.picks) && (
        <div className="buttons">
          <PlainButton isFinal onClick={() => onAsk(unlockAction)}>
            Unlock Keepers
          </PlainButton>
        </div>
      )}
    </>
  )
}

/** Chooses or takes back a keeper for a team whose member is not there. */
export const KeeperForTeam = ({ now, onAsk }: DirectorProps) => {
  const [teamId, setTeamId] = useState<number | null>(null)
  const team = now.keepers?.find((each) => each.teamId === teamId)
  if (!now.keepers || now.keepers.some(({ locked }) => locked)) return null
  return (
    <ChakraGround>
      <IdField
        label="Keeper of an absent team"
        none="Select a team..."
        value={teamId}
        options={now.keepers.map((each) => [each.teamId, each.teamShortName])}
        onChoose={setTeamId}
      />
      {team && <KeeperChoice key={team.teamId} team={team} onAsk={onAsk} />}
    </ChakraGround>
  )
}

const KeeperChoice = ({ team, onAsk }: { readonly team: KeeperStatus; readonly onAsk: DirectorProps['onAsk'] }) => {
  const { data: boxes } = useQuery(keeperBoxes())
  const { data: kept } = useQuery({ ...keepers(team.teamId), enabled: team.hasKeeper })
  const keeper = team.hasKeeper ? keeperOf(kept) : null
  const own = (boxes ?? []).flatMap(({ players }) => players.filter((player) => player.teamId === team.teamId))
  return (
    <>
      <IdField
        label={`Keep for ${team.teamShortName}`}
        none="No one"
        value={keeper?.player.playerId ?? null}
        options={own.map(({ playerId, name }) => [playerId, name])}
        onChoose={(chosen) => {
          const player = own.find(({ playerId }) => playerId === chosen)
          if (player) onAsk(keepAction(team, player))
          else if (keeper) onAsk(releaseAction(team, keeper.player))
        }}
      />
      {boxes && own.length === 0 && <p>{`${team.teamShortName} has no player from last season.`}</p>}
    </>
  )
}

const PRESENCE_EVERY_MS = 15_000

const presenceText = ({ isConnected, seenAt }: Presence, now: number): string => {
  if (isConnected) return 'here'
  return seenAt == null ? 'not logged in' : seenText(new Date(seenAt), new Date(now))
}

const MODES = { off: '', timeout: 'list picks when time is up', now: 'list picks at once' } as const

const missingText = ({ missing }: DraftingTeam): string =>
  `ends ${missing === 1 ? 'one player' : `${missing} players`} short: use Add Team`

/** Who is there, who picks by list, and which team would end short. */
export const WhoIsThere = () => {
  const { data: user } = useQuery(currentUser())
  const { data: present, dataUpdatedAt } = useQuery({ ...presence(), refetchInterval: PRESENCE_EVERY_MS })
  const { data: room } = useQuery(draftRoom())
  if (!present) return null
  return (
    <Card title="Who's Here">
      <dl className="facts">
        {present.map((each) => {
          const team = room?.teams.find(({ teamId }) => teamId === each.teamId)
          // Who reads this is there, on a live channel or not.
          const isConnected = each.isConnected || each.teamId === user?.teamId
          return (
            <Fragment key={each.teamId}>
              <dt>
                <strong>{each.teamShortName}</strong>
              </dt>
              <dd>
                <span className={isConnected ? 'gain' : 'muted'}>
                  {presenceText({ ...each, isConnected }, dataUpdatedAt)}
                </span>
                {team && team.mode !== 'off' && team.mode != null && (
                  <span className="muted own-line">{MODES[team.mode]}</span>
                )}
                {team && team.missing > 0 && <span className="loss own-line">{missingText(team)}</span>}
              </dd>
            </Fragment>
          )
        })}
      </dl>
    </Card>
  )
}
