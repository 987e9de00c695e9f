/** Only where there is nothing to show yet. */
export const Loading = () => (
  <p className="loading" role="status">
    Loading...
  </p>
)
