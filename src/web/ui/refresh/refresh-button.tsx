interface RefreshButtonProps {
  readonly isBusy: boolean
  readonly onRefresh: () => void
}

export const RefreshButton = ({ isBusy, onRefresh }: RefreshButtonProps) => (
  <button className="refresh" type="button" aria-label="Refresh" aria-busy={isBusy} onClick={onRefresh} />
)
