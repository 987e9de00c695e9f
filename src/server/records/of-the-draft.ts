import * as draft from '#contract/draft'
import * as admin from '#contract/draft-admin'
import * as room from '#contract/draft-room'
import { type Sentences, told, toldWithBody } from './told.ts'

const BY_LIST = {
  off: 'off',
  timeout: 'on, once its time is up',
  now: 'on, as soon as it is on turn',
} as const satisfies Record<room.PickForMe, string>

export const ofTheDraft: Sentences = [
  told(
    draft.keepPlayer,
    ({ teamId, playerId }, names) => `chose ${names.player(playerId)} as the keeper of ${names.team(teamId)}`,
  ),
  told(
    draft.draftPlayer,
    ({ teamId, playerId }, names) => `drafted ${names.player(playerId)} for ${names.team(teamId)}`,
  ),
  // What it says, and of whom, is the team's own.
  told(draft.putTag, ({ teamId }, names) => `changed a tag of ${names.team(teamId)}`),

  told(admin.generateBoxes, () => 'generated the draft boxes'),
  told(admin.lockKeepers, () => 'locked the keepers'),
  told(admin.setPickingTeam, ({ teamId }, names) => `gave ${names.team(teamId)} the turn in the draft`),
  told(admin.addPickingTeam, ({ teamId }, names) => `added a turn of ${names.team(teamId)} to the draft`),
  told(
    admin.removePickingTeam,
    ({ teamId }, names) => `took what ${names.team(teamId)} had left to pick out of the draft`,
  ),
  told(admin.freePicking, () => 'let all teams pick at once'),
  told(admin.resumeSequence, () => 'resumed turn order'),
  told(admin.forwardSequence, () => 'passed over the turn that was on'),
  told(admin.backSequence, () => 'reopened the latest turn'),
  told(admin.randomizeSequence, () => 'shuffled the rounds of the draft that had not begun'),

  told(room.putPickList, ({ teamId }, names) => `changed the pick list of ${names.team(teamId)}`),
  toldWithBody(
    room.putPickForMe,
    ({ teamId }, { mode }, names) => `switched picking by list for ${names.team(teamId)} ${BY_LIST[mode]}`,
  ),
  told(
    room.removeKeeper,
    ({ teamId, playerId }, names) => `took ${names.player(playerId)} back as the keeper of ${names.team(teamId)}`,
  ),
  told(
    room.keepForTeam,
    ({ teamId, playerId }, names) =>
      `chose ${names.player(playerId)} as the keeper of ${names.team(teamId)} in its absence`,
  ),
  told(room.unlockKeepers, () => 'unlocked the keepers'),
  told(
    room.draftForTeam,
    ({ teamId, playerId }, names) => `drafted ${names.player(playerId)} for ${names.team(teamId)} in its absence`,
  ),
  told(room.takeBackPick, ({ playerId }, names) => `took back the pick of ${names.player(playerId)}`),
  toldWithBody(room.putClock, (_, { secondsPerPick }) =>
    secondsPerPick === 0
      ? 'took the clock out of the draft'
      : `set the clock of the draft to ${secondsPerPick} seconds for a pick`,
  ),
  told(room.pauseDraft, () => 'paused the draft'),
  told(room.resumeDraft, () => 'let the draft go on'),
]
