import { Button } from '@chakra-ui/react/button'
import { mutationOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import { messages } from '#contract/messages'
import { accessTexts } from '#contract/refusal-texts'
import { getTeam, patchTeam, type Team, type TeamNames } from '#contract/stats'
import { truncate } from '#rules/names'
import { team, team as teamQuery } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import { CallError, codeOf, parseBody, wordsOf } from '../../net/call-error.ts'
import { requestOnline } from '../../net/request.ts'
import { focusPage } from '../../paint/page.ts'
import { TextField } from '../../ui/form/field.tsx'
import { CodedText, Notice } from '../../ui/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { Floating } from '../../ui/toast.tsx'
import { Failure, NeedsConnection, QueryResult } from '../data-screen/data-screen.tsx'
import { UnsavedChanges } from '../data-screen/unsaved-changes.tsx'
import './team-settings.css'

interface NameInputProps {
  readonly label: string
  readonly max: number
  readonly value: string
  readonly isReadOnly: boolean
  readonly onType: (text: string) => void
  readonly onLeave: () => void
}

/** Truncated here, before React sets the value: that would move the caret to the end. */
const cut = (input: HTMLInputElement, max: number) => {
  const kept = truncate(input.value, max)
  if (kept === input.value) return
  const caret = input.selectionStart
  input.value = kept
  input.setSelectionRange(caret, caret)
}

// No `maxlength`: it counts code units, and would cut a flag in half.
function NameInput({ label, max, value, isReadOnly, onType, onLeave }: NameInputProps) {
  /** A character that is still being composed is not cut. */
  const take = (input: HTMLInputElement, isComposing: boolean) => {
    if (!isComposing) cut(input, max)
    onType(input.value)
  }
  return (
    <TextField
      label={label}
      hint={`Maximum ${max} characters`}
      readOnly={isReadOnly}
      value={value}
      onChange={({ currentTarget, nativeEvent }) =>
        take(currentTarget, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
      }
      onCompositionEnd={({ currentTarget }) => take(currentTarget, false)}
      onBlur={onLeave}
    />
  )
}

/** Queries that contain team names. */
const naming = [
  'teams',
  'team',
  'team-players',
  'players',
  'player',
  'trades',
  'roster-changes',
  'draft-teams',
] as const

const renameTeam = (teamId: number) =>
  mutationOptions({
    mutationKey: ['rename-team'],
    mutationFn: (names: TeamNames) => requestOnline(patchTeam, { params: { teamId }, body: names }),
    onSuccess: (saved, _names, _result, { client }) => {
      client.setQueryData(team(teamId).queryKey, saved)
      // Unmounted queries too: offline, they would keep showing the old name.
      for (const name of naming) void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
    },
  })

const networkText = ({ cause, message }: CallError) => (cause instanceof Error ? cause.message : message)

/** Code and message as in the body, regardless of the mapped texts. */
const refusalText = ({ text }: CallError): string => {
  const body = parseBody(text)
  const code = codeOf(body)
  const words = wordsOf(body) ?? patchTeam.failure
  return code === null ? words : `${code}: ${words}`
}

/** The form's message for a failed save (spec, section 8): its own texts, where other screens use the catalogue's. */
function saveFailure(error: Error): string {
  if (!(error instanceof CallError)) return patchTeam.failure
  const { kind, status, message } = error
  if (status === 0) return networkText(error)
  if (kind === 'login') return message
  if (status === 400) return refusalText(error)
  return status === 403 ? messages.teamSaveForbidden : patchTeam.failure
}

const limits = { name: TEAM_NAME_MAX, shortName: SHORT_NAME_MAX } as const
type NameField = keyof TeamNames

const trimmed = (field: NameField, text: string) => truncate(text.trim(), limits[field]).trim()

/** The names being edited. An untouched field follows the saved name. */
function useNamesForm(saved: TeamNames) {
  const [typed, setTyped] = useState<Partial<TeamNames>>({})
  const shown: TeamNames = { name: typed.name ?? saved.name, shortName: typed.shortName ?? saved.shortName }
  const names: TeamNames = { name: trimmed('name', shown.name), shortName: trimmed('shortName', shown.shortName) }
  return {
    shown,
    /** As they are sent. */
    names,
    isDirty: names.name !== saved.name || names.shortName !== saved.shortName,
    type: (field: NameField, text: string) => setTyped({ ...typed, [field]: text }),
    leave: (field: NameField) => {
      if (typed[field] !== undefined) setTyped({ ...typed, [field]: names[field] })
    },
    revert: () => setTyped({}),
  }
}

const labels: Record<NameField, string> = { name: 'Team Name', shortName: 'Team Short Name' }

function SettingsForm({ team }: { readonly team: Team }) {
  const client = useQueryClient()
  const command = renameTeam(team.id)
  const save = useMutation(command)
  const form = useNamesForm(team)
  const canChange = form.isDirty && !save.isPending

  const ground = useRef<HTMLFormElement>(null)

  /** The buttons go off, and with them the focus, unless it has gone on meanwhile. */
  const end = () => {
    const { activeElement } = document
    form.revert()
    if (activeElement === document.body || ground.current?.contains(activeElement)) focusPage()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Read from the client: a second tap may come before the next render.
    if (!form.isDirty || client.isMutating({ mutationKey: command.mutationKey }) > 0) return
    save.mutate(form.names, { onSuccess: end })
  }
  const revert = () => {
    end()
    save.reset()
  }
  const input = (field: NameField) => (
    <NameInput
      label={labels[field]}
      max={limits[field]}
      value={form.shown[field]}
      isReadOnly={save.isPending}
      onType={(text) => form.type(field, text)}
      onLeave={() => form.leave(field)}
    />
  )
  return (
    <ChakraGround>
      <form ref={ground} className="stack settings-form" onSubmit={submit}>
        <TextField label="Team ID" isFixed value={team.id} />
        {input('name')}
        {input('shortName')}
        <div className="buttons">
          <Button type="submit" minHeight="tap" disabled={!canChange} aria-busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
          <Button type="button" variant="outline" minHeight="tap" disabled={!canChange} onClick={revert}>
            Revert
          </Button>
        </div>
        {save.isSuccess && (
          <Notice isAnswer kind="success" onClose={save.reset}>
            {messages.teamSaved}
          </Notice>
        )}
        <Failure isAnswer of={save} text={(error) => <CodedText text={saveFailure(error)} />} />
      </form>
      <UnsavedChanges isDirty={form.isDirty}>
        Your changes to the team's names are not saved and would be lost.
      </UnsavedChanges>
    </ChakraGround>
  )
}

function OwnTeam({ teamId }: { readonly teamId: number }) {
  const team = useQuery(teamQuery(teamId))
  return (
    <QueryResult query={team} failure={getTeam.failure}>
      {(data) => (
        <>
          <SettingsForm team={data} />
          <Floating className="toast">
            <NeedsConnection>Changes to your team's names need</NeedsConnection>
          </Floating>
        </>
      )}
    </QueryResult>
  )
}

export function TeamSettingsView() {
  const { data: user } = useQuery(currentUser())
  return (
    <div className="page">
      <h1 tabIndex={-1}>Team Settings</h1>
      {user?.teamId == null ? (
        <Notice kind="error">{accessTexts.noTeamForSettings}</Notice>
      ) : (
        <OwnTeam teamId={user.teamId} />
      )}
    </div>
  )
}
