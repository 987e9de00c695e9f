import type { ReactNode } from 'react'

interface BannerProps {
  readonly title: string
  /** Address of the picture, decoration only. */
  readonly art: string
  /** One line about the figures below; its room is there while it is '', and not without it. */
  readonly line?: string | undefined
  /** Other than words, in place of the line: a phone has it beside the title. */
  readonly second?: ReactNode
  /** Stands beside the title: who or what this is about. */
  readonly portrait?: ReactNode
  readonly asOf?: string
  readonly tools?: ReactNode
}

/**
 * The head of a screen. The first frame draws the same one. The picture is asked for when the rest has been painted: a
 * slow phone takes as long to read it as to draw the rows below.
 */
export const Banner = ({ title, art, line, second, portrait, asOf, tools }: BannerProps) => (
  <div className="banner">
    <img className="banner-art" src={art} alt="" loading="lazy" />
    <div
      className={portrait ? 'banner-inner with-portrait' : line === undefined ? 'banner-inner short' : 'banner-inner'}
    >
      {portrait && <div className="banner-portrait">{portrait}</div>}
      <h1 tabIndex={-1}>{title}</h1>
      {asOf && <span className="as-of">{asOf}</span>}
      {second && <div className="banner-second">{second}</div>}
      <div className="banner-tools">{tools}</div>
      {line && <p className="banner-line">{line}</p>}
    </div>
  </div>
)
