import './by-list.css'

/** Beside a team whose list may pick for it, so that nobody is deceived. */
export const ByList = () => (
  <span className="by-list">
    <span aria-hidden="true">{'\u2261'}</span>
    <span className="by-list-words">picks by list</span>
  </span>
)
