import { Button } from '@chakra-ui/react/button'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getOfficeSeason, type OfficeSeason } from '#contract/office-statistics'
import { dayWords, plural } from '#rules/words'
import { changeOfficeSeason, officeSeason } from '../../data/office.ts'
import { focusPage } from '../../paint/page.ts'
import { Facts, Section } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { Failure } from '../data-screen/data-screen.tsx'
import { UnsavedChanges } from '../data-screen/unsaved-changes.tsx'
import { OfficeData, OfficePage } from './office-page.tsx'

type DateName = 'firstDay' | 'lastDay' | 'rosterHoldStartDate' | 'keeperLastBuyDate' | 'tradingStart' | 'tradingEnd'
type ConstantName = keyof OfficeSeason['constants']

interface Field<Name> {
  readonly name: Name
  readonly label: string
  readonly hint: string
}

const dateFields: readonly (Field<DateName> & { readonly type: 'date' | 'datetime-local' })[] = [
  { name: 'firstDay', type: 'date', label: 'First day', hint: 'Of the regular season' },
  { name: 'lastDay', type: 'date', label: 'Last day', hint: 'Of the regular season' },
  {
    name: 'rosterHoldStartDate',
    type: 'date',
    label: 'Rosters count from',
    hint: 'Drafted players are held from then',
  },
  { name: 'tradingStart', type: 'datetime-local', label: 'Trading starts', hint: "In the league's time zone" },
  { name: 'tradingEnd', type: 'datetime-local', label: 'Trading ends', hint: "In the league's time zone" },
  { name: 'keeperLastBuyDate', type: 'date', label: 'Keepers until', hint: 'Players bought later cannot be kept' },
]

/** Shares are shown as they are written in a league file. */
const constantFields: readonly (Field<ConstantName> & { readonly step: number; readonly unit?: string })[] = [
  { name: 'rosterSize', step: 1, label: 'Roster size', hint: 'Players a team may have' },
  { name: 'maxDressed', step: 1, label: 'Dressed at most', hint: 'Players whose points count' },
  { name: 'minDefenders', step: 1, label: 'Defenders at least', hint: 'Dressed' },
  { name: 'minGoalies', step: 1, label: 'Goalies at least', hint: 'Dressed' },
  {
    name: 'scratchDays',
    unit: 'day',
    step: 1,
    label: 'Scratched for',
    hint: 'Days before a player may be dressed again',
  },
  { name: 'holdDays', unit: 'day', step: 1, label: 'Held for', hint: 'Days before a player can be sold' },
  { name: 'closedWeeksAtStart', unit: 'week', step: 1, label: 'Closed at the start', hint: 'Weeks without trading' },
  { name: 'closedWeeksAtEnd', unit: 'week', step: 1, label: 'Closed at the end', hint: 'Weeks without trading' },
  { name: 'commissionOfPoints', step: 0.01, label: 'Commission of points', hint: 'A share, such as 0.1 for 10 %' },
  {
    name: 'commissionOfProjected',
    step: 0.01,
    label: 'Commission of projected points',
    hint: 'A share, such as 0.05 for 5 %',
  },
  { name: 'seasonGames', step: 1, label: 'Games in a season', hint: 'For each club' },
  {
    name: 'normalizedGamesFloor',
    step: 1,
    label: 'Normalized games',
    hint: "Last season's points are divided by at least this many",
  },
  { name: 'boxSpare', step: 1, label: 'Spare players in a box', hint: 'On top of one for each team' },
]

/** '2027-02-04T12:00' as 'Feb 4, 2027, 12:00'; unchanged while it is typed. */
function dateText(written: string): string {
  const [day = '', time] = written.split('T')
  if (Number.isNaN(Date.parse(day))) return written
  return time === undefined ? dayWords(day) : `${dayWords(day)}, ${time}`
}

/** What a change of the settings changes, a line each. */
function settingChanges(before: OfficeSeason, after: OfficeSeason): string[] {
  const words = (value: string | number) => (typeof value === 'number' ? String(value) : dateText(value))
  const line = (label: string, one: string | number, other: string | number) =>
    one === other ? [] : [`${label}: ${words(one)} → ${words(other)}`]
  return [
    ...dateFields.flatMap(({ name, label }) => line(label, before[name], after[name])),
    ...constantFields.flatMap(({ name, label }) => line(label, before.constants[name], after.constants[name])),
  ]
}

/** Below the form: nothing here can be changed while there are players on the rosters. */
const FixedRules = ({ constants }: Pick<OfficeSeason, 'constants'>) => (
  <Section className="stack" title="Rules">
    <p className="muted">
      They are fixed for this season, since there are players on the rosters. They can be changed only before the first
      pick.
    </p>
    <Facts
      facts={constantFields.map(({ name, label, unit }) => [
        label,
        unit ? plural(constants[name], unit) : constants[name],
      ])}
    />
  </Section>
)

/** Projections are made for the NHL's number of games where the league sets no other. */
const gamesWords = ({ nhlGames, constants: { seasonGames } }: OfficeSeason): string => {
  if (nhlGames == null) return ''
  const used = nhlGames === seasonGames ? '' : ` Projections use ${seasonGames}, as your league sets it.`
  return ` The NHL plays ${nhlGames} games for each club.${used}`
}

function SettingsForm({ saved }: { readonly saved: OfficeSeason }) {
  const save = useMutation(changeOfficeSeason())
  /** As they are typed; what is not follows the saved ones. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setIsAsking] = useState(false)
  const text = (name: string, kept: string | number) => typed[name] ?? String(kept)
  const wanted: OfficeSeason = {
    ...saved,
    ...Object.fromEntries(dateFields.map(({ name }) => [name, text(name, saved[name])])),
    constants: {
      ...saved.constants,
      ...Object.fromEntries(constantFields.map(({ name }) => [name, Number(text(name, saved.constants[name]))])),
    },
  }
  const changes = settingChanges(saved, wanted)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changes.length > 0) setIsAsking(true)
  }
  const send = () => {
    const { season: _, timeZone: __, isFixed: ___, nhlGames: ____, ...body } = wanted
    save.mutate(body, {
      onSuccess: () => {
        setTyped({})
        focusPage()
      },
      onSettled: () => setIsAsking(false),
    })
  }
  const field = (name: string, kept: string | number, rest: Omit<Parameters<typeof TextField>[0], 'value'>) => (
    <TextField
      key={name}
      required
      value={text(name, kept)}
      onType={(text) => setTyped({ ...typed, [name]: text })}
      {...rest}
    />
  )
  return (
    <ChakraGround>
      <form className="stack" aria-label="Season settings" onSubmit={submit}>
        <p>{`Season ${saved.season}. Times are in the time zone ${saved.timeZone}.${gamesWords(saved)}`}</p>
        {dateFields.map(({ name, ...shown }) => field(name, saved[name], shown))}
        {!saved.isFixed && (
          <>
            <h2>Rules</h2>
            {constantFields.map(({ name, unit: _, ...shown }) =>
              field(name, saved.constants[name], { ...shown, type: 'number', inputMode: 'decimal', min: 0 }),
            )}
          </>
        )}
        <div className="buttons">
          <Button type="submit" minHeight="tap" disabled={changes.length === 0 || save.isPending}>
            Save
          </Button>
          <Button
            type="button"
            variant="outline"
            minHeight="tap"
            disabled={changes.length === 0}
            onClick={() => {
              setTyped({})
              save.reset()
              focusPage()
            }}
          >
            Revert
          </Button>
        </div>
        {save.isSuccess && (
          <Notice isAnswer kind="success" onClose={save.reset}>
            Saved.
          </Notice>
        )}
        <Failure isAnswer of={save} />
      </form>
      {saved.isFixed && <FixedRules constants={saved.constants} />}
      <UnsavedChanges isDirty={changes.length > 0}>
        Your changes to the season are not saved and would be lost.
      </UnsavedChanges>
      {isAsking && (
        <Confirm
          title="Change the season?"
          confirmLabel="Change"
          isBusy={save.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={send}
        >
          <p>These apply to everyone at once:</p>
          <ul className="bullets">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </ChakraGround>
  )
}

export const SeasonSettingsView = () => (
  <OfficePage title="Season Settings">
    <OfficeData query={officeSeason()} failure={getOfficeSeason.failure}>
      {(saved) => <SettingsForm saved={saved} />}
    </OfficeData>
  </OfficePage>
)
