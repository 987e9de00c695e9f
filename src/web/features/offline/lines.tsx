import { InstallHint } from './install-hint.tsx'
import { LogOutLine } from './log-out-line.tsx'
import { QuietLine } from './quiet-line.tsx'
import { StorageLine } from './storage-line.tsx'
import { UpdateLine } from './update-line.tsx'

/** The quiet lines at the lower edge, where the thumb is; they cover nothing and move nothing. */
export const Lines = () => (
  <div className="lines" aria-live="polite">
    <InstallHint />
    <UpdateLine />
    <StorageLine />
    <LogOutLine />
    <QuietLine />
  </div>
)
