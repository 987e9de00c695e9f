import { useState } from 'react'
import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import type { TeamNames } from '#contract/stats'
import { truncate } from '#rules/names'

export const limits = { name: TEAM_NAME_MAX, shortName: SHORT_NAME_MAX } as const
export type NameField = keyof TeamNames

const trimmed = (field: NameField, text: string) => truncate(text.trim(), limits[field]).trim()

/** The names as they are typed. A field that was not touched follows what is saved. */
export function useNamesForm(saved: TeamNames) {
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
