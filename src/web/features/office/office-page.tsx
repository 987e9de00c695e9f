import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useFeature } from '../../data/user.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { NotHere, QueryResult } from '../data-screen/data-screen.tsx'
import '../../ui/form/choice.css'
import './office.css'

interface OfficeRowProps {
  readonly title: ReactNode
  /** Words in small behind the title. */
  readonly marks?: readonly string[]
  readonly line: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A line of a list that opens on what can be done about it. */
export function OfficeRow({ title, marks = [], line, isOpen, onToggle, children }: OfficeRowProps) {
  const id = useId()
  return (
    <li>
      <button
        className="beside press-row opens"
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <span>
          <span className="wrap">
            <strong>{title}</strong>
            {marks.map((mark) => (
              <small key={mark} className="badge tone info">
                {mark}
              </small>
            ))}
          </span>
          <span className="muted own-line">{line}</span>
        </span>
      </button>
      <div id={id} className="stack office-row-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  )
}

export const OFFICE = 'League Office'

interface OfficePageProps {
  readonly title: string
  /** The index itself leads nowhere back. */
  readonly isIndex?: boolean
  /** Whether what it shows is stored on devices. */
  readonly isKept?: boolean
  readonly children: ReactNode
}

const NOT_KEPT = "You're offline, and this page isn't saved on devices. It loads when you're back online."

const KeptOrNot = ({ isKept, children }: { readonly isKept: boolean; readonly children: ReactNode }) =>
  isKept ? children : <NotHere value={NOT_KEPT}>{children}</NotHere>

/** A page of the office, where the server has one. */
export const OfficePage = ({ title, isIndex = false, isKept = false, children }: OfficePageProps) => (
  <div className="page stack office">
    {!isIndex && (
      <OwnLink className="tap-line office-back" href="/league">
        {OFFICE}
      </OwnLink>
    )}
    <h1 tabIndex={-1}>{title}</h1>
    {useFeature('office') ? (
      <KeptOrNot isKept={isKept}>{children}</KeptOrNot>
    ) : (
      <Notice kind="info">This league is not run from the app.</Notice>
    )}
  </div>
)

interface OfficeDataProps<Data> {
  readonly query: UseQueryOptions<Data>
  readonly failure: string
  readonly children: (data: Data) => ReactNode
}

/** What such a page shows of the league; what is done there asks first. */
export function OfficeData<Data>({ query, failure, children }: OfficeDataProps<Data>) {
  usePreparedConfirm()
  return (
    <QueryResult query={useQuery(query)} failure={failure}>
      {children}
    </QueryResult>
  )
}
