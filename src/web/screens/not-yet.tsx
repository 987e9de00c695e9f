interface NotYetScreenProps {
  readonly title: string
}

/** A route of the table whose screen has not been built. */
export const NotYetScreen = ({ title }: NotYetScreenProps) => (
  <div className="page">
    <h1 tabIndex={-1}>{title}</h1>
    <p>This page is not available yet.</p>
  </div>
)
