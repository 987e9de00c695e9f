import { applyUpdate, useUpdateWaiting } from '../../offline/updates.ts'

/** A new version is here; the reader says when. */
export const UpdateLine = () => {
  const waiting = useUpdateWaiting()
  if (!waiting) return null
  return (
    <div className="line">
      <p>New version</p>
      <button className="line-button" type="button" onClick={applyUpdate}>
        Update
      </button>
    </div>
  )
}
