import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditEntry, type AuditFilter, type AuditPage, getAudit } from '#contract/office-records'
import { audit, auditFile } from '../../data/office.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { secondText } from '../../ui/time/second-text.ts'
import { Failure, QueryResult } from '../data-screen/data-screen.tsx'
import { OfficePage } from './office-page.tsx'

/** What a kind of record is about, by the section of the API in which it was done. */
const KINDS: Readonly<Record<string, string>> = {
  accounts: 'Passkeys and logins',
  backup: 'Backups',
  command: 'Files, imports and updates by command',
  corrections: 'Corrections',
  draft: 'Picks, keepers and tags',
  'draft-admin': 'Draft administration',
  'draft-room': 'Pick lists, clock and turns',
  message: 'Messages',
  'next-season': 'Next season',
  office: 'Members and teams',
  'office-statistics': 'Statistics and settings',
  push: 'Notifications',
  refresh: 'Refresh',
  roster: 'Lineups',
  stats: 'Team names',
  trading: 'Carts and trades',
}

/** As the choice calls it; a kind that is not known by its own name. */
const kindWords = (kind: string): string => KINDS[kind] ?? kind.replaceAll('-', ' ')

/** As if its link had been tapped: the browser puts it where downloads go, or asks. */
function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

const Entry = ({ entry: { at, sentence, reason } }: { readonly entry: AuditEntry }) => (
  <li>
    <p>{sentence}</p>
    <p className="muted">
      {secondText(at)}
      {reason && ` · ${reason}`}
    </p>
  </li>
)

interface FiltersProps {
  readonly filter: AuditFilter
  readonly choices: Pick<AuditPage, 'by' | 'kinds'>
  readonly onFilter: (filter: AuditFilter) => void
}

const Filters = ({ filter, choices, onFilter }: FiltersProps) => {
  // A choice that is not made is left out of the request.
  const choose = (name: keyof AuditFilter) => (value: string) => onFilter({ ...filter, [name]: value || undefined })
  return (
    <ChakraGround>
      <div className="fields">
        <SelectField label="Who" value={filter.by ?? ''} onChoose={choose('by')}>
          <option value="">Everyone</option>
          {choices.by.map((by) => (
            <option key={by}>{by}</option>
          ))}
        </SelectField>
        <SelectField label="What" value={filter.kind ?? ''} onChoose={choose('kind')}>
          <option value="">Everything</option>
          {choices.kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords(kind)}
            </option>
          ))}
        </SelectField>
        <TextField label="Day" type="date" value={filter.day ?? ''} onType={choose('day')} />
      </div>
    </ChakraGround>
  )
}

function Records() {
  const [filter, setFilter] = useState<AuditFilter>({})
  const query = useInfiniteQuery(audit(filter))
  const file = useMutation(auditFile())
  /** They stay while another choice is on its way. */
  const [choices, setChoices] = useState<FiltersProps['choices']>({ by: [], kinds: [] })
  const [first] = query.data?.pages ?? []
  if (first && first.by.length + first.kinds.length !== choices.by.length + choices.kinds.length) setChoices(first)
  return (
    <>
      <Filters filter={filter} choices={choices} onFilter={setFilter} />
      <div className="buttons">
        <PlainButton
          disabled={file.isPending}
          onClick={() => file.mutate(filter, { onSuccess: ({ name, csv }) => saveFile(name, csv, 'text/csv') })}
        >
          Save as CSV
        </PlainButton>
      </div>
      <Failure isAnswer of={file} />
      <QueryResult query={query} failure={getAudit.failure}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          return entries.length === 0 ? (
            <p>{choices.kinds.length === 0 ? 'Nothing has been changed yet.' : 'There are no such records.'}</p>
          ) : (
            <ul className="ruled spaced" aria-label="Records">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }}
      </QueryResult>
      {query.hasNextPage && (
        <div className="buttons">
          <PlainButton disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Older ones
          </PlainButton>
        </div>
      )}
    </>
  )
}

export const RecordsView = () => (
  <OfficePage title="Records">
    <p>Who changed what. Records stay for two years; of refusals, only their number stays.</p>
    <Records />
  </OfficePage>
)
