import { Button } from '@chakra-ui/react/button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import { messages } from '#contract/messages'
import type { Team, TeamNames } from '#contract/stats'
import { truncate } from '#rules/names'
import { renameTeam, saveFailure } from '../../data/rename-team.ts'
import { holdUpdates } from '../../offline/updates.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { CodedText } from '../../ui/notice/coded-text.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { failureKind } from '../data-screen/failure.tsx'
import { NameInput } from './name-input.tsx'

export const limits = { name: TEAM_NAME_MAX, shortName: SHORT_NAME_MAX } as const
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

/** While there are unsaved changes, leaving asks first and the app is not reloaded for a new version. */
function UnsavedChanges({ isDirty }: { readonly isDirty: boolean }) {
  usePreparedConfirm()
  useEffect(() => (isDirty ? holdUpdates() : undefined), [isDirty])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Confirm title="Leave without saving?" confirmLabel="Leave" onConfirm={proceed} onCancel={reset}>
      Your changes to the team's names are not saved and would be lost.
    </Confirm>
  )
}

const labels: Record<NameField, string> = { name: 'Team Name', shortName: 'Team Short Name' }

export function SettingsForm({ team }: { readonly team: Team }) {
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
      <form ref={ground} className="settings-form" onSubmit={submit}>
        <TextField label="Team ID" isFixed value={team.id} />
        {input('name')}
        {input('shortName')}
        <div className="settings-buttons">
          <Button type="submit" minHeight="tap" disabled={!canChange} aria-busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
          <Button type="button" variant="outline" minHeight="tap" disabled={!canChange} onClick={revert}>
            Revert
          </Button>
        </div>
        {save.isSuccess && (
          <Notice kind="success" onClose={save.reset}>
            {messages.teamSaved}
          </Notice>
        )}
        {save.isError && (
          <Notice kind={failureKind(save.error)} onClose={save.reset}>
            <CodedText text={saveFailure(save.error)} />
          </Notice>
        )}
      </form>
      <UnsavedChanges isDirty={form.isDirty} />
    </ChakraGround>
  )
}
