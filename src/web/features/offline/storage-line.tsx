import { dismissStorageTrouble, useStorageTrouble } from '../../offline/storage-trouble.ts'

const sentences = {
  full: 'This device is full. The app works, but keeps nothing for use without a connection.',
  blocked: 'Offline storage is not available. The app works, but only with a connection.',
} as const

/** Says once that nothing can be kept here. */
export const StorageLine = () => {
  const trouble = useStorageTrouble()
  if (!trouble) return null
  return (
    <div className="line">
      <p>{sentences[trouble]}</p>
      <button className="line-close" type="button" aria-label="Close" onClick={dismissStorageTrouble}>
        &times;
      </button>
    </div>
  )
}
