import { parseArgs } from 'node:util'
import { SECONDS_PER_PICK_MAX } from '#contract/draft-room'
import { StartRefusal } from './start-refusal.ts'

const SECONDS_PER_PICK = '8'

export const usage = `npm start -- [--scenario draft-night [--pace SECONDS] [--clock SECONDS] | --scenario game-night [--pace TIMES]]

Starts the server; environment variables say the rest (docs/reference/settings.md).

  --scenario draft-night   a demo league on the eve of its draft, in data/draft-night: the other teams draft with you
  --pace SECONDS           how long their members think about a pick, ${SECONDS_PER_PICK} by default; 0: not at all
  --clock SECONDS          the time that every team has for a pick; 0: as long as it likes
  --scenario game-night    a demo league with games under way, in data/game-night, with a separate clock
  --pace TIMES             how many times as fast that clock runs, 1 by default
  --help                   this text
  --version                the version`

/** Demo members who draft by themselves. */
export interface Rehearsal {
  /** How long one of them thinks about a pick, on average. */
  readonly secondsPerPick: number
  /** The draft's clock, 0 for none; null leaves it as it is. */
  readonly clockSeconds: number | null
}

/** An evening of the demo league with games under way. */
export interface GameNight {
  /** How many times as fast as a real one the server's clock runs. */
  readonly pace: number
}

export interface Arguments {
  readonly help: boolean
  readonly version: boolean
  readonly rehearsal: Rehearsal | null
  readonly gameNight: GameNight | null
}

const NONE: Arguments = { help: false, version: false, rehearsal: null, gameNight: null }

const refuse = (sentence: string): never => {
  throw new StartRefusal(`${sentence} npm start -- --help lists what there is.`)
}

/** Reads the words behind `npm start --`; a wrong one ends the start with a sentence. */
export function readArguments(words: readonly string[]): Arguments {
  const { help, version, scenario, pace, clock } = parse(words)
  if (help || version) return { ...NONE, help, version }
  if (clock !== undefined && scenario !== 'draft-night')
    refuse('--clock is for --scenario draft-night, which is missing.')
  if (scenario === 'draft-night') {
    const clockSeconds = clock === undefined ? null : readClock(clock)
    return { ...NONE, rehearsal: { secondsPerPick: readSeconds(pace ?? SECONDS_PER_PICK), clockSeconds } }
  }
  if (scenario === 'game-night') return { ...NONE, gameNight: { pace: readTimes(pace ?? '1') } }
  if (scenario !== undefined) refuse('--scenario must be draft-night or game-night.')
  if (pace !== undefined) refuse('--pace is for a --scenario, which is missing.')
  return NONE
}

const readClock = (clock: string): number =>
  /^\d{1,5}$/.test(clock) && Number(clock) <= SECONDS_PER_PICK_MAX
    ? Number(clock)
    : refuse('--clock must be a whole number of seconds, at most a day.')

const FASTEST = 60

const readTimes = (pace: string): number => {
  const times = /^\d{1,2}(\.\d{1,3})?$/.test(pace) ? Number(pace) : 0
  return times > 0 && times <= FASTEST
    ? times
    : refuse(`--pace must be a number of times, above 0 and at most ${FASTEST}.`)
}

const readSeconds = (pace: string): number =>
  /^\d{1,3}(\.\d{1,3})?$/.test(pace) ? Number(pace) : refuse('--pace must be a number of seconds, 0 to 999.')

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        scenario: { type: 'string' },
        pace: { type: 'string' },
        clock: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    // The first sentence names the word; what follows explains the parser.
    const [sentence] = error instanceof Error ? error.message.split(/\. |\n/) : []
    return refuse(`${sentence ?? 'The arguments are wrong'}.`.replace(/\.+$/, '.'))
  }
}
