import { useConnection } from '../../data/use-connection.ts'
import { Notice } from '../../ui/notice/notice.tsx'

interface NeedsConnectionProps {
  /** "Trades need" */
  readonly children: string
}

/** Says beforehand what the screen cannot do while offline. */
export const NeedsConnection = ({ children }: NeedsConnectionProps) =>
  useConnection().online ? null : <Notice kind="info">{`You're offline. ${children} a connection.`}</Notice>
