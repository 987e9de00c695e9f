import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messages } from '#contract/errors'
import type { Team } from '#contract/stats'
import { renameTeam, saveFailure } from '../../data/rename-team.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { failureKind } from '../screen/failure-kind.ts'
import { NameInput } from './name-input.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { limits, type NameField, useNamesForm } from './use-names-form.ts'

const labels: Record<NameField, string> = { name: 'Team Name', shortName: 'Team Short Name' }

export function SettingsForm({ team }: { readonly team: Team }) {
  const client = useQueryClient()
  const command = renameTeam(team.id)
  const save = useMutation(command)
  const form = useNamesForm(team)
  const canChange = form.isDirty && !save.isPending

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Asked of the client: a second tap may come before this has been drawn again.
    if (!form.isDirty || client.isMutating({ mutationKey: command.mutationKey }) > 0) return
    save.mutate(form.names, { onSuccess: form.revert })
  }
  const revert = () => {
    form.revert()
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
      <form className="settings-form" onSubmit={submit}>
        <Field.Root readOnly>
          <Field.Label>Team ID</Field.Label>
          <Input minHeight="tap" background="bg.subtle" color="fg.muted" value={team.id} />
        </Field.Root>
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
            {saveFailure(save.error)}
          </Notice>
        )}
      </form>
      <UnsavedChanges isDirty={form.isDirty} />
    </ChakraGround>
  )
}
