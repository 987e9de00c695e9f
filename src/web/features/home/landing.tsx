import './landing.css'

/** The start page of a visitor: how to log in. */
export const Landing = () => (
  <div className="landing">
    <picture className="landing-art">
      <source media="(max-aspect-ratio: 1/1)" srcSet="/art/landing-narrow.svg" />
      <img src="/art/landing.svg" alt="Centre ice on a rink night: a stick and a puck on the red line" />
    </picture>
    <div className="landing-words">
      <h1 tabIndex={-1}>Fantasy League with Tradition. Since 1995.</h1>
      <p>Click top right corner to log in.</p>
    </div>
  </div>
)
