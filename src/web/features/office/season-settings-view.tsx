import { Button } from '@chakra-ui/react/button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, Fragment, useState } from 'react'
import { getOfficeSeason, type OfficeSeason } from '#contract/office-statistics'
import type { User } from '#contract/user'
import { counted } from '#rules/counted'
import { changeOfficeSeason, officeSeason } from '../../data/office-statistics.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import { FailedAction } from './failed-action.tsx'
import { OfficePage } from './office-page.tsx'
import { constantFields, dateFields, settingChanges } from './season-fields.ts'

/** Below the form: nothing here can be changed while there are players on the rosters. */
const FixedRules = ({ constants }: Pick<OfficeSeason, 'constants'>) => (
  <section aria-labelledby="office-rules">
    <h2 id="office-rules">Rules</h2>
    <p className="office-hint">
      They are fixed for this season, since there are players on the rosters. They can be changed only before the first
      pick.
    </p>
    <dl className="office-facts">
      {constantFields.map(({ name, label, unit }) => (
        <Fragment key={name}>
          <dt>{label}</dt>
          <dd>{unit ? counted(constants[name], unit) : constants[name]}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
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
      onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
      {...rest}
    />
  )
  return (
    <ChakraGround>
      <form className="office-form" aria-label="Season settings" onSubmit={submit}>
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
        <div className="office-buttons">
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
          <AnswerNotice kind="success" onClose={save.reset}>
            Saved.
          </AnswerNotice>
        )}
        <FailedAction of={save} />
      </form>
      {saved.isFixed && <FixedRules constants={saved.constants} />}
      {isAsking && (
        <Confirm
          title="Change the season?"
          confirmLabel="Change"
          isBusy={save.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={send}
        >
          <p>These apply to everyone at once:</p>
          <ul className="office-changes">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </ChakraGround>
  )
}

function Asked() {
  const query = useQuery(officeSeason())
  usePreparedConfirm()
  return (
    <QueryResult query={query} failure={getOfficeSeason.failure}>
      {(saved) => <SettingsForm saved={saved} />}
    </QueryResult>
  )
}

export const SeasonSettingsView = ({ user }: { readonly user: User }) => (
  <OfficePage user={user} title="Season Settings">
    <Asked />
  </OfficePage>
)
